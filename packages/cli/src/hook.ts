#!/usr/bin/env node
import { basename, dirname } from 'node:path';
import { carryoverHome, logRun, runHook } from '@carryover/hooks-runtime';
import { hooks } from './hooks/index.ts';
import { HOOK_FILE } from './settings/hook-entries.ts';

const [, file = '', event = ''] = process.argv;
const home = process.env['CARRYOVER_HOME']
  ? carryoverHome()
  : (homeOfCopy(file) ?? carryoverHome());
const hook = Object.hasOwn(hooks, event) ? hooks[event] : undefined;
if (hook) void runHook(hook, { home });
else logRun(home, unknownEvent());

/** `install` puts a copy into `<home>/bin`: it works for that home whatever the client's environment. */
function homeOfCopy(path: string): string | undefined {
  return basename(path) === HOOK_FILE ? dirname(dirname(path)) : undefined;
}

function unknownEvent(): Parameters<typeof logRun>[1] {
  const reason = 'carryover has no hook for this event';
  const time = new Date().toISOString();
  return { time, event, session: '', ms: 0, outcome: 'failed', reason, bytes: 0 };
}
