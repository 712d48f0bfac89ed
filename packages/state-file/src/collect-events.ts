import {
  contentBlocks,
  createThreadIndex,
  isAssistantEntry,
  isAttachmentEntry,
  isCompactBoundary,
  isRecord,
  isSidechain,
  isSyntheticReply,
  isUserEntry,
  toolResults,
  type AssistantEntry,
  type AttachmentEntry,
  type LinePosition,
  type TranscriptEntry,
  type UserEntry,
} from '@carryover/transcript';
import { readHookBlock } from './hook-block.ts';
import type { Aside, Evidence, SessionEvent, SessionRecord } from './session-event.ts';
import { clipMiddle, clipWords } from './text.ts';
import { joinTools, type ToolJoin } from './tool-join.ts';
import { textField } from './unknown.ts';
import { readUserText, type UserText } from './user-text.ts';

export type EventCollector = {
  /** Takes the next line: a consumer of `scanTranscript` and `streamTranscript`. */
  entry: (entry: TranscriptEntry, position: LinePosition) => void;
  finish: () => SessionRecord;
};

type Collection = {
  events: SessionEvent[];
  setting: SessionRecord['setting'];
  tools: ToolJoin;
  /** The line that each event was begun by: where a tool use was made, not where it was answered. */
  origins: Map<SessionEvent, string | undefined>;
  seen: Set<string>;
};

/** Where a line stands and whom it is of. */
type Place = { at: Evidence; aside: Aside | undefined };

const MAX_PROMPT = 16_000;
const MAX_REPLY = 1_000;

/** Turns the lines of a transcript into the events that facts are made of. */
export function collectEvents(): EventCollector {
  const collection: Collection = {
    events: [],
    setting: {},
    tools: joinTools(),
    origins: new Map(),
    seen: new Set(),
  };
  const threads = createThreadIndex();
  return {
    entry(entry, position) {
      threads.entry?.(entry, position);
      const { offset } = position;
      const { uuid, timestamp } = entry;
      // A resumed or forked session may hold copies of earlier lines.
      if (uuid !== undefined && collection.seen.has(uuid)) return;
      if (uuid !== undefined) collection.seen.add(uuid);
      const place = { at: { uuid, offset, timestamp }, aside: agentOf(entry) };
      if (!place.aside) readSetting(collection, entry);
      if (isAssistantEntry(entry)) readReply(collection, entry, place);
      else if (isUserEntry(entry)) readUser(collection, entry, place);
      else if (place.aside) return;
      else if (isAttachmentEntry(entry)) readAttachment(collection, entry, place);
      else if (isCompactBoundary(entry)) readBoundary(collection, entry, place);
      else addHookBlock(collection, entry, place);
    },
    finish() {
      const { events, origins, setting } = collection;
      const { branchOf } = threads.finish();
      for (const event of events) {
        // Only at the end is it known which branches were left.
        if (!event.aside && branchOf(origins.get(event)) === 'rewound') event.aside = 'rewound';
      }
      const main = events.filter(({ aside }) => aside === undefined);
      return { events: main, asides: events.filter(({ aside }) => aside !== undefined), setting };
    },
  };
}

function add({ events, origins }: Collection, event: SessionEvent): void {
  events.push(event);
  origins.set(event, event.at.uuid);
}

/** Written into the session's own file before 2.0; since then each agent has its file. */
function agentOf(entry: TranscriptEntry): Aside | undefined {
  if (!isSidechain(entry)) return undefined;
  return `agent ${textField(entry, 'agentId') ?? 'unknown'}`;
}

function readSetting({ setting }: Collection, entry: TranscriptEntry): void {
  for (const field of ['cwd', 'gitBranch', 'permissionMode'] as const) {
    const value = entry[field];
    if (typeof value === 'string') setting[field] = value;
  }
}

function readReply(collection: Collection, entry: AssistantEntry, place: Place): void {
  if (isSyntheticReply(entry)) return;
  for (const block of contentBlocks(entry)) {
    if (block.type === 'text' && !place.aside) addReply(collection, block.text, place);
    else if (block.type === 'tool_use') {
      const folder = textField(entry, 'cwd');
      const tool = collection.tools.use(block, { ...place, folder });
      if (tool) add(collection, tool);
    }
  }
}

function addReply(collection: Collection, text: string, place: Place): void {
  if (text.trim() === '') return;
  add(collection, { kind: 'reply', ...place, text: clipWords(text, MAX_REPLY) });
}

function readUser(collection: Collection, entry: UserEntry, place: Place): void {
  for (const result of toolResults(entry)) collection.tools.result(result, entry, place.at);
  // What a sub-agent was told is the model's word, not the person's.
  if (!place.aside) addUserText(collection, readUserText(entry), place);
}

function addUserText(collection: Collection, text: UserText | undefined, place: Place): void {
  if (text?.kind === 'prompt') {
    add(collection, { kind: 'prompt', ...place, text: clipMiddle(text.text, MAX_PROMPT) });
  } else if (text) add(collection, { ...text, ...place });
}

function readAttachment(collection: Collection, entry: AttachmentEntry, place: Place): void {
  const { type, content } = entry.attachment;
  if (type === 'queued_command') addUserText(collection, readUserText(entry), place);
  if ((type === 'task_reminder' || type === 'todo_reminder') && Array.isArray(content)) {
    add(collection, { kind: 'task-list', ...place, tasks: content.filter(isRecord) });
  }
  addHookBlock(collection, entry, place);
}

function addHookBlock(collection: Collection, entry: TranscriptEntry, place: Place): void {
  const text = readHookBlock(entry);
  if (text !== undefined) add(collection, { kind: 'hook-block', ...place, text });
}

function readBoundary(collection: Collection, entry: TranscriptEntry, place: Place): void {
  const metadata = entry['compactMetadata'];
  const trigger = isRecord(metadata) ? textField(metadata, 'trigger') : undefined;
  add(collection, { kind: 'compaction', ...place, trigger: trigger ?? 'unknown' });
}
