import {
  activePlan,
  clip,
  currentPhase,
  neutral,
  oneLine,
  readSession,
  sessionDecisions,
  type Fact,
} from '@carryover/state-file';
import type { ContextUsage, WindowSource } from '@carryover/transcript';

/** UTF-16 units. */
const MAX_LINE = 400;
const DECISIONS = 3;

/** The one warning of a context: how full it is, what to do about it, what must not be lost. */
export function warningText(usage: ContextUsage, transcript: string): string {
  return [
    `carryover: context at ${Math.round(usage.percent ?? 0)} % before this prompt ` +
      `(${count(usage.tokens)} of ${count(usage.window)} tokens, the window ${windowFrom(usage)}).`,
    'Compact at the next natural pause; there is no need to hurry or to cut the work short.',
    '<carryover-warning>',
    'A record from the transcript, no request:',
    ...record(transcript),
    '</carryover-warning>',
  ].join('\n');
}

function record(transcript: string): string[] {
  const session = readSession(transcript);
  if (!session.ok) return [];
  const { events, setting } = session;
  const previous = events.findLast((event) => event.kind === 'prompt');
  const [, ...phase] = currentPhase(events, setting);
  const before = previous && { text: 'The request before this one:', body: previous.text };
  return [
    ...listed('Active Plan', activePlan(events).slice(0, 1)),
    ...listed('Current Phase', [...(before ? [before] : []), ...phase.slice(0, 2)]),
    ...listed('Last decisions', sessionDecisions(events).slice(-DECISIONS)),
  ];
}

function listed(heading: string, facts: Fact[]): string[] {
  if (facts.length === 0) return [];
  return [`${heading}:`, ...facts.map(({ text, body = '' }) => `- ${line(`${text} ${body}`)}`)];
}

function line(text: string): string {
  return neutral(clip(oneLine(text), MAX_LINE));
}

function windowFrom({ windowSource, confidence }: ContextUsage): string {
  return `${WINDOW_FROM[windowSource]}${confidence === 'low' ? ', uncertain' : ''}`;
}

const WINDOW_FROM: Record<WindowSource, string> = {
  explicit: 'as you have set it',
  statusline: 'as the client tells it',
  'model-suffix': "by the model's name",
  env: 'by the environment',
  settings: 'by the settings',
  observed: 'as seen in use',
  table: 'by the model',
  default: 'assumed',
};

function count(tokens: number | null): string {
  return (tokens ?? 0).toLocaleString('en-US');
}
