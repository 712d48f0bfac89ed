import {
  activePlan,
  currentPhase,
  readSession,
  sessionDecisions,
  type Fact,
} from '@carryover/state-file';
import type { ContextUsage } from '@carryover/transcript';

const MAX_LINE = 400;
const DECISIONS = 3;

/** The one warning of a context: how full it is, what must not be lost, what to do about it. */
export function warningText(usage: ContextUsage, transcript: string): string {
  const session = readSession(transcript);
  const events = session.ok ? session.events : [];
  const setting = session.ok ? session.setting : {};
  return [
    `carryover: context at ${Math.round(usage.percent ?? 0)} % before this prompt (${count(usage.tokens)} of ${count(usage.window)} tokens; ` +
      `window ${certainty(usage)}).`,
    'Compact at the next natural pause; there is no need to hurry or to cut the work short.',
    ...listed('Active Plan', activePlan(events).slice(0, 1)),
    ...listed('Current Phase', currentPhase(events, setting).slice(0, 2)),
    ...listed('Last decisions', sessionDecisions(events).slice(-DECISIONS)),
  ].join('\n');
}

function certainty({ windowSource, confidence }: ContextUsage): string {
  const known = {
    explicit: 'set by you',
    statusline: 'told by the client',
    default: 'assumed',
  } as Record<string, string>;
  return `${known[windowSource] ?? `from ${windowSource}`}, confidence ${confidence}`;
}

function listed(heading: string, facts: Fact[]): string[] {
  if (facts.length === 0) return [];
  return [`${heading}:`, ...facts.map((fact) => `- ${shorten(fact)}`)];
}

function shorten({ text, body }: Fact): string {
  const line = [text, body].filter(Boolean).join(' ').replace(/\s+/g, ' ');
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}

function count(tokens: number | null): string {
  return (tokens ?? 0).toLocaleString('en-US');
}
