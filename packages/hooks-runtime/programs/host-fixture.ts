import { testdir } from '@carryover/testing';
import { createHookHost, type ExecuteOptions, loadHooks } from '../src/host/index.ts';
import type { HostOptions } from '../src/host/execute-hooks.ts';
import type { HostSession } from '../src/host/hook-environment.ts';

type Entry = { command?: string; type?: string; [field: string]: unknown };

export type HostCase = {
  event: string;
  /** The event's own fields. */
  input?: Record<string, unknown>;
  /** Each a hook of its own, without a matcher. */
  hooks: (string | Entry)[];
  session?: Partial<HostSession>;
  options?: Partial<HostOptions>;
  execute?: Partial<ExecuteOptions>;
};

/** Runs hooks of one event in a host with a folder of its own, which the scripts see as `$PWD`. */
export async function runHostCase({ event, input, hooks, session, options, execute }: HostCase) {
  using root = testdir();
  const entries = hooks.map((hook) => (typeof hook === 'string' ? { command: hook } : hook));
  const settings = {
    hooks: { [event]: entries.map((entry) => ({ hooks: [{ type: 'command', ...entry }] })) },
  };
  const loaded = loadHooks({ cwd: root.path, configDir: root.path, settings });
  const host = createHookHost({
    hooks: loaded.hooks,
    session: { sessionId: 's1', transcriptPath: '/t.jsonl', cwd: root.path, ...session },
    spillDir: root.path,
    ...options,
  });
  const hookInput = { ...input, hook_event_name: event };
  const executed = await host.executeHooks({ hookInput, ...execute });
  return { ...executed, problems: loaded.problems, root: root.path, host };
}

/** A shell command that prints this text and nothing else. */
export const print = (text: string): string => `printf '%s' '${text.replaceAll("'", `'\\''`)}'`;

export const printJson = (value: object): string => print(JSON.stringify(value));
