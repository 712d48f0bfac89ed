/**
 * What the SDK's types cannot say, by hand. Sources: the public hooks page, the changelog, and runs
 * of the real client 2.0.77 to 2.1.333 (marked `seen`); where they disagree, what the client did wins.
 */
import type { EventFacts } from '../src/hook-event.ts';
import { lifecycle } from './overrides/lifecycle.ts';
import { prompts } from './overrides/prompts.ts';
import { tools } from './overrides/tools.ts';
import { workspace } from './overrides/workspace.ts';

export type EventOverride = EventFacts & {
  /** When the client fires it: the first sentence of the event's documentation. */
  about: string;
  /** Which fields at the top of the output the client honours on this event. */
  answer: AnswerField[];
  /** Fields of `hookSpecificOutput` that the types allow and the client never applies. */
  notHonoured?: string[];
  /** Required by the types, absent in older clients from 2.0.77 on. The value says since when it is sent. */
  optional?: Record<string, string>;
  /** Input fields that the types call `string` although their values are known. */
  known?: Record<string, string[]>;
};

export type AnswerField =
  | 'decision'
  | 'reason'
  | 'continue'
  | 'stopReason'
  | 'systemMessage'
  | 'terminalSequence';

/**
 * Every string enum of an input is open, because each of them has grown before or may, except these:
 * they mirror a protocol of which the client is not the author, or are what code switches over.
 */
export const closedEnums = ['action', 'behavior', 'event'];

/** Texts that the client saves to a file and cuts to a preview when they are longer than 10,000 UTF-16 units (seen). */
export const cappedTexts = ['additionalContext', 'systemMessage'];

/** Longest `classifierContext`, from its documentation in the SDK's types. */
export const otherCaps: Record<string, number> = { classifierContext: 2000 };

export const overrides: Record<string, EventOverride> = {
  ...tools,
  ...prompts,
  ...lifecycle,
  ...workspace,
};
