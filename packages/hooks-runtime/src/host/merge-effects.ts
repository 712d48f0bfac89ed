import { type HookEffect, type PermissionDecision, TOOL_EVENTS } from '../hook-effect.ts';
import type { Run } from './execute-hooks.ts';

/** What all hooks of one event do together. */
export type MergedEffect = Omit<HookEffect, 'outcome' | 'failure' | 'warnings' | 'instructions'> & {
  /** Of PreCompact hooks, in config order. */
  instructions: string[];
};

/** The stronger decision wins. */
const STRENGTH: PermissionDecision[] = ['deny', 'defer', 'ask', 'allow'];

/**
 * Joins effects as the client does: what the model reads comes in the order in which hooks were done,
 * instructions in that of the configuration; one block blocks.
 */
export function mergeEffects({ results, completed }: Run): MergedEffect {
  const effects = results.map(({ effect }) => effect);
  const inTime = completed.map(({ effect }) => effect);
  const blocked = first(effects, 'blocked');
  const stopped = first(effects, 'stopped');
  const worktreePath = first(effects, 'worktreePath');
  const permission = strongest(effects);
  return {
    model: joinToolContexts(inTime.flatMap(({ model }) => model)),
    user: inTime.flatMap(({ user }) => user),
    instructions: effects.flatMap(({ instructions }) => instructions ?? []),
    specific: Object.assign({}, ...inTime.map(({ specific }) => specific)),
    ...(blocked === undefined ? {} : { blocked }),
    ...(stopped === undefined ? {} : { stopped }),
    ...(worktreePath === undefined ? {} : { worktreePath }),
    ...(permission === undefined ? {} : { permission }),
  };
}

/** What several hooks add to one tool call reaches the model as one text. */
function joinToolContexts(texts: string[]): string[] {
  return texts.reduce<string[]>((joined, text) => {
    const prefix = TOOL_CONTEXT.exec(text)?.[0];
    const index = joined.findIndex((other) => prefix !== undefined && other.startsWith(prefix));
    if (prefix === undefined || index === -1) return [...joined, text];
    return joined.with(index, `${joined[index]}\n${text.slice(prefix.length)}`);
  }, []);
}

const TOOL_CONTEXT = new RegExp(
  `^(?:${[...TOOL_EVENTS].join('|')}):\\S+ hook additional context: `,
);

function first(
  effects: HookEffect[],
  field: 'blocked' | 'stopped' | 'worktreePath',
): string | undefined {
  return effects.find((effect) => effect[field] !== undefined)?.[field];
}

function strongest(effects: HookEffect[]): HookEffect['permission'] {
  const decided = effects.flatMap(({ permission }) => permission ?? []);
  return STRENGTH.map((wanted) => decided.find(({ decision }) => decision === wanted)).find(
    (permission) => permission !== undefined,
  );
}
