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
  ["head -c 10001 /dev/zero | tr '\\0' x", 'SessionStart', 'over 10000 UTF-16 units'],
] as const)('warns about %s on %s', async (script, event, warning) => {
  const { warnings } = await simulateCommand(shell(script), event);
  expect(warnings.join('\n')).toContain(warning);
});
