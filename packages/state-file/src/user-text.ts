import { blockText, toBlocks, type AttachmentEntry, type UserEntry } from '@carryover/transcript';

export type UserText =
  | { kind: 'prompt'; text: string }
  | { kind: 'interruption' }
  | { kind: 'command'; name: string; args: string }
  | { kind: 'notification'; taskId: string; status: string; result: string };

/** What a line with the role of the user says for the person, `undefined` where it says nothing. */
export function readUserText(entry: UserEntry | AttachmentEntry): UserText | undefined {
  if (entry.isMeta || entry.isCompactSummary) return undefined;
  const text = entryText(entry).trim();
  if (text === '') return undefined;
  if (/^<(task-notification|teammate-message)/.test(text)) return parseNotification(text);
  if (/^<command-(name|message)>/.test(text)) return parseCommand(text);
  if (text.startsWith('[Request interrupted')) return { kind: 'interruption' };
  if (/^(<local-command-|<bash-|<system-reminder>)/.test(text)) return undefined;
  return { kind: 'prompt', text };
}

function entryText(entry: UserEntry | AttachmentEntry): string {
  const content = entry.type === 'user' ? entry.message['content'] : entry.attachment['prompt'];
  const blocks = toBlocks(content);
  if (blocks.some((block) => block.type === 'tool_result')) return '';
  return blocks
    .filter((block) => block.type === 'text' || block.type === 'media')
    .map(blockText)
    .join('\n');
}

function parseNotification(text: string): UserText | undefined {
  const teammate = /^<teammate-message[^>]*\bteammate_id="([^"]+)"[^>]*>([\s\S]*?)<\/teammate/.exec(
    text,
  );
  if (teammate) {
    const [, taskId = '', result = ''] = teammate;
    return { kind: 'notification', taskId, status: 'spoke', result: result.trim() };
  }
  const taskId = tag(text, 'task-id');
  if (!taskId) return undefined;
  const result = tag(text, 'result') ?? '';
  return { kind: 'notification', taskId, status: tag(text, 'status') ?? 'unknown', result };
}

/** Commands of the client itself name the command first, those with a prompt of their own its message. */
function parseCommand(text: string): UserText | undefined {
  if (!text.startsWith('<command-message>')) return undefined;
  const name = tag(text, 'command-name');
  return name ? { kind: 'command', name, args: tag(text, 'command-args') ?? '' } : undefined;
}

function tag(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1]?.trim();
}
