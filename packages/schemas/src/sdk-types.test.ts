import type * as sdk from '@anthropic-ai/claude-agent-sdk';
import { expectTypeOf, test } from 'vitest';
import type { HookEventName, HookInputOf, HookOutputOf } from './index.ts';

// Checked by `tsc`, not at run time. `sdk-rename.test.ts` proves that these fail when they should.

type SdkInput<Event extends HookEventName> = Extract<sdk.HookInput, { hook_event_name: Event }>;

type SdkSpecific = NonNullable<sdk.SyncHookJSONOutput['hookSpecificOutput']>;

/** Where we say more or less than the SDK on purpose; the override file says why. */
type Exceptions = {
  SubagentStop: 'agent_type';
  Notification: 'notification_type';
};

// oxlint-disable typescript/no-unnecessary-type-parameters -- two generic signatures are the only test of identity
type IsSame<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// oxlint-enable typescript/no-unnecessary-type-parameters

/** Takes out the `string & {}` of an open enum. */
type CloseEnum<T> = T extends string ? (IsSame<T, string & {}> extends true ? never : T) : never;

/** Our type without what makes it tolerant: index signatures and open enums, at every level. */
type Closed<T> = T extends string
  ? CloseEnum<T>
  : T extends (infer Item)[]
    ? Closed<Item>[]
    : IsSame<T, Record<string, unknown>> extends true
      ? T
      : T extends object
        ? { [Key in keyof T as string extends Key ? never : Key]: Closed<T[Key]> }
        : T;

type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Names of the fields that only one side has, or that the two sides type differently. */
type Differences<Ours, Theirs> =
  | Exclude<keyof Ours, keyof Theirs>
  | Exclude<keyof Theirs, keyof Ours>
  | {
      [Key in keyof Ours & keyof Theirs]: Mutual<Pick<Ours, Key>, Pick<Theirs, Key>> extends true
        ? never
        : Key;
    }[keyof Ours & keyof Theirs];

type NoDifferences = { [Event in HookEventName]: never };

test('every input has the fields and types of the SDK, both ways', () => {
  expectTypeOf<{
    [Event in HookEventName]: Exclude<
      Differences<Closed<HookInputOf<Event>>, SdkInput<Event>>,
      Event extends keyof Exceptions ? Exceptions[Event] : never
    >;
  }>().toEqualTypeOf<NoDifferences>();
});

test('every input of the SDK is one of ours, open enums included', () => {
  expectTypeOf<{
    [Event in HookEventName]: SdkInput<Event> extends HookInputOf<Event> ? never : Event;
  }>().toEqualTypeOf<NoDifferences>();
});

test('knows the events of the SDK and no other', () => {
  expectTypeOf<HookEventName>().toEqualTypeOf<sdk.HookEvent>();
});

/** What the client reads: our answer with the event's name filled in. */
type Wire<Event extends HookEventName> = Omit<HookOutputOf<Event>, 'hookSpecificOutput'> &
  (HookOutputOf<Event> extends { hookSpecificOutput?: infer Own }
    ? { hookSpecificOutput?: Own & { hookEventName: Event } }
    : object);

/** Their stdout is text, or nothing at all. */
type WithoutJson =
  | 'PreCompact'
  | 'WorktreeCreate'
  | {
      [Event in HookEventName]: string extends keyof HookOutputOf<Event> ? Event : never;
    }[HookEventName];

test('every answer is one that the SDK types allow', () => {
  expectTypeOf<{
    [Event in HookEventName]: Event extends WithoutJson
      ? never
      : Wire<Event> extends sdk.SyncHookJSONOutput
        ? never
        : Event;
  }>().toEqualTypeOf<NoDifferences>();
});

type Specific<Event extends HookEventName> = string extends keyof HookOutputOf<Event>
  ? never
  : HookOutputOf<Event> extends { hookSpecificOutput?: infer Output }
    ? keyof Output
    : never;

type SdkSpecificKeys<Event extends HookEventName> = KeysOf<
  Omit<Extract<SdkSpecific, { hookEventName: Event }>, 'hookEventName'>
>;

/** `keyof never` would be every key. */
type KeysOf<T> = string extends keyof T ? never : keyof T;

/** Fields that the types declare and the client never applies. */
type NotHonoured = { PreSkillShellCommand: 'updatedInput'; WorktreeCreate: 'worktreePath' };

test('every answer has all the specific fields of the SDK that the client honours', () => {
  expectTypeOf<{
    [Event in HookEventName]: Exclude<
      | Exclude<Specific<Event>, SdkSpecificKeys<Event>>
      | Exclude<SdkSpecificKeys<Event>, Specific<Event>>,
      Event extends keyof NotHonoured ? NotHonoured[Event] : never
    >;
  }>().toEqualTypeOf<NoDifferences>();
});
