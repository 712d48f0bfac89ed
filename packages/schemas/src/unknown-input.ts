import * as z from 'zod/mini';
import { looseObject } from './building-blocks.ts';
import { baseFields } from './events/base.ts';

/** The input of an event that this version does not know. */
export const UnknownHookInput = looseObject(() => ({
  ...baseFields(),
  hook_event_name: z.string(),
}));
export type UnknownHookInput = z.infer<typeof UnknownHookInput>;
