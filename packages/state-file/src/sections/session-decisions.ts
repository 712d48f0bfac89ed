import type { Fact } from '../fact.ts';
import { sentencesOf } from '../sentence-kind.ts';
import type { SessionEvent, ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { textField } from '../unknown.ts';
import { isPlan, planTitle } from './active-plan.ts';
import { answers, questionsOf } from './answers.ts';

const MAX_SENTENCE = 500;

/** What was settled: answers, plans, refused tool uses, and the person's own words. Oldest first. */
export function sessionDecisions(events: SessionEvent[]): Fact[] {
  return [...events.flatMap(decisionsOf), ...grants(events)];
}

/**
 * The newest of what the person decided, without permissions, oldest first. It judges no more than it
 * has to: the sentences of all prompts take as long as to read the transcript.
 */
export function lastDecisions(events: SessionEvent[], count: number): Fact[] {
  const found: Fact[] = [];
  for (const event of events.toReversed()) {
    found.unshift(...decisionsOf(event));
    if (found.length >= count) break;
  }
  return found.slice(-count);
}

/** A permission that was given, among the decisions. */
export function isGrant({ text }: Fact): boolean {
  return text.startsWith('User allowed ');
}

function decisionsOf(event: SessionEvent): Fact[] {
  if (event.kind === 'prompt') return sentenceFacts(event);
  if (event.kind !== 'tool' || event.outcome === 'pending') return [];
  if (isPlan(event)) return [planDecision(event)];
  if (isRefusal(event)) return [refusal(event)];
  return event.name === 'AskUserQuestion' ? answers(event) : [];
}

/** The person said no to a tool use or a plan, as against a rule, a mode or a hook that did. */
export function isRefusal(tool: ToolEvent): boolean {
  if (tool.outcome !== 'error') return false;
  return tool.denial === 'user-rejected' || isPlan(tool) || REFUSED.test(tool.text);
}

/** What 2.0.77 and the client's own dialog write for the model. */
const REFUSED = /^The user doesn't want to (proceed|take)/;

/** What the person typed when saying no, as words to add; the client's own dialog puts a phrase before it. */
export function feedback(tool: ToolEvent): string {
  const said = REFUSED.test(tool.text)
    ? /the user (?:said|provided the following reason[^:]*):\s*([\s\S]+)$/i.exec(tool.text)?.[1]
    : tool.text;
  return said ? `, saying: "${clip(oneLine(said), MAX_SENTENCE)}"` : '';
}

function sentenceFacts(prompt: Extract<SessionEvent, { kind: 'prompt' }>): Fact[] {
  return sentencesOf(prompt)
    .filter(({ kind }) => kind === 'decision')
    .map(({ text }) => ({ text: `User: "${clip(oneLine(text), MAX_SENTENCE)}"`, at: prompt.at }));
}

function planDecision(plan: ToolEvent): Fact {
  if (plan.outcome === 'ok')
    return { text: `User approved the plan: ${planTitle(plan)}`, at: plan.at };
  return { text: `User refused the plan: ${planTitle(plan)}${feedback(plan)}`, at: plan.at };
}

function refusal(tool: ToolEvent): Fact {
  return { text: `User refused ${named(tool)}${feedback(tool)}`, at: tool.at };
}

/** What may be done without asking again, one by one; what was allowed once, as a count per tool. */
function grants(events: SessionEvent[]): Fact[] {
  const lasting = new Map<string, ToolEvent>();
  const once = new Map<string, { count: number; last: ToolEvent }>();
  for (const event of events) {
    if (event.kind !== 'tool' || event.outcome !== 'ok') continue;
    // What was said to these stands above in full.
    if (event.name === 'AskUserQuestion' || event.name === 'ExitPlanMode') continue;
    if (event.granted === 'always') lasting.set(named(event), event);
    if (event.granted !== 'once') continue;
    once.set(event.name, { count: (once.get(event.name)?.count ?? 0) + 1, last: event });
  }
  return [
    ...[...lasting].map(([what, { at }]) => ({ text: `User allowed from then on: ${what}`, at })),
    ...[...once].map(([name, { count, last }]) => ({
      text: `User allowed ${count === 1 ? 'once' : `${count} times, each asked`}: ${count === 1 ? named(last) : name}`,
      at: last.at,
    })),
  ];
}

function named(tool: ToolEvent): string {
  const what =
    textField(tool.input, 'command', 'file_path', 'skill', 'url') ?? questionsOf(tool).join(' ');
  return `${tool.name} ${clip(oneLine(what), 200)}`.trim();
}
