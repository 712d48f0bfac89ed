import { failureOf } from '../failure-of.ts';
import { startBackup, type BackupInfo, type BackupWriter } from './backup.ts';

/** A backup that may fail: the bytes that it gets are no longer kept then, and nothing is thrown. */
export type TriedBackup = {
  write: (chunk: Uint8Array) => Promise<void>;
  finish: () => Promise<{ info?: BackupInfo; failure?: unknown }>;
  abort: () => void;
};

export function tryBackup(path: string, root: string): TriedBackup {
  let backup: BackupWriter | undefined;
  let failure: unknown;
  function fail(error: unknown): void {
    failure = error;
    backup?.abort();
    backup = undefined;
  }
  failure = failureOf(() => {
    backup = startBackup(path, root);
  });
  return {
    write: async (chunk) => {
      await backup?.write(chunk).catch(fail);
    },
    finish: async () => {
      const info = await backup?.finish().catch(fail);
      return info ? { info } : { failure };
    },
    abort: () => backup?.abort(),
  };
}
