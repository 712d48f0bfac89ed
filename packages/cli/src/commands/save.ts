import { basename } from 'node:path';
import { projectId, snapshotSession, statePaths } from '@carryover/state-file';
import { redactSecrets } from '@carryover/state-file/redact';
import { CliError } from '../cli-error.ts';
import { retentionOf } from '../config/keys.ts';
import { readConfig } from '../config/read-config.ts';
import { tellError } from '../tell-error.ts';
import { folders } from './folders.ts';
import { print } from './print.ts';
import { newestTranscript, workFolder } from './sessions.ts';

/** Makes the state of the running session, so that somebody can write into it what facts do not say. */
export async function save(options: { json?: boolean }): Promise<void> {
  const { home } = folders();
  const folder = workFolder();
  const { config } = readConfig({ home, project: folder });
  if (!config.enabled)
    throw new CliError('Nothing was saved: carryover is switched off here. See: carryover config');
  const transcript = newestTranscript();
  const [project, session] = [projectId(folder), basename(transcript, '.jsonl')];
  const snapshot = await snapshotSession({
    home,
    project,
    session,
    transcript,
    now: new Date(),
    folder,
    redact: redactSecrets,
    retention: retentionOf(config),
  });
  if (!snapshot.ok) throw new CliError(`Nothing was saved of ${transcript}: ${snapshot.reason}.`);
  const { saveFailure, ledgerFailure, state } = snapshot;
  if (saveFailure instanceof Error)
    throw new CliError(`Nothing was saved: ${tellError(saveFailure)}`);
  const { generation } = state;
  const { markdown: path } = statePaths(home, project, state.session);
  const ledger = ledgerFailure instanceof Error ? ledgerFailure.message : undefined;
  print(options, { session, generation, path, ledgerFailure: ledger }, () =>
    [
      `State ${generation}: ${path}`,
      ...(ledger === undefined ? [] : [`The ledger has no entry of it: ${ledger}`]),
      'Lines that you write into it stay, and are given back with it after the compaction.',
    ].join('\n'),
  );
}
