import type { Fact } from '../fact.ts';
import { gitFacts, type GitView } from '../git-view.ts';
import type { Evidence, SessionEvent, ToolEvent } from '../session-event.ts';
import { shellFileChanges, type FileChange } from '../shell-files.ts';
import { textField } from '../unknown.ts';

const EDITORS: Record<string, string> = {
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
};

type ChangedFile = {
  path: string;
  change: FileChange['change'];
  writes: number;
  tools: Set<string>;
  lines?: string | undefined;
  first: Evidence;
  last: Evidence;
  aside: ToolEvent['aside'];
};

/** Every file that was changed, the one changed last at the end; then what git says of the folder. */
export function editingFiles(
  events: SessionEvent[],
  asides: SessionEvent[] = [],
  git?: GitView,
): Fact[] {
  return [
    ...changedFiles(asides).map(toFact),
    ...changedFiles(events).map(toFact),
    ...(git ? gitFacts(git) : []),
  ];
}

function changedFiles(events: SessionEvent[]): ChangedFile[] {
  const files = new Map<string, ChangedFile>();
  for (const event of events) {
    if (event.kind !== 'tool') continue;
    for (const { path, change } of changesOf(event)) {
      const key = `${event.aside ?? ''} ${path}`;
      const before = files.get(key);
      // Put at the end again: the order tells what was worked on last.
      files.delete(key);
      files.set(key, {
        path,
        // What was made anew stays so when it is edited.
        change: before?.change === 'created' && change === 'edited' ? 'created' : change,
        writes: (before?.writes ?? 0) + 1,
        tools: new Set(before?.tools).add(event.name),
        lines: textField(event.result, 'lines') ?? before?.lines,
        first: before?.first ?? event.at,
        last: event.at,
        aside: event.aside,
      });
    }
  }
  return [...files.values()];
}

/** True for a tool use that changed a file, as far as it can be told. */
export function changesFiles(tool: ToolEvent): boolean {
  return changesOf(tool).length > 0;
}

function changesOf(tool: ToolEvent): FileChange[] {
  const ranAndFailed = tool.outcome === 'error' && /^(?:Error: )?Exit code \d/.test(tool.text);
  if (tool.name === 'Bash' && (tool.outcome === 'ok' || ranAndFailed)) {
    return shellFileChanges(textField(tool.input, 'command') ?? '', tool.folder, ranAndFailed);
  }
  if (tool.outcome !== 'ok') return [];
  const path = textField(tool.input, EDITORS[tool.name] ?? '');
  // The plan file is written by the client's plan mode and stands under Active Plan.
  if (path === undefined || /[\\/]\.claude[\\/]plans[\\/]/.test(path)) return [];
  return [{ path, change: tool.result['type'] === 'create' ? 'created' : 'edited' }];
}

function toFact(file: ChangedFile): Fact {
  const { path, change, writes, tools, lines, first, last, aside } = file;
  const shell = tools.has('Bash') ? (tools.size > 1 ? ', also by a command' : ' by a command') : '';
  const details = [
    `${change}${shell}`,
    writes > 1 && `${writes} writes`,
    lines && `last lines ${lines}`,
    times(first, last),
  ].filter(Boolean);
  const whose = aside ? ` (${aside})` : '';
  return { text: `${path} (${details.join(', ')})${whose}`, at: last, aside };
}

/** The day once, to the minute. */
function times(first: Evidence, last: Evidence): string | undefined {
  const [from, to] = [minute(first), minute(last)];
  if (from === undefined || to === undefined) return undefined;
  const end = from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to;
  return `${from === to ? from : `${from} to ${end}`} UTC`;
}

function minute({ timestamp }: Evidence): string | undefined {
  return timestamp?.slice(0, 16).replace('T', ' ');
}
