import { oneLine } from './clip.ts';
import type { DigestItem } from './digest-item.ts';
import type { UserEntryKind } from './user-entry.ts';

/** What a digest says about a line with the role of the user; nothing about what the client added. */
export function describeUser(user: UserEntryKind): Pick<DigestItem, 'kind' | 'text'>[] {
  switch (user.kind) {
    case 'prompt':
    case 'summary':
      return [{ kind: user.kind, text: user.text }];
    case 'command':
      return [{ kind: 'command', text: `${user.command.name} ${user.command.args}`.trim() }];
    case 'shell':
      return [{ kind: 'command', text: `! ${user.text.replace(/<\/?bash-input>/g, '')}` }];
    case 'interruption':
      return [{ kind: 'note', text: user.text }];
    case 'notification':
      return [{ kind: 'note', text: describeNotification(user.text) }];
    // What the client added says nothing about the work.
    case 'command-output':
    case 'empty':
    case 'injected':
    case 'meta':
    case 'tool-results':
      break;
  }
  return [];
}

function describeNotification(text: string): string {
  const tag = (name: string): string =>
    new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1]?.trim() ?? '';
  const parts = ['task-id', 'status', 'summary', 'result'].map(tag).filter(Boolean);
  return parts.length > 0 ? `background task ${parts.join(': ')}` : `notice: ${oneLine(text, 300)}`;
}
