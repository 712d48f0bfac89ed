import { isAttachmentEntry, isRecord, type TranscriptEntry } from '@carryover/transcript';
import { clipWords, oneLine } from './text.ts';
import { textField } from './unknown.ts';

const MAX_TEXT = 500;

/**
 * What a hook said when it kept something from happening: a prompt (a system line in 2.0.77 to
 * 2.1.333) or a tool use (an attachment). Refused tool uses also have an error as their result.
 */
export function readHookBlock(entry: TranscriptEntry): string | undefined {
  if (isAttachmentEntry(entry)) return fromAttachment(entry.attachment);
  const content = entry.type === 'system' ? entry['content'] : undefined;
  if (typeof content !== 'string' || !/ operation blocked by hook:/.test(content)) return undefined;
  return clipWords(oneLine(content), MAX_TEXT);
}

function fromAttachment(attachment: Record<string, unknown>): string | undefined {
  if (attachment['type'] !== 'hook_blocking_error') return undefined;
  const error = attachment['blockingError'];
  const said = isRecord(error) ? textField(error, 'blockingError') : undefined;
  const hook = textField(attachment, 'hookName', 'hookEvent') ?? 'A hook';
  const why = said ?? textField(attachment, 'content', 'stderr') ?? 'without a reason';
  return clipWords(oneLine(`${hook} blocked: ${why}`), MAX_TEXT);
}
