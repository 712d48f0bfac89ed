import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { collectReport } from '../report/collect-report.ts';
import { reportPage } from '../report/page.ts';
import { folders } from './folders.ts';
import { newestTranscript, refuseEmpty } from './sessions.ts';

/**
 * Writes the page of a session and says where it is; with `json` what it would show instead, printed where
 * no file is named.
 */
export async function report(
  session: string | undefined,
  options: { out?: string; json?: boolean },
): Promise<void> {
  const { home, configDir } = folders();
  const transcript = session === undefined ? newestTranscript() : find(session, configDir);
  const data = await collectReport(transcript, home);
  const json = options.json ? `${JSON.stringify(data, null, 2)}\n` : undefined;
  if (json !== undefined && options.out === undefined) {
    process.stdout.write(json);
    return;
  }
  const file = resolve(options.out ?? `carryover-${data.session.id.slice(0, 8)}.html`);
  // It quotes the conversation: for its owner alone.
  writeFileSync(file, json ?? reportPage(data), { mode: 0o600 });
  console.log(file);
}

/** A path, or the beginning of a session's id among the client's transcripts. Throws `CliError`. */
function find(session: string, configDir: string): string {
  refuseEmpty(session, 'session', "Leave it out for this folder's newest.");
  if (existsSync(session)) return session;
  const root = join(configDir, 'projects');
  const found = namesIn(root).flatMap((project) =>
    namesIn(join(root, project))
      .filter((name) => name.startsWith(session) && name.endsWith('.jsonl'))
      .map((name) => join(root, project, name)),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const problem = only === undefined ? 'No transcript' : `${found.length} transcripts`;
  throw new CliError(
    `${problem} of session ${session} in ${root}. Give the whole id or the path of a transcript.`,
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
