import {
  defineHook,
  type Hook,
  type HookAnswer,
  type HookContext,
  type HookOptions,
} from '@carryover/hooks-runtime';
import type { HookEventName, HookInputOf } from '@carryover/schemas';
import type { Config } from '../config/keys.ts';
import { readConfig } from '../config/read-config.ts';
import { isInSettings } from './client-settings.ts';
import { projectFolder } from './session-files.ts';

/** What a plugin's `hooks.json` writes behind the event. */
const FROM_PLUGIN = 'plugin';

/** What a hook of the product works with. */
export type HookScene = { context: HookContext; home: string; config: Config };

/**
 * A hook that has nothing to do with sub-agents, runs once where it is installed twice, knows its
 * configuration, and is silent where it is switched off. What is wrong with the configuration stands
 * in the run's line of the log.
 */
export function productHook<E extends HookEventName>(
  event: E,
  options: HookOptions,
  handler: (input: HookInputOf<E>, scene: HookScene) => HookAnswer<E> | Promise<HookAnswer<E>>,
): Hook<E> {
  return defineHook(event, options, (input, context) => {
    // Sub-agents carry the session id of their parent.
    if ('agent_id' in input && input.agent_id) return context.skip('a sub-agent');
    if (process.argv[3] === FROM_PLUGIN && isInSettings(event))
      return context.skip('the settings have this hook too: it runs from there');
    const { home } = context;
    if (!home) return context.skip('no home folder');
    const { config, problems } = readConfig({ home, project: projectFolder(input) });
    const telling = problems.length === 0 ? context : withRemark(context, problems.join('; '));
    if (!config.enabled) return telling.skip('switched off by the configuration');
    return handler(input, { context: telling, home, config });
  });
}

function withRemark(context: HookContext, remark: string): HookContext {
  context.note(remark);
  return {
    get signal() {
      return context.signal;
    },
    home: context.home,
    detach: context.detach,
    whenLost: context.whenLost,
    skip: (reason) => context.skip(`${reason}; ${remark}`),
    note: (reason) => context.note(`${reason}; ${remark}`),
    fail: (reason) => context.fail(`${reason}; ${remark}`),
  };
}
