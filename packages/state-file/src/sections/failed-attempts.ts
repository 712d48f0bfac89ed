import { checkOutcome, commandKey, isCheck } from '../check-command.ts';
import type { Fact } from '../fact.ts';
import type { SessionEvent, ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { textField } from '../unknown.ts';
import { isPlan, planTitle } from './active-plan.ts';
import { isDenied } from './constraints.ts';
import { feedback, isRefusal } from './session-decisions.ts';

type Failure = { tool: ToolEvent; count: number; succeeded: boolean };

/** What was tried and failed, the same failure once, and whether the same thing worked later. */
export function failedAttempts(events: SessionEvent[], asides: SessionEvent[] = []): Fact[] {
  return [...failures(asides), ...failures(events)].map(({ tool, count, succeeded }) => {
    const later = isCheck(tool) ? 'passed later' : 'the same succeeded later';
    const notes = [count > 1 && `${count} times`, succeeded && later].filter(Boolean);
    const noted = notes.length > 0 ? ` (${notes.join(', ')})` : '';
    const whose = tool.aside ? ` (${tool.aside})` : '';
    const text = `${attempt(tool)}${noted}: ${verdict(tool)}${whose}`;
    return { text, at: tool.at, aside: tool.aside };
  });
}

function failures(events: SessionEvent[]): Failure[] {
  const found = new Map<string, Failure>();
  for (const event of events) {
    if (event.kind !== 'tool') continue;
    const key = attemptKey(event);
    const before = found.get(key);
    if (isFailure(event)) {
      found.delete(key);
      found.set(key, { tool: event, count: (before?.count ?? 0) + 1, succeeded: false });
    } else if (before && event.outcome === 'ok') before.succeeded = true;
  }
  return [...found.values()];
}

/** Notices of the client itself are no attempts, and what a rule denied is a constraint. */
function isFailure(tool: ToolEvent): boolean {
  if (isCheck(tool) && checkOutcome(tool) === 'error') return !isDenied(tool);
  if (tool.outcome !== 'error' || isDenied(tool)) return false;
  if (isRefusal(tool)) return feedback(tool) !== '';
  return !NOTICES.test(tool.text);
}

const NOTICES =
  /Sibling tool call errored|File has not been read yet|(?:Request|Tool call) interrupted|has been modified since read/;

/** Edits of one file are tries at one thing; tools without a command or a file differ in all they ask. */
function attemptKey({ aside, name, input }: ToolEvent): string {
  const { command, file_path: path, notebook_path: notebook } = input;
  const key = typeof command === 'string' ? commandKey(command) : (path ?? notebook ?? input);
  return JSON.stringify([aside, name, key]);
}

function attempt(tool: ToolEvent): string {
  if (isPlan(tool)) return `Plan "${planTitle(tool)}"`;
  const { input } = tool;
  const what =
    textField(input, 'command', 'file_path', 'notebook_path', 'description', 'url') ??
    JSON.stringify(input);
  return `${tool.name} \`${clip(oneLine(what), 200)}\``;
}

/** The exit code, then the last lines that name an error: a command says at the end what went wrong. */
function verdict(tool: ToolEvent): string {
  if (isRefusal(tool)) return `rejected${feedback(tool)}`;
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
  /\w*Error\b|error[:[]|\bFAIL|\bnot ok\b|[✖✗✘×]|\bpanicked\b|\bfatal:|\bException\b|not found|\bfail(?:ed|ing)\b/;
