import type * as z from 'zod/mini';
import type { hookEvents } from './events/registry.ts';

export type HookEventName = keyof typeof hookEvents;

/** What arrives on stdin for this event. */
export type HookInputOf<Event extends HookEventName> = z.infer<(typeof hookEvents)[Event]['input']>;

/** What an author answers on this event; `hookEventName` is left out, it is filled in. */
export type HookOutputOf<Event extends HookEventName> = z.infer<
  (typeof hookEvents)[Event]['output']
>;
