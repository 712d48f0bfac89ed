import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  loadState,
  parseState,
  projectId,
  readForeignText,
  saveState,
  SECTIONS,
  STATE_VERSION,
  type Fact,
  type ParsedState,
  type SessionState,
} from '@carryover/state-file';
import { redactSecrets } from '@carryover/state-file/redact';
import { describeSession } from '@carryover/transcript';
import { CliError } from '../cli-error.ts';
import { transcriptsIn } from '../transcripts-in.ts';
import { folders } from './folders.ts';
import { print } from './print.ts';
import { workFolder } from './sessions.ts';

export type ImportOptions = { from?: string; dryRun?: boolean; json?: boolean };

type Imported = { file: string; session: string; project?: string; skipped?: string };

/**
 * Takes over the states that compact-ops 0.2.0 has left: `state/<hash of the folder>/<session>.md`. Its
 * files stay as they are; a session of which carryover has a state is left alone.
 */
export async function importCompactOps(options: ImportOptions): Promise<void> {
  const { home, configDir } = folders();
  const from =
    options.from ||
    process.env['COMPACT_OPS_HOME']?.trim() ||
    join(homedir(), '.claude', 'compact-ops');
  const files = stateFiles(join(from, 'state'));
  if (files.length === 0)
    throw new CliError(`No states of compact-ops in ${from}. Say where they are: --from <folder>`);
  const places = placesOf(configDir);
  const results: Imported[] = [];
  for (const file of files) {
    // One after the other: they share the rules that find secrets.
    // oxlint-disable-next-line no-await-in-loop
    results.push(await importFile(file, { home, places, dryRun: options.dryRun ?? false }));
  }
  print(options, results, () => report(results, options.dryRun ?? false));
}

/** A session's transcript and the folder it was made in, by session id and by the folder's hashes. */
type Place = { folder: string; transcript?: string };

function placesOf(configDir: string): Map<string, Place> {
  const places = new Map<string, Place>();
  const projects = join(configDir, 'projects');
  const transcripts = names(projects).flatMap((name) => transcriptsIn(join(projects, name)));
  for (const transcript of transcripts) {
    const described = describeSession(transcript);
    const folder = described.ok ? described.cwd : undefined;
    if (folder === undefined) continue;
    places.set(basename(transcript, '.jsonl'), { folder, transcript });
    for (const hash of hashes(folder)) places.set(hash, { folder });
  }
  for (const hash of hashes(workFolder())) places.set(hash, { folder: workFolder() });
  return places;
}

/** As compact-ops names a folder: with `md5`, or `shasum` where there is no such program. */
function hashes(folder: string): string[] {
  return ['md5', 'sha1'].map((name) => createHash(name).update(folder).digest('hex').slice(0, 12));
}

async function importFile(
  file: string,
  { home, places, dryRun }: { home: string; places: Map<string, Place>; dryRun: boolean },
): Promise<Imported> {
  const session = basename(file, '.md');
  const skip = (skipped: string): Imported => ({ file, session, skipped });
  const text = readForeignText(file);
  if (text === undefined) return skip('it cannot be read');
  const parsed = parseState(text);
  if (!parsed) return skip('it is no state file');
  const place = places.get(session) ?? places.get(basename(join(file, '..')));
  if (!place) return skip('its folder is not known; run the command there');
  const project = projectId(place.folder);
  if (!isUsable(session)) return skip('its name is no session id');
  if (loadState(home, project, session)) return skip('carryover has a state of this session');
  if (!dryRun) saveState(home, await stateOf(parsed, { file, session, project, place }));
  return { file, session, project };
}

function isUsable(session: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(session);
}

async function stateOf(
  parsed: ParsedState,
  {
    file,
    session,
    project,
    place,
  }: { file: string; session: string; project: string; place: Place },
): Promise<SessionState> {
  const facts = SECTIONS.map((name) => factsOf(parsed, name));
  // compact-ops takes no secrets out.
  const { texts, counts } = await redactSecrets(facts.flat());
  let index = 0;
  const entries = SECTIONS.map((name, section) => [
    name,
    (facts[section] ?? []).map((): Fact => ({ text: texts[index++] ?? '' })),
  ]);
  return {
    version: STATE_VERSION,
    session,
    project,
    generation: 1,
    createdAt: statSync(file).mtime.toISOString(),
    transcript: { path: place.transcript ?? '', bytes: 0, skippedLines: 0 },
    setting: { cwd: place.folder },
    redacted: counts,
    takenFrom: 'compact-ops',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    sections: Object.fromEntries(entries) as SessionState['sections'],
  };
}

/** A model wrote them: items, and whatever else stands under the heading, line by line. */
function factsOf({ sections, others }: ParsedState, name: (typeof SECTIONS)[number]): string[] {
  const items = sections[name].map(({ text, body }) =>
    body === undefined ? text : `${text} ${body}`,
  );
  const loose = others.filter(({ section }) => section === name).map(({ line }) => line);
  return [...items, ...loose.map((line) => line.trim().replace(/^[-*] /, ''))];
}

function stateFiles(folder: string): string[] {
  return names(folder).flatMap((hash) =>
    names(join(folder, hash))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, hash, name)),
  );
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function report(results: Imported[], dryRun: boolean): string {
  const taken = results.filter(({ skipped }) => skipped === undefined);
  return [
    ...results.map(
      ({ file, skipped }) =>
        `${file}: ${skipped ?? (dryRun ? 'would be taken over' : 'taken over')}`,
    ),
    `${dryRun ? 'Would take over' : 'Took over'} ${taken.length} of ${results.length} states.`,
  ].join('\n');
}
