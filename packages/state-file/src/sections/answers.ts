import { isRecord } from '@carryover/transcript';
import type { Fact } from '../fact.ts';
import type { ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { records, textField } from '../unknown.ts';

const [MAX_SAID, UNANSWERED] = [500, '(no answer)'];

/** What was answered to AskUserQuestion: what was chosen and what was not, and what was written beside it. */
export function answers(tool: ToolEvent): Fact[] {
  const chosen = answered(tool).map(([question, answer]) => {
    const refused = notChosen(optionsOf(tool, question), answer);
    const others = refused.length > 0 ? ` (not: ${refused.join('; ')})` : '';
    const [notes = {}] = records([annotationsOf(tool)[question]]);
    return `Asked "${oneLine(question)}", user chose: ${oneLine(answer)}${others}${adding(textField(notes, 'notes'))}`;
  });
  const said =
    textField(tool.result, 'response') ?? /^The user responded: (.+)/s.exec(tool.text)?.[1];
  if (said)
    chosen.push(
      `Asked "${oneLine(questionsOf(tool).join(' '))}", user said: "${clip(oneLine(said), MAX_SAID)}"`,
    );
  return chosen.map((text) => ({ text, at: tool.at }));
}

/** The questions of an AskUserQuestion; none for other tools. */
export function questionsOf(tool: ToolEvent): string[] {
  return records(tool.input['questions']).flatMap((item) => textField(item, 'question') ?? []);
}

function adding(notes: string | undefined): string {
  return notes ? `, adding: "${clip(oneLine(notes), MAX_SAID)}"` : '';
}

function annotationsOf({ result }: ToolEvent): Record<string, unknown> {
  return isRecord(result['annotations']) ? result['annotations'] : {};
}

function answered(tool: ToolEvent): [question: string, answer: string][] {
  const structured = tool.result['answers'];
  if (isRecord(structured)) {
    return Object.entries(structured).map(([question, answer]) => [question, answerText(answer)]);
  }
  return tool.outcome === 'ok' ? answeredInText(tool) : [];
}

/**
 * From the text where the structure is missing, as in copies: `"Q"="A", "Q"="A". You can now …`. An
 * answer may hold quotes; it ends before the next question or before what the client adds.
 */
function answeredInText(tool: ToolEvent): [question: string, answer: string][] {
  const asked = questionsOf(tool).map((text) =>
    text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  );
  const question = asked.length > 0 ? asked.join('|') : '[^"]+';
  const pair = new RegExp(
    `"(${question})"="(.*?)"(?=, "(?:${question})"="| notes: | selected preview:|\\. (?:You can|Read)|$)`,
    'gs',
  );
  return [...tool.text.matchAll(pair)].map(([, text = '', answer = '']) => [text, answer]);
}

/** One answer, several, or none: what was asked is then all that is known. */
function answerText(answer: unknown): string {
  if (typeof answer === 'string') return answer === '' ? UNANSWERED : answer;
  if (Array.isArray(answer)) return answer.map(answerText).join(', ');
  if (isRecord(answer)) return textField(answer, 'answer', 'label', 'value', 'text') ?? UNANSWERED;
  return answer === null || answer === undefined ? UNANSWERED : JSON.stringify(answer);
}

/** Several may be chosen at once. The client joins them by commas, and quotes those that hold one. */
function notChosen(options: string[], answer: string): string[] {
  if (options.includes(answer)) return options.filter((option) => option !== answer);
  const chosen = listed(answer);
  return options.filter(
    (option) =>
      !chosen.includes(listed(option)) && !chosen.includes(listed(JSON.stringify(option))),
  );
}

function listed(text: string): string {
  return `, ${text.replace(/,\s*/g, ', ')}, `;
}

function optionsOf(tool: ToolEvent, question: string): string[] {
  const asked = records(tool.input['questions']).find((item) => item['question'] === question);
  return records(asked?.['options']).flatMap((option) => textField(option, 'label') ?? []);
}
