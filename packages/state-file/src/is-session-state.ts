import { isRecord } from '@carryover/transcript';
import { SECTIONS } from './fact.ts';
import { STATE_VERSION, type SessionState } from './session-state.ts';
import { isSafeId } from './store/store-paths.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isId: Check = (value) => typeof value === 'string' && isSafeId(value);
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isSectionName: Check = (value) => SECTIONS.some((name) => name === value);

const isFact = shape({
  text: isText,
  body: optional(isText),
  at: optional(shape({ uuid: optional(isText), offset: isCount, timestamp: optional(isText) })),
  aside: optional(isText),
  pin: optional((value) => value === true),
});

const hasShape = shape({
  version: (value) => value === STATE_VERSION,
  session: isId,
  project: isId,
  generation: (value) => isCount(value) && value !== 0,
  createdAt: isTime,
  transcript: shape({
    path: isText,
    bytes: isCount,
    skippedLines: isCount,
    mark: optional(isText),
  }),
  backup: optional(shape({ path: isText, originalBytes: isCount, bytes: isCount })),
  setting: shape({
    cwd: optional(isText),
    gitBranch: optional(isText),
    permissionMode: optional(isText),
  }),
  sections: shape(Object.fromEntries(SECTIONS.map((name) => [name, listOf(isFact)]))),
  notes: optional(
    listOf(shape({ section: (value) => value === null || isSectionName(value), line: isText })),
  ),
  written: optional(listOf(isText)),
  takenFrom: optional(isText),
  redacted: optional((value) => isRecord(value) && Object.values(value).every(isCount)),
});

/**
 * True for what this version wrote, down to each fact: what a person or a broken disk left in another
 * shape is as good as damaged, and files of other versions are left alone.
 */
export function isSessionState(value: unknown): value is SessionState {
  return hasShape(value);
}

function shape(fields: Record<string, Check>): Check {
  const checks = Object.entries(fields);
  return (value) => isRecord(value) && checks.every(([name, check]) => check(value[name]));
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}
