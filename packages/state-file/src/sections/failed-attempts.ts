import type { Fact } from '../fact.ts';
import type { SessionEvent, ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { textField } from '../unknown.ts';
import { isDenied } from './constraints.ts';
import { isRefusal } from './session-decisions.ts';

type Failure = { tool: ToolEvent; count: number; succeeded: boolean };

/** What was tried and failed, the same failure once, and whether the same thing worked later. */
export function failedAttempts(events: SessionEvent[]): Fact[] {
  const failures = new Map<string, Failure>();
  for (const event of events) {
    if (event.kind !== 'tool') continue;
    const key = attemptKey(event);
    const before = failures.get(key);
    if (isFailure(event))
      failures.set(key, { tool: event, count: (before?.count ?? 0) + 1, succeeded: false });
    else if (before && event.outcome === 'ok') before.succeeded = true;
  }
  return [...failures.values()].map(({ tool, count, succeeded }) => {
    const times = count > 1 ? ` (${count} times)` : '';
    const later = succeeded ? '; the same later succeeded' : '';
    return { text: `${attempt(tool)}${times}: ${verdict(tool)}${later}`, at: tool.at };
  });
}

/** Notices of the client itself and refusals are no attempts: the latter stand under decisions. */
function isFailure(tool: ToolEvent): boolean {
  if (tool.outcome !== 'error' || tool.name === 'ExitPlanMode') return false;
  if (isRefusal(tool) || isDenied(tool)) return false;
  return !/Sibling tool call errored|File has not been read yet|Request interrupted by user/.test(
    tool.text,
  );
}

function attemptKey(tool: ToolEvent): string {
  const { command, file_path: path, notebook_path: notebook, pattern } = tool.input;
  return JSON.stringify([tool.name, command, path, notebook, pattern]);
}

function attempt(tool: ToolEvent): string {
  const what = textField(tool.input, 'command', 'file_path', 'notebook_path', 'description') ?? '';
  return `${tool.name} \`${clip(oneLine(what), 200)}\``;
}

/** The exit code, then the last lines that name an error: a command says at the end what went wrong. */
function verdict(tool: ToolEvent): string {
  const text = tool.text.replace(/<\/?tool_use_error>/g, '').trim();
  const exit = /^(?:Error: )?(Exit code \d+)/.exec(text)?.[1];
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(Error: )?Exit code \d+$/.test(line));
  const told = lines.filter((line) => TELLS_ERROR.test(line));
  const last = clip(oneLine((told.length > 0 ? told : lines).slice(-2).join(' ')), 300);
  return [exit, last].filter(Boolean).join(', ') || 'failed without a message';
}

const TELLS_ERROR =
  /\w*Error\b|error[:[]|\bFAIL|\bnot ok\b|[✖✗✘×]|\bpanicked\b|\bfatal:|\bException\b|not found/;
