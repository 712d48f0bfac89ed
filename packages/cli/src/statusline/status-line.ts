import { ageText } from '@carryover/state-file';

export type StatusFacts = {
  /** 0 to 100; `undefined` while nobody knows. */
  percent: number | undefined;
  tokens: number | undefined;
  /** Tokens. */
  window: number | undefined;
  /** Why the percentage is unknown. */
  unknown: string;
  /** Percent from which carryover warns. */
  threshold: number;
  /** ISO 8601 time of the session's newest state. */
  stateAt: string | undefined;
};

const CELLS = 20;

/** One line: a bar with a mark where the warning comes, percent, tokens, age of the state. */
export function statusLine(facts: StatusFacts, options: { now: Date; colour: boolean }): string {
  const { percent, tokens, window, unknown, threshold, stateAt } = facts;
  const share =
    percent === undefined || tokens === undefined || window === undefined
      ? unknown
      : `${Math.round(percent)} % ${short(tokens)}/${short(window)}`;
  const state = stateAt === undefined ? [] : [`state ${ageText(stateAt, options.now)}`];
  const bar = paint(barOf(percent ?? 0, threshold), isHigh(facts) ? YELLOW : GREEN, options);
  return [`${bar} ${share}`, ...state].join(' · ');
}

function barOf(percent: number, threshold: number): string {
  const filled = Math.round((Math.min(100, percent) * CELLS) / 100);
  const cells = `${'█'.repeat(filled)}${'░'.repeat(CELLS - filled)}`;
  const mark = Math.round((Math.min(100, Math.max(0, threshold)) * CELLS) / 100);
  return `${cells.slice(0, mark)}│${cells.slice(mark)}`;
}

function isHigh({ percent, threshold }: StatusFacts): boolean {
  return percent !== undefined && percent >= threshold;
}

/** 127,000 is `127k`, a million `1M`: there is one line for everything. */
function short(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  const thousands = Math.floor(tokens / 1000);
  return thousands < 1000 ? `${thousands}k` : `${Number((tokens / 1e6).toFixed(2))}M`;
}

const GREEN = 32;
const YELLOW = 33;

function paint(text: string, colour: number, options: { colour: boolean }): string {
  return options.colour ? `\u001B[${colour}m${text}\u001B[39m` : text;
}
