import { createReadStream } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  listBackups,
  loadState,
  projectId,
  restoreBackup,
  type BackupFile,
} from '@carryover/state-file';
import { CliError } from '../cli-error.ts';
import { number } from '../figures.ts';
import { folders } from './folders.ts';
import { columns, print, shortId, size } from './print.ts';
import { findSession, workFolder } from './sessions.ts';

type Json = { json?: boolean };

/** The copies of transcripts that were kept, oldest first: of this project, or of all. */
export function listAll(options: Json & { all?: boolean }): void {
  const { home } = folders();
  const only = options.all ? {} : { project: projectId(workFolder()) };
  const backups = listBackups(home, only);
  print(options, backups, () => {
    if (backups.length === 0)
      return options.all
        ? 'There are no backups.'
        : 'There are no backups of this project. Of all: carryover backups list --all';
    return columns(
      backups.map((backup) => [nameOf(backup), minute(backup), size(backup.bytes), backup.project]),
    );
  });
}

/** What one of them holds; with `raw` the transcript itself, byte for byte. */
export async function showOne(name: string, options: Json & { raw?: boolean }): Promise<void> {
  const backup = findBackup(folders().home, name);
  if (options.raw) {
    await pipeline(createReadStream(backup.path), createGunzip(), process.stdout, { end: false });
    return;
  }
  const content = await readContent(backup);
  print(options, { ...backup, ...content }, () =>
    columns([
      ['backup', nameOf(backup)],
      ['session', backup.session],
      ['project', backup.project],
      ['made', backup.createdAt ?? 'unknown'],
      ['holds', `${number(content.bytes)} bytes in ${number(content.lines)} lines`],
      ['from', content.from ?? 'unknown'],
      ['to', content.to ?? 'unknown'],
      ['file', backup.path],
    ]),
  );
}

/** Writes one back as a transcript; by default where it came from, never over a file that is there. */
export async function restore(name: string, options: Json & { to?: string }): Promise<void> {
  const { home, configDir } = folders();
  const backup = findBackup(home, name);
  const source = loadState(home, backup.project, backup.session)?.transcript.path;
  const to = options.to ?? source;
  if (to === undefined)
    throw new CliError(
      `It is not known where ${name} came from. Say where to write it: --to <file>`,
    );
  const { bytes } = await restoreBackup(backup.path, to);
  const { path, session } = backup;
  const place = resolve(to);
  const isFound =
    place === source ||
    (dirname(dirname(place)) === join(configDir, 'projects') &&
      basename(place) === `${session}.jsonl`);
  print(options, { backup: path, to, bytes }, () => {
    // The client looks for a session where it keeps them, and nowhere else.
    const next = isFound ? ` Go on with it: claude --resume ${session}` : '';
    return `Wrote ${number(bytes)} bytes to ${to}.${next}`;
  });
}

function nameOf({ session, generation }: BackupFile): string {
  return `${shortId(session)}.${generation}`;
}

/** By the name of the list, `<session>.<number>`; without the number, the newest of the session. */
function findBackup(home: string, name: string): BackupFile {
  const [, start = '', generation] = /^(.*?)(?:\.(\d+))?$/.exec(name) ?? [];
  const session = findSession(home, start);
  const backups = listBackups(home, { session });
  const newest = backups.toSorted((a, b) => b.generation - a.generation);
  const found =
    generation === undefined
      ? newest[0]
      : backups.find((backup) => backup.generation === Number(generation));
  if (found) return found;
  const there = backups.map(nameOf).join(', ') || 'none';
  throw new CliError(`There is no backup ${name}. Of that session there are: ${there}.`);
}

type Content = { bytes: number; lines: number; from: string | undefined; to: string | undefined };

async function readContent({ path }: BackupFile): Promise<Content> {
  const content: Content = { bytes: 0, lines: 0, from: undefined, to: undefined };
  try {
    for await (const line of backupLines(path)) {
      content.lines += 1;
      content.bytes += Buffer.byteLength(line) + 1;
      const at = /"timestamp":"([^"]+)"/.exec(line)?.[1];
      content.from ??= at;
      content.to = at ?? content.to;
    }
  } catch (error) {
    throw new CliError(`Backup ${path} is damaged; take another one.`, { cause: error });
  }
  return content;
}

/** The lines of a backup, unpacked as they are asked for. Throws where the file is damaged. */
export async function* backupLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  const done = pipeline(file, unpacked);
  // Thrown below, when the lines end.
  done.catch(() => {});
  yield* createInterface({ input: unpacked, crlfDelay: Infinity });
  await done;
}

function minute({ createdAt }: BackupFile): string {
  return createdAt?.slice(0, 16).replace('T', ' ') ?? 'unknown time   ';
}
