import { hookEvents } from '../events/registry.ts';
import { describe, messageOf } from '../issues.ts';
import { isHookEventName } from '../parse-input.ts';
import { HookGroup, HookSettings } from './handlers.ts';
import { lintEvent } from './lint-event.ts';
import { lintFields } from './lint-fields.ts';
import { lintHandler } from './lint-handler.ts';
import { lintMatcher } from './lint-matcher.ts';
import { lintShape } from './lint-shape.ts';
import { type HookLint, lint, type LintOptions } from './lint.ts';

/**
 * What Claude Code will do with each odd entry of a settings file, or of a plugin's `hooks/hooks.json`.
 * Takes the parsed JSON, whatever it is, and never throws. An empty list means that all of it runs as it looks.
 */
export function lintHooks(settings: unknown, options: LintOptions = {}): HookLint[] {
  try {
    return lintSettings(settings, options);
  } catch (error) {
    // Only an object that is not from JSON gets here: a proxy, or an accessor that throws.
    return [wrongRoot(`an error: ${messageOf(error)}`)];
  }
}

function lintSettings(settings: unknown, options: LintOptions): HookLint[] {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    return [wrongRoot(describe(settings))];
  const block: unknown = Reflect.get(settings, 'hooks');
  if (block === undefined && options.plugin) return lintBarePlugin(settings);
  const around = [...lintSwitches(settings), ...lintOutside(settings)];
  if (block === undefined) return around;
  const shape = lintShape(block);
  if (shape.length > 0) return [...around, ...shape];
  const { hooks = {} } = HookSettings.parse({ hooks: block });
  return [
    ...around,
    ...Object.entries(hooks).flatMap(([event, groups]) => [
      ...lintEvent(event, options),
      ...lintGroups(event, groups, options),
    ]),
  ];
}

/** Other settings are not ours to know, but no setting is named as an event. */
const lintOutside = (settings: object): HookLint[] =>
  Object.keys(settings)
    .filter(isHookEventName)
    .map((event) => {
      const says = 'events stand under "hooks"; here nothing reads it.';
      return lint({ rule: 'event-outside-hooks', effect: 'entry', path: [event], says });
    });

const groupFields = Object.keys(HookGroup.shape);

function lintGroups(name: string, groups: HookGroup[], options: LintOptions): HookLint[] {
  if (!isHookEventName(name)) return [];
  const event = hookEvents[name];
  const found = groups.flatMap((group, index) => {
    const path = ['hooks', name, index];
    const matcher = group.matcher ?? '';
    return [
      ...lintMatcher({ event, matcher, path: [...path, 'matcher'] }, options),
      ...lintGroupFailure(group, path),
      ...lintFields(group, [...groupFields, 'onFailure'], path),
      ...group.hooks.flatMap((handler, at) =>
        lintHandler({ event, handler, path: [...path, 'hooks', at] }, options),
      ),
    ];
  });
  return [...found, ...lintDuplicates(name, groups)];
}

function lintGroupFailure(group: HookGroup, path: (string | number)[]): HookLint[] {
  if (group['onFailure'] === undefined) return [];
  const says = 'belongs into the handler; on the group it is ignored.';
  const at = [...path, 'onFailure'];
  return [lint({ rule: 'on-failure-ignored', effect: 'surprise', path: at, says })];
}

/** The client runs equal commands of an event once, whatever their matcher or timeout; `if` keeps them apart (seen). */
function lintDuplicates(name: string, groups: HookGroup[]): HookLint[] {
  const seen = new Set<string>();
  return groups.flatMap((group, index) =>
    group.hooks.flatMap((handler, at) => {
      if (handler.type !== 'command') return [];
      const key = JSON.stringify([handler['command'], handler['args'], handler['if']]);
      const isNew = !seen.has(key);
      seen.add(key);
      const path = ['hooks', name, index, 'hooks', at, 'command'];
      const says = 'the same command again; where both matchers fit it runs once.';
      return isNew ? [] : [lint({ rule: 'duplicate-command', effect: 'surprise', path, says })];
    }),
  );
}

function lintSwitches(settings: object): HookLint[] {
  if (Reflect.get(settings, 'disableAllHooks') !== true) return [];
  const says = 'no hook runs, of this file or of plugins, except managed ones.';
  return [lint({ rule: 'hooks-disabled', effect: 'file', path: ['disableAllHooks'], says })];
}

function lintBarePlugin(settings: object): HookLint[] {
  const events = Object.keys(settings).filter(isHookEventName);
  const says = `events stand under "hooks" in a plugin${events.length > 0 ? `: move ${events.join(', ')} there` : ''}; as it is, none runs.`;
  return [lint({ rule: 'plugin-without-hooks', effect: 'file', path: [], says })];
}

const wrongRoot = (received: string): HookLint =>
  lint({
    rule: 'wrong-shape',
    effect: 'file',
    path: [],
    says: `expected an object, received ${received}. Claude Code then runs no hook of this file.`,
  });
