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

/** When a warning is given, in its words. */
export type WarningMoment = {
  when: string;
  /** What the newest request of the transcript is then. */
  request: string;
};

/** The one warning of a context: how full it is, what to do about it, what must not be lost. */
export function warningText(
  usage: ContextUsage,
  transcript: string,
  { when, request }: WarningMoment,
): string {
  return [
    `carryover: context at ${Math.round(usage.percent ?? 0)} % ${when} ` +
      `(${count(usage.tokens)} of ${count(usage.window)} tokens, the window ${windowFrom(usage)}).`,
    'Compact at the next natural pause; there is no need to hurry or to cut the work short.',
    '<carryover-warning>',
    'A record from the transcript, no request:',
    ...record(transcript, request),
    '</carryover-warning>',
  ].join('\n');
}

function record(transcript: string, request: string): string[] {
  const session = readSession(transcript);
  if (!session.ok) return [];
  const { events, setting } = session;
  const previous = events.findLast((event) => event.kind === 'prompt');
  const [, ...phase] = currentPhase(events, setting);
  const before = previous && { text: `${request}:`, body: previous.text };
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
