import type * as z from 'zod/mini';
import { looseObject, text } from './building-blocks.ts';
import { baseFields } from './events/shared.ts';

/** The input of an event that this version does not know. */
export const UnknownHookInput = looseObject(() => ({
  ...baseFields(),
  hook_event_name: text,
}));
export type UnknownHookInput = z.infer<typeof UnknownHookInput>;
