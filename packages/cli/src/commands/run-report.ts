import { styleText } from 'node:util';
import type { Execution, HookProblem, HookResult } from '@carryover/hooks-runtime/host';

export type RunReport = {
  event: string;
  trigger: string | undefined;
  problems: HookProblem[];
  execution: Execution;
};

/** What the hooks of one event did, for a person's eyes. */
export function runReport({ event, trigger, problems, execution }: RunReport): string {
  const { results } = execution;
  const label = trigger === undefined ? event : `${event} (${trigger})`;
  const count = results.length === 1 ? '1 hook' : `${results.length} hooks`;
  return [
    styleText('bold', `${label}: ${count}`),
    ...results.flatMap((result) => hookLines(result)),
    ...section('The model reads', execution.model),
    ...section('The summariser is told', execution.instructions),
    ...section('You see', execution.user),
    ...section('Blocked', execution.blocked === undefined ? [] : [execution.blocked]),
    ...section('Stopped', execution.stopped === undefined ? [] : [execution.stopped]),
    ...section(
      'Decided',
      execution.permission ? [Object.values(execution.permission).join(': ')] : [],
    ),
    ...section(
      'Left out',
      problems.map(({ file, where, problem }) => `${file}: ${where && `${where} `}${problem}`),
    ),
  ].join('\n');
}

function hookLines({ hook, ending, exitCode, ms, effect }: HookResult): string[] {
  const { handler } = hook;
  const name = handler.type === 'command' ? handler.command : `a hook of type ${handler.type}`;
  const end = ending === 'exited' ? `exit code ${exitCode}, ${Math.round(ms)} ms` : ending;
  return [
    `  ${name}`,
    `    ${hook.scope}, ${hook.file}: ${end}`,
    ...effect.warnings.map((warning) => `    ${styleText('yellow', `warning: ${warning}`)}`),
  ];
}

function section(title: string, texts: string[]): string[] {
  if (texts.length === 0) return [];
  return ['', styleText('bold', title), ...texts.map((text) => text.replace(/^/gm, '  '))];
}
