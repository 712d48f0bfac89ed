import type { Fact } from '../fact.ts';
import { tellingSentences } from '../sentence-kind.ts';
import type { SessionEvent, ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { records, textField } from '../unknown.ts';
import { isPlan, planTitle } from './active-plan.ts';

const MAX_SENTENCE = 500;

/** What was settled: answers, plans, refused tool uses, and the person's own words. Oldest first. */
export function sessionDecisions(events: SessionEvent[]): Fact[] {
  return events.flatMap((event) => {
    if (event.kind === 'prompt') return sentenceFacts(event);
    if (event.kind !== 'tool' || event.outcome === 'pending') return [];
    if (event.name === 'AskUserQuestion') return answers(event);
    if (isPlan(event)) return [planDecision(event)];
    return isRefusal(event) ? [refusal(event)] : [];
  });
}

/** The person said no to a tool use, as against a rule, a mode or a hook that did. */
export function isRefusal(tool: ToolEvent): boolean {
  return tool.outcome === 'error' && (tool.denial === 'user-rejected' || REFUSED.test(tool.text));
}

/** What 2.0.77 and the client's own dialog write for the model. */
const REFUSED = /^The user doesn't want to (proceed|take)/;

function sentenceFacts(prompt: Extract<SessionEvent, { kind: 'prompt' }>): Fact[] {
  return tellingSentences(prompt.text)
    .filter(({ kind }) => kind === 'decision')
    .map(({ text }) => ({ text: `User: "${clip(oneLine(text), MAX_SENTENCE)}"`, at: prompt.at }));
}

function answers(tool: ToolEvent): Fact[] {
  const answered = tool.result['answers'];
  if (typeof answered !== 'object' || answered === null) return [];
  return Object.entries(answered).map(([question, answer]) => {
    const refused = optionsOf(tool, question).filter((option) => option !== answer);
    const others = refused.length > 0 ? ` (not: ${refused.join('; ')})` : '';
    return {
      text: `Asked "${oneLine(question)}", user chose: ${oneLine(String(answer))}${others}`,
      at: tool.at,
    };
  });
}

function optionsOf(tool: ToolEvent, question: string): string[] {
  const asked = records(tool.input['questions']).find((item) => item['question'] === question);
  return records(asked?.['options']).flatMap((option) => textField(option, 'label') ?? []);
}

function planDecision(plan: ToolEvent): Fact {
  if (plan.outcome === 'ok')
    return { text: `User approved the plan: ${planTitle(plan)}`, at: plan.at };
  return { text: `User refused the plan: ${planTitle(plan)}${feedback(plan)}`, at: plan.at };
}

function refusal(tool: ToolEvent): Fact {
  const what = textField(tool.input, 'command', 'file_path') ?? '';
  return {
    text: `User refused ${tool.name} ${clip(oneLine(what), 200)}${feedback(tool)}`,
    at: tool.at,
  };
}

/** What the person typed when saying no; the client's own dialog puts a phrase before it. */
function feedback(tool: ToolEvent): string {
  const said = REFUSED.test(tool.text)
    ? /the user (?:said|provided the following reason[^:]*):\s*([\s\S]+)$/i.exec(tool.text)?.[1]
    : tool.text;
  return said ? `, saying: "${clip(oneLine(said), MAX_SENTENCE)}"` : '';
}
