import type { LineRef } from './tool-calls.ts';

/** What a digest is made of, the most important first: that is how its budget is spent. */
export const digestKinds = [
  /** The person's own words. */
  'prompt',
  /** Answers to questions, plans approved or refused, refusals, and what the model says it chose. */
  'decision',
  /** What a compaction left of the time before it. */
  'summary',
  /** The last text of a turn. */
  'answer',
  /** A file that was written, as path and size. */
  'edit',
  /** A tool that failed, with the last lines of what it said. */
  'failure',
  /** Slash commands and skills that were run. */
  'command',
  /** Other texts of the model, results of sub-agents, notices. */
  'note',
  /** A tool that was used, in a line. */
  'call',
  /** What a tool printed. */
  'output',
] as const;

export type DigestKind = (typeof digestKinds)[number];

export type DigestItem = {
  kind: DigestKind;
  text: string;
  /** Stands in for `text` where that does not fit. */
  short?: string | undefined;
  /** Where it was seen first, on its branch. */
  at: LineRef;
  /** How often the same thing was seen. */
  times: number;
  /** True when `text` is not all there was: the rest was left out while reading. */
  isClipped: boolean;
};

export type PerKind<T> = Record<DigestKind, T>;

export function perKind<T>(make: (kind: DigestKind) => T): PerKind<T> {
  return {
    prompt: make('prompt'),
    decision: make('decision'),
    summary: make('summary'),
    answer: make('answer'),
    edit: make('edit'),
    failure: make('failure'),
    command: make('command'),
    note: make('note'),
    call: make('call'),
    output: make('output'),
  };
}
