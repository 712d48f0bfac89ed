import { isRecord } from '@carryover/transcript';
import type { Fact } from '../fact.ts';
import { isPinned, PINNED } from '../pinned-notes.ts';
import type { SessionState } from '../session-state.ts';
import { StateFileError } from '../state-file-error.ts';
import { oneLine } from '../text.ts';
import { withLock } from './lock.ts';
import { readText } from './read-text.ts';
import { pinsFile } from './store-paths.ts';
import { writeAtomic } from './write-atomic.ts';

/** A note that every state of the project carries, word for word, until somebody takes it out. */
export type Pin = { /** ISO 8601. */ at: string; text: string };

/** All of them are in every injected state, so that they must stay few and short. */
export const MAX_PINS = 12;
/** UTF-16 units of one. */
export const MAX_PIN_UNITS = 300;

/** The notes of a project, oldest first; damaged lines are passed over. */
export function readPins(home: string, project: string): Pin[] {
  const text = readText(pinsFile(home, project)) ?? '';
  return text.split('\n').flatMap((line) => parsePin(line) ?? []);
}

/** Keeps a note; one that is there already is not kept twice. Throws `pin_limit`. */
export function addPin(home: string, project: string, pin: Pin): Pin[] {
  const text = oneLine(pin.text);
  if (text === '' || text.length > MAX_PIN_UNITS) {
    const size = text === '' ? 'is empty' : `has ${text.length} characters`;
    throw new StateFileError('pin_limit', `the note ${size}; 1 to ${MAX_PIN_UNITS} can be pinned`);
  }
  return changePins(home, project, (pins) => {
    if (pins.some((known) => known.text === text)) return pins;
    if (pins.length < MAX_PINS) return [...pins, { at: pin.at, text }];
    throw new StateFileError(
      'pin_limit',
      `${MAX_PINS} notes are pinned already; take one out first`,
    );
  });
}

/** Takes out the note of that number, counted from 1. Throws `pin_limit` where there is none. */
export function removePin(home: string, project: string, number: number): Pin[] {
  return changePins(home, project, (pins) => {
    if (pins[number - 1]) return pins.filter((_, index) => index !== number - 1);
    throw new StateFileError('pin_limit', `no note ${number}; there are ${pins.length}`);
  });
}

/**
 * The state with exactly these notes pinned to it; those from `pin:` lines of prompts stay, in front of
 * them: where there is no room for all, the last ones stay.
 */
export function withPins(state: SessionState, pins: Pin[]): SessionState {
  const own = pins.map(({ text }): Fact => ({ text: `${PINNED}${text}`, pin: true }));
  const notes = state.sections['Recovery Notes'].filter(({ pin }) => !pin);
  notes.splice(notes.filter(isPinned).length, 0, ...own);
  return { ...state, sections: { ...state.sections, 'Recovery Notes': notes } };
}

function changePins(home: string, project: string, change: (pins: Pin[]) => Pin[]): Pin[] {
  const file = pinsFile(home, project);
  const changed = withLock(`${file}.lock`, home, () => {
    const pins = change(readPins(home, project));
    writeAtomic(file, pins.map((pin) => `${JSON.stringify(pin)}\n`).join(''), home);
    return pins;
  });
  if (changed) return changed;
  throw new StateFileError('locked', `${file} is being changed by another process; try again`);
}

function parsePin(line: string): Pin | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value)) return undefined;
    const { at, text } = value;
    return typeof at === 'string' && typeof text === 'string' ? { at, text } : undefined;
  } catch {
    return undefined;
  }
}
