import { renameSync, statSync } from 'node:fs';
import { isRecord } from '@carryover/transcript';
import { handWrittenLines, writtenLines, type HandWrittenLine } from '../hand-written.ts';
import { renderState } from '../render-state.ts';
import { isSessionState } from '../is-session-state.ts';
import { STATE_VERSION, type SessionState } from '../session-state.ts';
import { errorCode } from '../unknown.ts';
import { isAsSaved } from './is-as-saved.ts';
import { listStates, type StateFile } from './list-states.ts';
import { readText } from './read-text.ts';
import { statePaths } from './store-paths.ts';
import { writeAtomic } from './write-atomic.ts';

/** Takes the secrets out of a line. */
export type Mask = (line: string) => string;

/**
 * Writes the evidence, then what people read: whoever finds the `.md` finds its `.json`. What a person
 * wrote into the `.md` since stays there, as `mask` gives it; without its `.json` nobody can tell what that
 * is, so the `.md` is moved aside. A run that was overtaken replaces nothing, and what a later version wrote
 * is moved aside. Returns the state as it was written, and where.
 */
export function saveState(
  home: string,
  made: SessionState,
  mask: Mask = (line) => line,
): { state: SessionState; path: string } {
  const { markdown, json } = statePaths(home, made.project, made.session);
  // Looked for first: of a state that another run writes at this moment the evidence comes before it.
  const isThere = statSync(markdown, { throwIfNoEntry: false }) !== undefined;
  const onDisk = readJson(json);
  const newest = isSessionState(onDisk) ? onDisk : undefined;
  if (newest && isOvertaken(made, newest)) return { state: newest, path: markdown };
  const notes = notesOf(home, newest)?.map((note) => ({ ...note, line: mask(note.line) }));
  const noted = { ...made, notes };
  const state = { ...noted, written: writtenLines(noted) };
  const version = isRecord(onDisk) && onDisk['version'];
  // The Markdown first: it is found by its `.json`, should this stop between the two.
  if (isLater(version)) for (const file of [markdown, json]) moveAside(file, version);
  else if (isThere && !newest) moveAside(markdown, 0);
  writeAtomic(json, `${JSON.stringify(state)}\n`, home);
  writeAtomic(markdown, renderState(state), home, { modifiedAt: new Date(state.createdAt) });
  return { state, path: markdown };
}

/** Of two runs that began with the same state, the one that read more of the transcript is the newer. */
function isOvertaken(made: SessionState, newest: SessionState): boolean {
  if (made.generation !== newest.generation) return made.generation < newest.generation;
  const { path, bytes } = newest.transcript;
  return path === made.transcript.path && bytes > made.transcript.bytes;
}

/** What a person wrote by now into the Markdown of the state that is on disk. */
export function notesOf(
  home: string,
  onDisk: SessionState | undefined,
): HandWrittenLine[] | undefined {
  if (!onDisk) return undefined;
  if (isAsSaved(home, onDisk)) return onDisk.notes;
  const { markdown } = statePaths(home, onDisk.project, onDisk.session);
  const isFile = statSync(markdown, { throwIfNoEntry: false })?.isFile();
  const text = isFile ? readText(markdown) : undefined;
  if (text === undefined) return onDisk.notes;
  const notes = handWrittenLines(text, onDisk);
  return notes?.length ? notes : undefined;
}

/** The session's state, `undefined` where there is none or it is of another version. */
export function loadState(
  home: string,
  project: string,
  session: string,
): SessionState | undefined {
  const state = readJson(statePaths(home, project, session).json);
  return isSessionState(state) ? state : undefined;
}

function isLater(version: unknown): version is number {
  return Number.isSafeInteger(version) && Number(version) > STATE_VERSION;
}

/** `s1.json` to `s1.v2.json`. */
function moveAside(file: string, version: number): void {
  try {
    renameSync(file, file.replace(/\w+$/, `v${version}.$&`));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** `undefined` for what is missing or damaged. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file) ?? '');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A transcript that has grown since its state, this lately, belongs to a session at work. In ms. */
const LIVE_MS = 30 * 60_000;

export type RecentOptions = {
  /** The session that asks. */
  except: string;
  maxAgeHours: number;
  now: Date;
  /** Also the state of a session that is at work: one that was cleared a moment ago looks like it. */
  evenLive?: boolean;
};

/**
 * The project's newest state of another session that is at most `maxAgeHours` old and is not at work
 * right now: two sessions of a project at once have nothing to give each other.
 */
export function findRecentState(
  home: string,
  project: string,
  { except, maxAgeHours, now, evenLive = false }: RecentOptions,
): SessionState | undefined {
  const oldest = now.getTime() - maxAgeHours * 3_600_000;
  const isAhead = ({ createdAt }: StateFile): boolean => Date.parse(createdAt) > now.getTime();
  const states = listStates(home, project);
  // What was made while the clock was ahead is not for ever the newest.
  for (const { session, createdAt } of [
    ...states.filter((state) => !isAhead(state)),
    ...states.filter(isAhead),
  ]) {
    if (session === except || !(Date.parse(createdAt) >= oldest)) continue;
    const state = tryLoad(home, project, session);
    if (state && (evenLive || !isLive(state, now))) return state;
  }
  return undefined;
}

/** One that cannot be read does not cost the others. */
function tryLoad(home: string, project: string, session: string): SessionState | undefined {
  try {
    return loadState(home, project, session);
  } catch {
    return undefined;
  }
}

function isLive({ transcript }: SessionState, now: Date): boolean {
  const stats = statSync(transcript.path, { throwIfNoEntry: false });
  if (!stats || stats.size <= transcript.bytes) return false;
  return now.getTime() - stats.mtimeMs < LIVE_MS;
}
