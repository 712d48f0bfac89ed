import {
  contentBlocks,
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
  type ToolResult,
  type ToolUse,
  type TranscriptEntry,
  type UserEntry,
} from '@carryover/transcript';
import { readUserText, type UserText } from './user-text.ts';
import type { Evidence, SessionRecord, ToolEvent } from './session-event.ts';
import { clip, clipMiddle } from './text.ts';
import { compactFields } from './tool-fields.ts';
import { textField } from './unknown.ts';

export type EventCollector = {
  /** Takes the next line: a consumer of `scanTranscript` and `streamTranscript`. */
  entry: (entry: TranscriptEntry, position: LinePosition) => void;
  record: SessionRecord;
};

type Collection = { record: SessionRecord; tools: Map<string, ToolEvent> };

const MAX_PROMPT = 16_000;
const MAX_REPLY = 4_000;
const MAX_RESULT = 2_000;

/** Turns the lines of a transcript into the events that facts are made of, main line only. */
export function collectEvents(): EventCollector {
  const collection: Collection = { record: { events: [], setting: {} }, tools: new Map() };
  return {
    record: collection.record,
    entry: (entry, { offset }) => {
      if (isSidechain(entry)) return;
      const at: Evidence = { uuid: entry.uuid, offset, timestamp: entry.timestamp };
      readSetting(collection, entry);
      if (isAssistantEntry(entry)) readReply(collection, entry, at);
      else if (isUserEntry(entry)) readUser(collection, entry, at);
      else if (isAttachmentEntry(entry)) readAttachment(collection, entry, at);
      else if (isCompactBoundary(entry)) readBoundary(collection, entry, at);
    },
  };
}

function readSetting({ record }: Collection, entry: TranscriptEntry): void {
  for (const field of ['cwd', 'gitBranch', 'permissionMode'] as const) {
    const value = entry[field];
    if (typeof value === 'string') record.setting[field] = value;
  }
}

function readReply(collection: Collection, entry: AssistantEntry, at: Evidence): void {
  if (isSyntheticReply(entry)) return;
  for (const block of contentBlocks(entry)) {
    if (block.type === 'text') addReply(collection, block.text, at);
    else if (block.type === 'tool_use') addToolUse(collection, block, at);
  }
}

function addReply({ record }: Collection, text: string, at: Evidence): void {
  if (text.trim() === '') return;
  record.events.push({ kind: 'reply', at, text: clip(text, MAX_REPLY) });
}

function addToolUse({ record, tools }: Collection, use: ToolUse, at: Evidence): void {
  // A resumed or forked session may hold copies of earlier lines.
  if (use.id === '' || tools.has(use.id)) return;
  const { id, name } = use;
  const input = compactFields(use.input);
  const tool: ToolEvent = {
    kind: 'tool',
    at,
    id,
    name,
    input,
    outcome: 'pending',
    text: '',
    result: {},
  };
  tools.set(id, tool);
  record.events.push(tool);
}

function readUser(collection: Collection, entry: UserEntry, at: Evidence): void {
  for (const result of toolResults(entry)) addToolResult(collection, entry, result, at);
  addUserText(collection, readUserText(entry), at);
}

function addToolResult(
  { tools }: Collection,
  entry: UserEntry,
  result: ToolResult,
  at: Evidence,
): void {
  const tool = tools.get(result.toolUseId);
  if (!tool) return;
  tool.at = at;
  tool.outcome = result.isError ? 'error' : 'ok';
  tool.text = clipMiddle(result.text, MAX_RESULT);
  tool.result = compactFields(entry['toolUseResult']);
  tool.denial = denialOf(entry);
}

/** An own program that asks for permission marks the person's no like a rule's; the source tells (2.1.332). */
function denialOf(entry: UserEntry): string | undefined {
  const decision = entry['permissionDecision'];
  if (isRecord(decision) && decision['source'] === 'user_reject') return 'user-rejected';
  return textField(entry, 'toolDenialKind');
}

function addUserText({ record }: Collection, text: UserText | undefined, at: Evidence): void {
  if (text === undefined) return;
  if (text.kind === 'prompt') {
    record.events.push({ kind: 'prompt', at, text: clip(text.text, MAX_PROMPT) });
  } else record.events.push({ ...text, at });
}

function readAttachment(collection: Collection, entry: AttachmentEntry, at: Evidence): void {
  const { type, content } = entry.attachment;
  if (type === 'queued_command') addUserText(collection, readUserText(entry), at);
  if ((type === 'task_reminder' || type === 'todo_reminder') && Array.isArray(content)) {
    collection.record.events.push({ kind: 'task-list', at, tasks: content.filter(isRecord) });
  }
}

function readBoundary({ record }: Collection, entry: TranscriptEntry, at: Evidence): void {
  const metadata = entry['compactMetadata'];
  const trigger = isRecord(metadata) ? textField(metadata, 'trigger') : undefined;
  record.events.push({ kind: 'compaction', at, trigger: trigger ?? 'unknown' });
}
