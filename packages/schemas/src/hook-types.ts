import type * as z from 'zod/mini';
import type { hookEvents } from './events/registry.ts';

export type HookEventName = keyof typeof hookEvents;

/** What arrives on stdin for this event. */
export type HookInputOf<Event extends HookEventName> = z.infer<(typeof hookEvents)[Event]['input']>;

/** What an author answers on this event; `hookEventName` is left out, it is filled in. */
export type HookOutputOf<Event extends HookEventName> = Event extends 'PreCompact'
  ? InstructionsOrBlock<AnyOutputOf<Event>>
  : Event extends 'Stop' | 'SubagentStop'
    ? BlockWithReason<AnyOutputOf<Event>>
    : AnyOutputOf<Event>;

/** By the fields alone; the rules between them are below, as `output-rules.ts` checks them. */
type AnyOutputOf<Event extends HookEventName> = z.infer<(typeof hookEvents)[Event]['output']>;

type InstructionsOrBlock<Output> =
  | (Omit<Output, 'instructions'> & { instructions?: never })
  | (Omit<Output, 'decision' | 'reason'> & { decision?: never; reason?: never });

type BlockWithReason<Output> =
  | (Omit<Output, 'decision'> & { decision?: never })
  | (Omit<Output, 'reason'> & { reason: string });

/** Nothing to say, on any event: no field, or fields that are undefined. */
export type NoOutput = { readonly [field: string]: undefined };
