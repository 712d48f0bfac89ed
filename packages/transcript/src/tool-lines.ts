import { ends, lastLines, oneLine } from './clip.ts';
import type { ToolUse } from './content-blocks.ts';
import { isRecord } from './entry.ts';
import type { DigestItem } from './digest-item.ts';
import type { OpenToolUse, ToolCall } from './tool-calls.ts';

type Line = Pick<DigestItem, 'kind' | 'text'> & Partial<Pick<DigestItem, 'isClipped'>>;

const editTools = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);
const agentTools = new Set(['Task', 'Agent']);

/** Errors that say nothing about the work: the tool was never tried. */
const emptyFailures =
  /Sibling tool call errored|File has not been read yet|Request interrupted|Tool call (interrupted|skipped|did not complete)/;

/** What a digest says about a tool call: the most telling line first. */
export function describeCall(call: ToolCall): Line[] {
  const { use, result } = call;
  if (result.isError) return [describeFailure(call)].filter((line) => line !== undefined);
  if (use.name === 'AskUserQuestion') return [{ kind: 'decision', text: describeAnswers(call) }];
  if (use.name === 'ExitPlanMode') return [describePlan(call)];
  if (editTools.has(use.name)) return [{ kind: 'edit', text: describeEdit(call) }];
  if (use.name === 'Skill') return [{ kind: 'command', text: `skill ${nameSkill(use.input)}` }];
  const line = describeUse(call);
  if (agentTools.has(use.name)) {
    return [{ kind: 'note', text: `${line} reported: ${result.text.trim()}` }];
  }
  const lines: Line[] = [{ kind: 'call', text: line }];
  const output = ends(result.text);
  const text = output.text.trim();
  if (text !== '') {
    lines.push({ ...output, kind: 'output', text: `${oneLine(line, 60)} printed: ${text}` });
  }
  return lines;
}

/** A tool use in a line: its name and what it was about. */
export function describeUse({ use }: OpenToolUse): string {
  const { input } = use;
  const name = use.name.split(/\s/, 1)[0] ?? use.name;
  const subject = subjects.map((field) => input[field]).find((value) => typeof value === 'string');
  if (typeof subject === 'string') return `${name} ${oneLine(subject, 160)}`;
  const text = Object.keys(input).length === 0 ? '' : toJson(input);
  return `${name} ${oneLine(text, 120)}`.trim();
}

/** Without encoded bytes. Nesting that a parser takes can be too deep for the writer. */
function toJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_, part: unknown) =>
        typeof part === 'string' ? ends(part).text : part,
      ) ?? ''
    );
  } catch {
    return '[nested too deep]';
  }
}

const subjects = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'description',
  'pattern',
  'query',
  'url',
  'subject',
  'skill',
  'prompt',
] as const;

/** The tool use of a result that came without one, as far as the result tells. */
export function guessUse({ details, result }: Pick<ToolCall, 'details' | 'result'>): ToolUse {
  const fields = isRecord(details) ? details : {};
  const known = { file_path: fields['filePath'], skill: fields['commandName'] };
  const input = Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== undefined),
  );
  return { type: 'tool_use', id: result.toolUseId, name: guessName(fields), input };
}

function guessName(fields: Record<string, unknown>): string {
  if (isRecord(fields['answers'])) return 'AskUserQuestion';
  if (typeof fields['plan'] === 'string') return 'ExitPlanMode';
  if (Array.isArray(fields['structuredPatch'])) return 'Edit';
  return typeof fields['commandName'] === 'string' ? 'Skill' : 'earlier-tool';
}

function describeFailure(call: ToolCall): Line | undefined {
  const { use, result } = call;
  const said = personsRefusal(result.text);
  if (said !== undefined) {
    const text = `refused by the user: ${describeUse(call)}${said === '' ? '' : `; they said: ${said}`}`;
    return { kind: 'decision', text };
  }
  if (use.name === 'ExitPlanMode')
    return { kind: 'decision', text: `plan refused: ${result.text}` };
  if (emptyFailures.test(result.text.slice(0, 500))) return undefined;
  const text = result.text.replace(/<\/?tool_use_error>/g, '').trim();
  const exit = /^(?:Error: )?Exit code (\d+)/.exec(text)?.[1];
  const reason = exit === undefined ? '' : ` (exit ${exit})`;
  return {
    kind: 'failure',
    text: `${describeUse(call)} failed${reason}: ${lastLines(text, 4, 400)}`,
  };
}

/** What the person said when refusing a tool; empty when nothing; `undefined` for other errors. */
export function personsRefusal(text: string): string | undefined {
  if (!/^The user doesn't want to (proceed|take this action)/.test(text)) return undefined;
  const said = /(?:the user said|they said|said):\s*([\s\S]*)$/i.exec(text)?.[1];
  return said?.trim() ?? '';
}

function describeAnswers({ details, result }: ToolCall): string {
  const answers =
    isRecord(details) && isRecord(details['answers']) ? details['answers'] : undefined;
  if (answers === undefined) return result.text;
  const pairs = Object.entries(answers).map(([question, answer]) => {
    const text = typeof answer === 'string' ? answer : toJson(answer);
    return `"${question}" → "${text}"`;
  });
  return `the user answered: ${pairs.join('; ')}`;
}

function describePlan({ use, details, result }: ToolCall): Line {
  const approved = isRecord(details) ? details['plan'] : undefined;
  const plan = [approved, use.input['plan']].find((value) => typeof value === 'string');
  return {
    kind: 'decision',
    text: `plan approved: ${typeof plan === 'string' ? plan : result.text}`,
  };
}

function describeEdit(call: ToolCall): string {
  const { use, details } = call;
  const path = [use.input['file_path'], use.input['notebook_path']].find(
    (value) => typeof value === 'string',
  );
  const created = isRecord(details) && details['type'] === 'create' ? ', new' : '';
  return `${typeof path === 'string' ? path : '(unknown file)'} (${changedLines(call)}${created})`;
}

function changedLines({ use, details }: ToolCall): string {
  const patch: unknown = isRecord(details) ? details['structuredPatch'] : undefined;
  if (Array.isArray(patch) && patch.length > 0) {
    const lines = patch.flatMap((hunk: unknown): unknown[] =>
      isRecord(hunk) && Array.isArray(hunk['lines']) ? hunk['lines'] : [],
    );
    return `+${countStarting(lines, '+')} -${countStarting(lines, '-')}`;
  }
  const { content, new_string: added, old_string: removed } = use.input;
  if (typeof content === 'string') return `${countLines(content)} lines`;
  return `+${countLines(added)} -${countLines(removed)}`;
}

function countStarting(lines: unknown[], mark: string): number {
  return lines.filter((line) => typeof line === 'string' && line.startsWith(mark)).length;
}

function countLines(text: unknown): number {
  return typeof text === 'string' && text !== '' ? text.split('\n').length : 0;
}

function nameSkill(input: Record<string, unknown>): string {
  const name = [input['skill'], input['command']].find((value) => typeof value === 'string');
  const args = typeof input['args'] === 'string' ? ` ${oneLine(input['args'], 120)}` : '';
  return `${typeof name === 'string' ? name : '(unnamed)'}${args}`;
}

/** Words by which a text says that something was settled, in the languages seen most. */
const decisionWords =
  /\b(decid(e|ed|ing)|decision|chose|chosen|we(?:'ll| will) (?:use|keep|go)|going with|settled on|agreed|instead of)\b|\b(entschieden|Entscheidung|beschlossen|stattdessen)\b|\b(décid|choisi|décision)|\b(decidi|decisión|elegi|decisão|escolh)|决定|決定|选择|選択|採用|采用/i;

/** The sentences of a text that settle something; `undefined` when none does. */
export function decisionSentences(text: string): string | undefined {
  if (!decisionWords.test(text)) return undefined;
  const sentences = text
    .split(/(?<=[.!?。！？])\s*|\n+/)
    .filter((part) => decisionWords.test(part));
  return sentences.slice(0, 3).join(' ').trim() || undefined;
}
