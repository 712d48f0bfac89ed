import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fixtureProgram } from '../programs/run-fixture.ts';
import { defineHook } from './define-hook.ts';
import { simulateCommand, simulateHook } from './simulate-hook.ts';

test('says what the model reads of a context', async () => {
  const hook = defineHook('SessionStart', {}, ({ source }) => ({
    systemMessage: 'welcome',
    hookSpecificOutput: { additionalContext: `it was ${String(source)}` },
  }));
  expect(await simulateHook(hook, { source: 'resume' })).toMatchObject({
    exitCode: 0,
    effect: {
      outcome: 'success',
      model: ['SessionStart hook additional context: it was resume'],
      user: ['SessionStart says: welcome'],
    },
    warnings: [],
    outcome: 'ok',
  });
});

test('says what the summariser is told', async () => {
  const hook = defineHook('PreCompact', {}, () => ({ instructions: 'Keep the plan.' }));
  const { stdout, effect } = await simulateHook(hook, { trigger: 'auto' });
  expect(stdout).toBe('Keep the plan.');
  expect(effect).toMatchObject({ instructions: 'Keep the plan.', model: [], user: [] });
});

test('says what is blocked and why', async () => {
  const hook = defineHook('PreToolUse', {}, () => ({
    hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'not here' },
  }));
  expect((await simulateHook(hook, { tool_name: 'Bash' })).effect).toMatchObject({
    outcome: 'blocking',
    blocked: 'not here',
    permission: { decision: 'deny', reason: 'not here' },
  });
});

test('says how a failure would be logged, and that nobody notices it', async () => {
  const hook = defineHook('Stop', {}, () => {
    throw new TypeError('boom');
  });
  expect(await simulateHook(hook)).toMatchObject({
    exitCode: 0,
    stdout: '',
    outcome: 'failed',
    reason: expect.stringContaining('TypeError boom'),
    effect: { model: [], user: [] },
  });
});

test('blocks with a hook of the closed policy', async () => {
  const hook = defineHook('PreToolUse', { policy: 'closed' }, () => {
    throw new TypeError('boom');
  });
  expect(await simulateHook(hook)).toMatchObject({
    exitCode: 2,
    effect: { blocked: expect.stringContaining('TypeError boom') },
  });
});

test('warns of noise', async () => {
  const hook = defineHook('Stop', {}, () => {
    console.log('hello');
    process.stdout.write('you');
    return undefined;
  });
  const { stdout, warnings } = await simulateHook(hook);
  expect(stdout).toBe('');
  expect(warnings).toEqual(['the handler printed 9 bytes, which go to the debug log']);
});

test('counts what any way of printing prints, as Node words it', async () => {
  const hook = defineHook('Stop', {}, async () => {
    console.log(Object.create(null), { a: 1n });
    console.dir('x');
    await new Promise<void>((resolve) => {
      process.stdout.write('x', 'utf8', () => resolve());
    });
    return undefined;
  });
  const { outcome, warnings } = await simulateHook(hook);
  expect(outcome).toBe('ok');
  const printed = "[Object: null prototype] {} { a: 1n }\n'x'\nx";
  expect(warnings).toEqual([
    `the handler printed ${printed.length} bytes, which go to the debug log`,
  ]);
});

const printing = (text: string, ms: number) =>
  defineHook('Stop', {}, async () => {
    await sleep(ms);
    console.log(text);
    return undefined;
  });

test('simulations that overlap each count their own, and leave the process as it was', async () => {
  const before = [globalThis.console, Reflect.get(process.stdout, 'write')];
  const [short, long] = await Promise.all([
    simulateHook(printing('four', 10)),
    simulateHook(printing('seventeen letters', 60)),
  ]);
  expect(short.warnings).toEqual(['the handler printed 5 bytes, which go to the debug log']);
  expect(long.warnings).toEqual(['the handler printed 18 bytes, which go to the debug log']);
  expect([globalThis.console, Reflect.get(process.stdout, 'write')]).toEqual(before);
});

test('ends a handler that hangs at the budget of the hook', async () => {
  let isAborted = false;
  let isUndone = false;
  const hook = defineHook('Stop', { budgetMs: 50 }, (_, { signal, whenLost }) => {
    signal.addEventListener('abort', () => (isAborted = true));
    whenLost(() => (isUndone = true));
    return new Promise<undefined>(() => {});
  });
  expect(await simulateHook(hook)).toMatchObject({
    outcome: 'failed',
    reason: 'not done within 50 ms',
    stdout: '',
  });
  expect([isAborted, isUndone]).toEqual([true, true]);
});

test.each([Infinity, 2 ** 31])('a budget of %d ms is no budget', async (budgetMs) => {
  const hook = defineHook('Stop', { budgetMs }, async () => {
    await sleep(50);
    return { systemMessage: 'm' };
  });
  expect(await simulateHook(hook)).toMatchObject({ outcome: 'ok' });
});

test('refuses what the schema refuses', async () => {
  const schema = {
    '~standard': { validate: () => ({ issues: [{ path: ['stop_hook_active'] }] }) },
  };
  const hook = defineHook('Stop', { schema }, () => ({ systemMessage: 'm' }));
  expect(await simulateHook(hook)).toMatchObject({
    outcome: 'failed',
    reason: 'the payload does not fit the schema at stop_hook_active',
  });
});

test('says which jobs a handler hands over, and starts none', async () => {
  const job = { name: 'j', program: '/no/such/job.cjs', payload: { a: 1 } };
  const hook = defineHook('Stop', {}, (_, context) => {
    context.detach(job);
    return undefined;
  });
  expect(await simulateHook(hook)).toMatchObject({ outcome: 'ok', jobs: [job] });
});

test('warns about a text that is too long, not about a long answer', async () => {
  const hook = defineHook('PostToolUse', {}, () => ({
    systemMessage: 'x'.repeat(9_000),
    hookSpecificOutput: {
      additionalContext: 'x'.repeat(9_000),
      updatedToolOutput: 'x'.repeat(90_000),
    },
  }));
  expect((await simulateHook(hook, { tool_name: 'Read' })).warnings).toEqual([]);
});

test('runs a command as a process', async () => {
  const hook = [process.execPath, fixtureProgram(), 'UserPromptSubmit'];
  const env = { ANSWER: '{"decision":"block","reason":"no"}', CARRYOVER_HOME: '/dev/null/home' };
  expect(await simulateCommand(hook, 'UserPromptSubmit', { prompt: 'hi' }, { env })).toMatchObject({
    exitCode: 0,
    stdout: env.ANSWER,
    effect: { outcome: 'blocking', blocked: 'no' },
  });
});

const shell = (script: string) => ['/bin/sh', '-c', script];

test.each([
  ['echo log; echo \'{"systemMessage":"m"}\'', 'UserPromptSubmit', 'beside other text'],
  ['printf \'{"systemMessage":\'', 'SessionStart', 'looks like JSON but is none'],
  ['printf \'{"hookSpecificOutput":{}}\'', 'PreCompact', 'PreCompact takes no hookSpecificOutput'],
  ['printf \'{"hookSpecificOutput":{"additionalContext":"c"}}\'', 'Stop', 'has no hookEventName'],
  ['echo done', 'Stop', 'nobody reads text on the stdout of Stop'],
  ['printf \'{"decision":"block"}\'', 'PostCompact', 'PostCompact cannot block'],
  [
    'printf \'{"systemMessage":"%10001s"}\' x',
    'SessionStart',
    'systemMessage is over 10000 UTF-16 units',
  ],
  ["head -c 10001 /dev/zero | tr '\\0' x", 'SessionStart', 'over 10000 UTF-16 units'],
] as const)('warns about %s on %s', async (script, event, warning) => {
  const { warnings } = await simulateCommand(shell(script), event);
  expect(warnings.join('\n')).toContain(warning);
});
