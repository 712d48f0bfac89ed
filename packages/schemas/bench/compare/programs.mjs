/** A hook that does nothing, written as each library's own documentation shows it. Says HANDLED when its handler runs. */
export const libraries = [
  {
    name: '@carryover/schemas',
    program: `
      import { readFileSync, writeSync } from 'node:fs';
      import { parseHookInput, serializeHookOutput } from '@carryover/schemas';
      const parsed = parseHookInput(readFileSync(0));
      if (!parsed.ok) process.exit(1);
      writeSync(2, parsed.known ? 'HANDLED' : 'HANDLED AS UNKNOWN');
      if (parsed.known) {
        const answer = serializeHookOutput(parsed.event, undefined);
        if (answer.ok) writeSync(1, answer.stdout);
      }`,
  },
  {
    name: 'cc-hooks-ts',
    program: `
      import { writeSync } from 'node:fs';
      import { defineHook, runHook } from 'cc-hooks-ts';
      await runHook(defineHook({
        trigger: { [process.argv[2]]: true },
        run: (context) => { writeSync(2, 'HANDLED'); return context.success(); },
      }));`,
  },
  {
    name: '@goodfoot/claude-code-hooks',
    program: `
      import { writeSync } from 'node:fs';
      import * as hooks from '@goodfoot/claude-code-hooks';
      const name = process.argv[2].charAt(0).toLowerCase() + process.argv[2].slice(1);
      const [define, output] = [hooks[name + 'Hook'], hooks[name + 'Output']];
      if (!define) process.exit(1);
      await hooks.execute(define({}, () => {
        writeSync(2, 'HANDLED');
        return name === 'worktreeCreate' ? undefined : output({});
      }));`,
  },
  {
    name: '@mizunashi_mana/claude-code-hook-sdk',
    program: `
      import { writeSync } from 'node:fs';
      import { runHook } from '@mizunashi_mana/claude-code-hook-sdk';
      const name = process.argv[2].charAt(0).toLowerCase() + process.argv[2].slice(1);
      await runHook({ [name + 'Handler']: async () => { writeSync(2, 'HANDLED'); return {}; } });`,
  },
];
