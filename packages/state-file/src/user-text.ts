import { classifyUserEntry, type AttachmentEntry, type UserEntry } from '@carryover/transcript';

export type UserText =
  | { kind: 'prompt'; text: string }
  | { kind: 'interruption' }
  | { kind: 'command'; name: string; args: string }
  | { kind: 'notification'; taskId: string; status: string; result: string };

/** What a line with the role of the user says for the person, `undefined` where it says nothing. */
export function readUserText(entry: UserEntry | AttachmentEntry): UserText | undefined {
  const found = classifyUserEntry(entry);
  if (found?.kind === 'interruption') return { kind: 'interruption' };
  if (found?.kind === 'notification') return parseNotification(found.text.trim());
  if (found?.kind === 'command') {
    return isOwnPrompt(found.text) ? { kind: 'command', ...found.command } : undefined;
  }
  if (found?.kind !== 'prompt' || isCommandTag(found.text)) return undefined;
  return { kind: 'prompt', text: withoutSizes(found.text) };
}

/** Of an image only its start was read (see `stringLimit`): how large it was is not known. */
function withoutSizes(text: string): string {
  return text.replace(/\[((?:image|document)[^\],]*), \d+ bytes\]/g, '[$1]');
}

/** Half of what a command leaves, as in cut copies: neither a run nor words of the person. */
function isCommandTag(text: string): boolean {
  return /^<command-(\w+)>[^<]*<\/command-\1>$/.test(text);
}

/** Commands of the client itself name the command first, those with a prompt of their own its message. */
function isOwnPrompt(text: string): boolean {
  return text.trimStart().startsWith('<command-message>');
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

function tag(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1]?.trim();
}
