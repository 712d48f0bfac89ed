import { checkOutcome, checkResult, commandKey, isCheck } from '../check-command.ts';
import type { Fact } from '../fact.ts';
import { pinnedNotes } from '../pinned-notes.ts';
import { listRequests } from '../requests.ts';
import type { SessionEvent, SessionSetting, ToolEvent } from '../session-event.ts';
import { clip, count, oneLine } from '../text.ts';
import { changesFiles } from './editing-files.ts';
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
    ...commits(events),
    ...passedChecks(events),
    ...requests(events),
    { text: coverage(events, context) },
  ];
}

const SHOWN_COMMITS = 10;

/** The newest commits that were made, as git printed them: `[main 1a2b3c4] Subject`. */
function commits(events: SessionEvent[]): Fact[] {
  return events
    .flatMap((event): Fact[] => {
      if (event.kind !== 'tool' || event.outcome !== 'ok') return [];
      if (!/\bgit\b.*\bcommit\b/s.test(textField(event.input, 'command') ?? '')) return [];
      return [...event.text.matchAll(PRINTED_COMMIT)].map(({ groups }) => ({
        text: `Committed ${groups?.['sha']} on ${groups?.['branch']}: ${clip(groups?.['subject'] ?? '', 200)}`,
        at: event.at,
      }));
    })
    .slice(-SHOWN_COMMITS);
}

const PRINTED_COMMIT =
  /^\[(?<branch>[^\]\n]+?)(?: \(root-commit\))? (?<sha>[0-9a-f]{7,40})\] (?<subject>.*)$/gm;

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
      const later = changesAfter(events, tool);
      const old = later > 0 ? ` (before ${count(later, 'later change')} of files)` : '';
      const text = `Passed: \`${clip(command, 200)}\`${said ? ` → ${said}` : ''}${old}`;
      return { text, at: tool.at };
    });
}

/** Edits since a check: it says nothing of them. */
function changesAfter(events: SessionEvent[], check: ToolEvent): number {
  const later = events.filter((event) => event.at.offset > check.at.offset);
  return later.filter((event) => event.kind === 'tool' && changesFiles(event)).length;
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
  const number = (kind: SessionEvent['kind']): number =>
    events.filter((event) => event.kind === kind).length;
  const skipped = skippedLines > 0 ? `, ${count(skippedLines, 'damaged line')} skipped` : '';
  const read = [
    count(number('prompt'), 'request'),
    count(number('tool'), 'tool use'),
    count(number('compaction'), 'earlier compaction'),
  ];
  return `Read: ${read.join(', ')}${skipped}`;
}
