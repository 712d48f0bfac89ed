import { readFileSync } from 'node:fs';
import {
  clip,
  listBackups,
  listStates,
  neutral,
  oneLine,
  SECTIONS,
  type BackupFile,
} from '@carryover/state-file';
import {
  contentBlocks,
  isAssistantEntry,
  isUserEntry,
  toEntry,
  type TranscriptEntry,
} from '@carryover/transcript';
import { CliError } from '../cli-error.ts';
import { backupLines } from './backups.ts';
import { folders } from './folders.ts';
import { print, shortId } from './print.ts';

export type SearchOptions = { limit: string; json?: boolean };

type Hit = {
  in: 'state' | 'backup';
  session: string;
  project: string;
  path: string;
  /** The section of a state, or the line of a transcript. */
  where: string;
  text: string;
};

const CONTEXT = 160;
/** What every state says of itself, before its sections. */
const HEADER =
  /^(?:# Compact Prep State|<!-- carryover |Made by carryover |Written by a model for )/;

/** Lines of states and messages of backups in which all of the words stand, newest session first. */
export async function search(words: string[], options: SearchOptions): Promise<void> {
  const limit = Number(options.limit);
  if (!(Number.isSafeInteger(limit) && limit >= 1))
    throw new CliError(`--limit ${options.limit} is no number of hits, such as 20.`);
  const wanted = words
    .join(' ')
    .split(/\s+/)
    .map(fold)
    .filter((word) => word !== '');
  if (wanted.length === 0)
    throw new CliError('Nothing to search for. Give words: carryover search retry queue');
  const { home } = folders();
  const hits: Hit[] = [];
  for await (const hit of allHits(home, wanted)) {
    hits.push(hit);
    if (hits.length === limit) break;
  }
  print(options, hits, () => {
    if (hits.length === 0) return `Nothing that is kept says ${wanted.join(' ')}.`;
    const more = hits.length === limit ? [`(the first ${limit}; more with --limit)`] : [];
    return [...hits.map(hitLine), ...more].join('\n');
  });
}

async function* allHits(home: string, words: string[]): AsyncGenerator<Hit> {
  for (const state of listStates(home)) {
    let section = 'notes above';
    for (const line of readFileSync(state.path, 'utf8').split('\n')) {
      const heading = SECTIONS.find((name) => line === `## ${name}`);
      if (heading) section = heading;
      else if (!HEADER.test(line) && holds(line, words))
        yield { in: 'state', ...placeOf(state), where: section, text: around(line, words) };
    }
  }
  for (const backup of newestOfEach(listBackups(home))) yield* hitsInBackup(backup, words);
}

async function* hitsInBackup(backup: BackupFile, words: string[]): AsyncGenerator<Hit> {
  let line = 0;
  try {
    for await (const text of backupLines(backup.path)) {
      line += 1;
      const said = saidIn(text);
      if (holds(said, words))
        yield {
          in: 'backup',
          ...placeOf(backup),
          where: `line ${line}`,
          text: around(said, words),
        };
    }
  } catch {
    // A damaged backup gives what could be read; `backups show` says that it is damaged.
  }
}

/** Each backup of a session holds what the ones before it hold. */
function newestOfEach(backups: BackupFile[]): BackupFile[] {
  const newest = new Map<string, BackupFile>();
  for (const backup of backups) {
    const known = newest.get(backup.session);
    if (!known || known.generation < backup.generation) newest.set(backup.session, backup);
  }
  return [...newest.values()].toReversed();
}

/** The words of a message, of person, model and tools. */
function saidIn(line: string): string {
  const entry = parseEntry(line);
  if (!entry || !(isUserEntry(entry) || isAssistantEntry(entry))) return '';
  return contentBlocks(entry)
    .map((block) => (block.type === 'text' ? block.text : JSON.stringify(block)))
    .join('\n');
}

function parseEntry(line: string): TranscriptEntry | undefined {
  try {
    return toEntry(JSON.parse(line));
  } catch {
    // A torn or damaged line says nothing.
    return undefined;
  }
}

function placeOf({ session, project, path }: { session: string; project: string; path: string }) {
  return { session, project, path };
}

function holds(text: string, words: string[]): boolean {
  if (text === '') return false;
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}

function around(text: string, words: string[]): string {
  const line = oneLine(text);
  const at = Math.max(0, fold(line).indexOf(words[0] ?? '') - CONTEXT / 4);
  return neutral(`${at > 0 ? '…' : ''}${clip(line.slice(at), CONTEXT)}`);
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function hitLine({ in: where, session, where: place, text }: Hit): string {
  return `${where} ${shortId(session)}, ${place}: ${text}`;
}
