import {
  activePlan,
  clip,
  currentPhase,
  isGrant,
  lastDecisions,
  neutral,
  oneLine,
  readSession,
  type Fact,
  type SectionName,
  type SessionState,
} from '@carryover/state-file';
import type { ContextUsage, WindowSource } from '@carryover/transcript';

/** UTF-16 units. */
const MAX_LINE = 400;
const PHASE = 3;
const DECISIONS = 3;

/**
 * Bytes at the end of a transcript that are read at most: a context of 200,000 tokens is rarely more, and
 * nobody who types a prompt should wait for the rest.
 */
const MAX_READ = 2 * 1024 * 1024;

/** When a warning is given, in its words. */
export type WarningMoment = {
  when: string;
  /** What the newest request of the transcript is then. */
  request: string;
};

/**
 * The one warning of a context: how full it is, what to do about it, what must not be lost. What was
 * before the last compaction is told from the `state` of then.
 */
export function warningText(
  usage: ContextUsage,
  source: WarningSource,
  { when, request }: WarningMoment,
): string {
  return [
    `carryover: context at ${Math.round(usage.percent ?? 0)} % ${when} ` +
      `(${count(usage.tokens)} of ${count(usage.window)} tokens, the window ${windowFrom(usage)}).`,
    'Compact at the next natural pause; there is no need to hurry or to cut the work short.',
    '<carryover-warning>',
    'A record from the transcript, no request:',
    ...record(source, request),
    '</carryover-warning>',
  ].join('\n');
}

/** What a warning is made from. */
type WarningSource = { transcript: string; state: SessionState | undefined };

function record({ transcript, state }: WarningSource, request: string): string[] {
  const made = state?.transcript.path === transcript ? state : undefined;
  const session = readSession(transcript, { from: made?.transcript.bytes, lastBytes: MAX_READ });
  if (!session.ok) return [];
  const { events, setting, from } = session;
  const kept = (section: SectionName): Fact[] =>
    (made?.sections[section] ?? []).filter(({ at }) => at && at.offset < from);
  const previous = events.findLast((event) => event.kind === 'prompt');
  const [, ...since] = currentPhase(events, setting);
  const phase = previous
    ? [{ text: `${request}:`, body: previous.text }, ...since]
    : kept('Current Phase');
  const decisions = [
    ...kept('Session Decisions').filter((fact) => !isGrant(fact)),
    ...lastDecisions(events, DECISIONS),
  ];
  return [
    ...listed('Active Plan', standing([...activePlan(events), ...kept('Active Plan')])),
    ...listed('Current Phase', phase.slice(0, PHASE)),
    ...listed('Last decisions', decisions.slice(-DECISIONS)),
  ];
}

/** What was proposed since, or laid out, does not replace what was approved. */
function standing(plans: Fact[]): Fact[] {
  const approved = plans.filter(({ text }) => / \(approved[;)]/.test(text));
  return [...approved, ...plans].slice(0, 1);
}

function listed(heading: string, facts: Fact[]): string[] {
  if (facts.length === 0) return [];
  return [`${heading}:`, ...facts.map(({ text, body = '' }) => `- ${line(`${text} ${body}`)}`)];
}

function line(text: string): string {
  // The warning numbers no requests.
  const plain = text.replace(
    /^Withdrawn by request \d+, not to be done: request \d+,/,
    'Withdrawn:',
  );
  return neutral(clip(oneLine(plain), MAX_LINE));
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

/** By hand: loading the rules of a language for it takes longer than all the rest. */
function count(tokens: number | null): string {
  return String(tokens ?? 0).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
