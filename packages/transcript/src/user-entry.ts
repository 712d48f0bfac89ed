import { blockText, toBlocks, type ContentBlock } from './content-blocks.ts';
import {
  isAttachmentEntry,
  isRecord,
  isUserEntry,
  type AttachmentEntry,
  type TranscriptEntry,
  type UserEntry,
} from './entry.ts';
import {
  isCommandTags,
  isInterruption,
  parseSlashCommand,
  personText,
  withoutInjected,
  type SlashCommand,
} from './user-text.ts';

/**
 * What a line with the role of the user really is.
 *
 * - `prompt`: the person's own words; `isMidTurn` when they were typed while the model worked.
 * - `command`: a slash command that was run. `shell`: a command typed after `!`, with its output.
 * - `summary`: what a compaction left. `meta`: written by the client for the model.
 * - `tool-results`, `command-output`, `interruption`, `notification` (background tasks, teammates,
 *   schedules), `injected` (ours, or another hook's), `empty`.
 */
export type UserEntryKind =
  | { kind: 'prompt'; text: string; media: number; isMidTurn: boolean }
  | { kind: 'command'; text: string; command: SlashCommand }
  | {
      kind:
        | 'shell'
        | 'summary'
        | 'meta'
        | 'tool-results'
        | 'command-output'
        | 'interruption'
        | 'notification'
        | 'injected'
        | 'empty';
      text: string;
    };

/**
 * Tells genuine prompts from everything else that is written with the role of the user, mid-turn
 * input included. `undefined` for other lines. Says nothing about sub-agents: their first line is
 * the task that the model gave them, so leave out `isSidechain` lines first.
 */
export function classifyUserEntry(entry: TranscriptEntry): UserEntryKind | undefined {
  if (isAttachmentEntry(entry)) return classifyAttachment(entry);
  return isUserEntry(entry) ? classifyUser(entry) : undefined;
}

/** The person's own words when the line is a genuine prompt of the main line, else `undefined`. */
export function promptText(entry: TranscriptEntry): string | undefined {
  const kind = classifyUserEntry(entry);
  return kind?.kind === 'prompt' ? kind.text : undefined;
}

function classifyUser(entry: UserEntry): UserEntryKind {
  const { content } = entry.message;
  // Most user lines are these, and their results can have megabytes: not copied to look at them.
  if (isToolResultsOnly(content)) return { kind: 'tool-results', text: '' };
  const blocks = toBlocks(content);
  const text = blocks.map(textOf).filter(Boolean).join('\n');
  if (entry.isCompactSummary === true || isSummaryText(text)) return { kind: 'summary', text };
  if (blocks.some((block) => block.type === 'tool_result')) {
    return withToolResults(blocks, entry.isMeta === true);
  }
  if (isInterruption(text.trim())) return { kind: 'interruption', text };
  if (isFromElsewhere(entry)) return { kind: 'notification', text };
  if (entry.isMeta === true) return { kind: 'meta', text };
  // Since about 2.1.200 what a person sent says so, commands do not: then a pasted tag is only text.
  const isTyped = entry['promptSource'] === 'typed' || entry['promptSource'] === 'sdk';
  return (isTyped ? undefined : fromTags(text)) ?? toPrompt(blocks, false);
}

function isToolResultsOnly(content: unknown): boolean {
  if (!Array.isArray(content) || content.length === 0) return false;
  return content.every((block) => isRecord(block) && block['type'] === 'tool_result');
}

/** Old versions put a prompt or an interruption beside the results of the same line. */
function withToolResults(blocks: ContentBlock[], isMeta: boolean): UserEntryKind {
  const rest = blocks.filter((block) => block.type === 'text' || block.type === 'media');
  const own = toPrompt(rest, true);
  const isOwn = !isMeta && own.kind === 'prompt' && !isInterruption(own.text);
  return isOwn ? own : { kind: 'tool-results', text: '' };
}

function classifyAttachment(entry: AttachmentEntry): UserEntryKind | undefined {
  const { attachment } = entry;
  if (attachment.type === 'hook_additional_context') {
    return { kind: 'injected', text: toBlocks(attachment['content']).map(textOf).join('\n') };
  }
  // The only record of what was typed while the model worked.
  if (attachment.type !== 'queued_command') return undefined;
  const blocks = toBlocks(attachment['prompt']);
  const text = blocks.map(textOf).filter(Boolean).join('\n');
  const mode = attachment['commandMode'];
  if (isFromElsewhere(attachment) || (mode !== undefined && mode !== 'prompt' && mode !== 'bash')) {
    return { kind: 'notification', text };
  }
  if (mode === 'bash') return { kind: 'shell', text };
  if (attachment['isMeta'] === true) return { kind: 'meta', text };
  return fromTags(text) ?? toPrompt(blocks, true);
}

/** Background tasks, teammates, plugins and schedules speak with the role of the user, too. */
function isFromElsewhere(fields: Record<string, unknown>): boolean {
  const origin = isRecord(fields['origin']) ? fields['origin']['kind'] : undefined;
  if (typeof origin === 'string' && origin !== 'human') return true;
  return (
    fields['promptSource'] === 'system' ||
    fields['scheduledTaskId'] !== undefined ||
    fields['wakeupSource'] !== undefined
  );
}

function fromTags(text: string): UserEntryKind | undefined {
  const start = text.trimStart();
  const command = parseSlashCommand(start);
  if (command) return { kind: 'command', text, command };
  if (/^<(task-notification|teammate-message|agent-message)[\s>]/.test(start)) {
    return { kind: 'notification', text };
  }
  if (/^<(local-command-(stdout|stderr)|bash-(stdout|stderr))>/.test(start)) {
    return { kind: 'command-output', text };
  }
  if (start.startsWith('<bash-input>')) return { kind: 'shell', text };
  if (start.startsWith('<local-command-caveat>')) return { kind: 'meta', text };
  // Nobody can tell whether half of a command was run: it is nobody's words, and no command.
  if (isCommandTags(start)) return { kind: 'meta', text };
  // Old versions and copies lack the tag or the flag.
  if (start.startsWith('Caveat: The messages below were generated by the user while running')) {
    return { kind: 'meta', text };
  }
  // 2.0 wrote the answer to a wrong command as a line of its own.
  if (/^Unknown slash command: \S+$/.test(start)) return { kind: 'command-output', text };
  return undefined;
}

function toPrompt(blocks: ContentBlock[], isMidTurn: boolean): UserEntryKind {
  const media = blocks.filter((block) => block.type === 'media').length;
  const parts = blocks.map((block) => personText(textOf(block))).filter(Boolean);
  const text = parts.map(memoryNote).join('\n');
  if (text !== '') return { kind: 'prompt', text, media, isMidTurn };
  const raw = blocks.map(textOf).join('\n');
  if (raw.trim() === '') return { kind: 'empty', text: '' };
  return { kind: raw === withoutInjected(raw) ? 'meta' : 'injected', text: raw };
}

/** What a person typed after `#` is wrapped, but it is theirs. */
function memoryNote(text: string): string {
  return /^<user-memory-input>([\s\S]*)<\/user-memory-input>$/.exec(text)?.[1] ?? text;
}

function textOf(block: ContentBlock): string {
  return block.type === 'other' || block.type === 'thinking' ? '' : blockText(block);
}

/** Summaries had no flag in early versions and in some copies. */
function isSummaryText(text: string): boolean {
  return /^This session is being continued from a previous conversation that ran out of context\. (The conversation is summarized below|The summary below)/.test(
    text,
  );
}
