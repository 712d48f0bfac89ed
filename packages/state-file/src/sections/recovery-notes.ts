import { checkOutcome, checkResult, commandKey, isCheck } from '../check-command.ts';
import type { Fact } from '../fact.ts';
import { pinnedNotes } from '../pinned-notes.ts';
import { listRequests } from '../requests.ts';
import type { SessionEvent, SessionSetting, ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { textField } from '../unknown.ts';

/** What the notes say about the session besides its events. */
export type RecoveryContext = {
  session: string;
  transcript: string;
  backup?: string | undefined;
  setting: SessionSetting;
  /** Commit of the working tree, where a repository is at hand. */
  head?: string | undefined;
  /** Lines of the transcript that could not be read. */
  skippedLines: number;
};

/** Pinned notes, where everything is, which checks passed last, and every request, one line each. */
export function recoveryNotes(events: SessionEvent[], context: RecoveryContext): Fact[] {
  const { setting, backup, head } = context;
  const branch = setting.gitBranch && `branch ${setting.gitBranch}`;
  const where = [
    setting.cwd && `folder ${setting.cwd}`,
    branch,
    head && `HEAD ${head.slice(0, 12)}`,
  ];
  return [
    ...pinnedNotes(events),
    { text: `Session ${context.session}` },
    { text: `Transcript: ${context.transcript}` },
    ...(backup ? [{ text: `Backup: ${backup}` }] : []),
    ...(where.some(Boolean) ? [{ text: `Work: ${where.filter(Boolean).join(', ')}` }] : []),
    ...passedChecks(events),
    ...requests(events),
    { text: coverage(events, context) },
  ];
}

function passedChecks(events: SessionEvent[]): Fact[] {
  const last = new Map<string, ToolEvent>();
  for (const event of events) {
    if (event.kind !== 'tool' || !isCheck(event) || checkOutcome(event) === 'pending') continue;
    const command = commandKey(textField(event.input, 'command') ?? '');
    last.delete(command);
    last.set(command, event);
  }
  return [...last]
    .filter(([, tool]) => checkOutcome(tool) === 'ok')
    .map(([command, tool]) => {
      const said = clip(checkResult(tool.text), 160);
      return { text: `Passed: \`${clip(command, 200)}\`${said ? ` → ${said}` : ''}`, at: tool.at };
    });
}

function requests(events: SessionEvent[]): Fact[] {
  return listRequests(events).map(({ number, prompt, status, withdrawnBy }) => {
    const by = withdrawnBy === undefined ? '' : ` by request ${withdrawnBy}`;
    return {
      text: `Request ${number} (${status}${by}): ${clip(oneLine(prompt.text), 200)}`,
      at: prompt.at,
    };
  });
}

function coverage(events: SessionEvent[], { skippedLines }: RecoveryContext): string {
  const count = (kind: SessionEvent['kind']): number =>
    events.filter((event) => event.kind === kind).length;
  const skipped = skippedLines > 0 ? `, ${skippedLines} damaged lines skipped` : '';
  const compactions = count('compaction');
  return `Read: ${count('prompt')} requests, ${count('tool')} tool uses, ${compactions} earlier compactions${skipped}`;
}
