import { answerProblem } from './answer-rules.ts';
import { isRecord } from './unknown.ts';

export type Encoded = { ok: true; stdout: string } | { ok: false; reason: string };

/** Longer text is replaced by a 2 KB preview (UTF-16 units; Claude Code 2.1.332 and 2.1.333). */
export const MAX_TEXT_UNITS = 10_000;

/** Events whose answer is plain text: what a PreCompact hook prints becomes the summariser's prompt. */
const PLAIN_TEXT_FIELD: Record<string, string> = {
  PreCompact: 'instructions',
  WorktreeCreate: 'worktreePath',
};

/**
 * The exact bytes for stdout. Nothing to say is nothing at all: `{}` would be pasted into the
 * summariser's prompt at PreCompact, and old clients refuse it elsewhere.
 */
export function encodeAnswer(event: string, answer: unknown): Encoded {
  if (answer === undefined || answer === null) return { ok: true, stdout: '' };
  if (!isRecord(answer)) return { ok: false, reason: 'the answer is no object' };
  const fields = Object.entries(answer).filter(([key, value]) => !saysNothing(key, value));
  if (fields.length === 0) return { ok: true, stdout: '' };
  const said = Object.fromEntries(fields);
  const reason = answerProblem(event, said) ?? overlongText(said);
  if (reason !== undefined) return { ok: false, reason };
  const plain = PLAIN_TEXT_FIELD[event];
  // A PreCompact hook may also block, which is JSON.
  if (plain !== undefined && !(event === 'PreCompact' && said['decision'] === 'block'))
    return encodePlainText(event, plain, said);
  return { ok: true, stdout: JSON.stringify(withEventName(event, said), wholeTexts) };
}

/** Half a surrogate pair, as cutting a text leaves it, is refused by the model's API. */
const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, '\u{fffd}');

const wholeTexts = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? whole(value) : value;

/** The answer with a message to the person beside it. Plain text has no place for one and stays. */
export function joinSystemMessage(stdout: string, message: string): string {
  if (stdout === '') return JSON.stringify({ systemMessage: message });
  const answer: unknown = JSON.parse(stdout);
  if (!isRecord(answer)) return stdout;
  const own = answer['systemMessage'];
  const systemMessage = typeof own === 'string' ? `${own}\n${message}` : message;
  return JSON.stringify({ ...answer, systemMessage });
}

/** `{ hookSpecificOutput: {} }` and `undefined` are how code says "none". */
function saysNothing(key: string, value: unknown): boolean {
  if (value === undefined) return true;
  return (
    key === 'hookSpecificOutput' &&
    isRecord(value) &&
    Object.values(value).every((field) => field === undefined)
  );
}

function encodePlainText(event: string, field: string, answer: Record<string, unknown>): Encoded {
  const text = answer[field];
  if (typeof text === 'string' && Object.keys(answer).length === 1)
    return { ok: true, stdout: whole(text) };
  return { ok: false, reason: `${event} answers only { ${field}: string }` };
}

function withEventName(event: string, answer: Record<string, unknown>): Record<string, unknown> {
  const specific = answer['hookSpecificOutput'];
  if (!isRecord(specific)) return answer;
  return { ...answer, hookSpecificOutput: { ...specific, hookEventName: event } };
}

/** The first text of an answer that the client would replace: of each it takes so much and no more. */
export function overlongText(answer: Record<string, unknown>): string | undefined {
  const { systemMessage, instructions, hookSpecificOutput } = answer;
  const { additionalContext } = isRecord(hookSpecificOutput) ? hookSpecificOutput : {};
  const long = Object.entries({ systemMessage, instructions, additionalContext }).find(
    ([, text]) => typeof text === 'string' && text.length > MAX_TEXT_UNITS,
  );
  return long && `${long[0]} is over ${MAX_TEXT_UNITS} UTF-16 units`;
}
