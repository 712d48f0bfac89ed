/**
 * One line of a transcript as Claude Code wrote it (seen from 1.0.17 to 2.1.333). The format is
 * internal and changes between versions: the fields named here have the type named here or are
 * `undefined`, everything else is `unknown`. Check before use.
 */
export type TranscriptEntry = {
  type: string | undefined;
  subtype?: string | undefined;
  uuid?: string | undefined;
  parentUuid?: string | null | undefined;
  timestamp?: string | undefined;
  isSidechain?: boolean | undefined;
  isMeta?: boolean | undefined;
  isCompactSummary?: boolean | undefined;
  [field: string]: unknown;
};

export type AssistantEntry = TranscriptEntry & { type: 'assistant'; message: EntryMessage };
export type UserEntry = TranscriptEntry & { type: 'user'; message: EntryMessage };
export type SystemEntry = TranscriptEntry & { type: 'system' };
export type AttachmentEntry = TranscriptEntry & {
  type: 'attachment';
  attachment: { type?: unknown; [field: string]: unknown };
};
export type EntryMessage = { [field: string]: unknown };

export type CompactBoundary = SystemEntry & { subtype: 'compact_boundary' };

const stringFields = ['type', 'subtype', 'uuid', 'timestamp'] as const;
const booleanFields = ['isSidechain', 'isMeta', 'isCompactSummary'] as const;

/**
 * A parsed line as an entry; `undefined` for anything but an object. Fields of the wrong type are
 * set to `undefined` in place, so that no reader has to check them again.
 */
export function toEntry(value: unknown): TranscriptEntry | undefined {
  return isRecord(value) && clearWrongTypes(value) ? value : undefined;
}

function clearWrongTypes(value: Record<string, unknown>): value is TranscriptEntry {
  for (const field of stringFields) {
    if (value[field] !== undefined && typeof value[field] !== 'string') value[field] = undefined;
  }
  for (const field of booleanFields) {
    if (value[field] !== undefined && typeof value[field] !== 'boolean') value[field] = undefined;
  }
  const parent = value['parentUuid'];
  if (parent !== undefined && typeof parent !== 'string' && parent !== null) {
    value['parentUuid'] = undefined;
  }
  return true;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isAssistantEntry(entry: TranscriptEntry): entry is AssistantEntry {
  return entry.type === 'assistant' && isRecord(entry['message']);
}

/** True for everything written with the role of the user: prompts, tool results, summaries, notices. */
export function isUserEntry(entry: TranscriptEntry): entry is UserEntry {
  return entry.type === 'user' && isRecord(entry['message']);
}

export function isSystemEntry(entry: TranscriptEntry): entry is SystemEntry {
  return entry.type === 'system';
}

export function isAttachmentEntry(entry: TranscriptEntry): entry is AttachmentEntry {
  return entry.type === 'attachment' && isRecord(entry['attachment']);
}

/** True for the line that ends a context: what stands before it is no longer seen by the model. */
export function isCompactBoundary(entry: TranscriptEntry): entry is CompactBoundary {
  return entry.type === 'system' && entry.subtype === 'compact_boundary';
}

/**
 * True for lines of a sub-agent or a teammate inside the session's file (written there before 2.0), and
 * for every line of a sub-agent's own file.
 */
export function isSidechain(entry: TranscriptEntry): boolean {
  return (
    entry.isSidechain === true ||
    typeof entry['agentId'] === 'string' ||
    typeof entry['teamName'] === 'string'
  );
}

/** The line of a sub-agent as its own main line: for reading the file of a sub-agent. */
export function asMainLine(entry: TranscriptEntry): TranscriptEntry {
  return { ...entry, isSidechain: false, agentId: undefined, teamName: undefined };
}

/** True for replies that the client made up itself (`<synthetic>`), failed ones among them. */
export function isSyntheticReply(entry: TranscriptEntry): boolean {
  if (entry['isApiErrorMessage'] === true) return true;
  return isRecord(entry['message']) && entry['message']['model'] === '<synthetic>';
}

export type KnownEntryType = (typeof knownTypes)[number];

/** True for the line types seen up to 2.1.333; others are passed on all the same, and counted. */
export function isKnownEntryType(type: string | undefined): type is KnownEntryType {
  return type !== undefined && (knownTypes as readonly string[]).includes(type);
}

const knownTypes = [
  'assistant',
  'user',
  'system',
  'attachment',
  'progress',
  'file-history-snapshot',
  'file-history-delta',
  'last-prompt',
  'queue-operation',
  'permission-mode',
  'mode',
  'ai-title',
  'custom-title',
  'agent-name',
  'agent-color',
  'agent-setting',
  'pr-link',
  'bridge-session',
  'summary',
  'frame-link',
  'worktree-state',
  'relocated',
  'started',
  'result',
  'atis-latch',
  'tag',
  'task-summary',
  'content-replacement',
  'attribution-snapshot',
  'speculation-accept',
  'marble-origami-commit',
  'marble-origami-snapshot',
  'fork-context-ref',
  'tools-used',
  'cost-state',
  'api-request',
  'api-request-shape',
  'api-request-blob',
] as const;
