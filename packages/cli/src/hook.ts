#!/usr/bin/env node
import { logRun, runHook } from '@carryover/hooks-runtime';
import { homeOfCopy } from './home-of-copy.ts';
import { hooks } from './hooks/index.ts';
import { HOOK_FILE } from './settings/hook-entries.ts';

const [, file = '', event = ''] = process.argv;
const home = homeOfCopy(file, HOOK_FILE);
const hook = Object.hasOwn(hooks, event) ? hooks[event] : undefined;
if (hook) void runHook(hook, { home });
else logRun(home, unknownEvent());

function unknownEvent(): Parameters<typeof logRun>[1] {
  const reason = 'carryover has no hook for this event';
  const time = new Date().toISOString();
  return { time, event, session: '', ms: 0, outcome: 'failed', reason, bytes: 0 };
}
