import { answerProblem } from './answer-rules.ts';
import { isRecord } from './unknown.ts';

/** What a hook process left behind. */
export type ProcessOutput = {
  exitCode: number | null;
  stdout: string;
  stderr: string;
};

export type ParsedOutput =
  | { kind: 'text'; text: string }
  | { kind: 'json'; json: Record<string, unknown> }
  /** JSON that the client refuses, with an error that the person sees. */
  | { kind: 'invalid'; problem: string };

/**
 * How the client reads stdout, on every exit code: braces at both ends and JSON between them is an
 * answer, everything else is text, whole (Claude Code 2.1.333). Other keys than it knows are accepted,
 * a wrong type or a missing or wrong `hookEventName` voids the answer.
 */
export function parseOutput(event: string, stdout: string): ParsedOutput {
  const trimmed = stdout.replace(/^\u{feff}/u, '').trim();
  const json = trimmed.startsWith('{') && trimmed.endsWith('}') ? parseObject(trimmed) : undefined;
  if (!json) return { kind: 'text', text: trimmed };
  const problem = answerProblem(event, json) ?? nameProblem(event, json['hookSpecificOutput']);
  return problem === undefined ? { kind: 'json', json } : { kind: 'invalid', problem };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function nameProblem(event: string, specific: unknown): string | undefined {
  if (!isRecord(specific)) return undefined;
  const name = specific['hookEventName'];
  if (name === event) return undefined;
  if (name === undefined) return 'hookSpecificOutput has no hookEventName';
  return `hookEventName is ${JSON.stringify(name)}, expected "${event}"`;
}
