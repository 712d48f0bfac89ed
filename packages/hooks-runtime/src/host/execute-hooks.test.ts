import { describe, expect, test } from 'vitest';
import { type HostCase, print, printJson, runHostCase } from '../../programs/host-fixture.ts';
import type { HandlerExecutor } from './configured-hook.ts';

const context = (event: string, additionalContext: string) =>
  printJson({ hookSpecificOutput: { hookEventName: event, additionalContext } });

const permission = (permissionDecision: string) =>
  printJson({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      permissionDecisionReason: permissionDecision,
    },
  });

describe('order and precedence, spec/host.md 3.1', () => {
  test('P1 all start together; the model reads them as they are done', async () => {
    const started = performance.now();
    const hooks = [0.9, 0.1, 0.5].map((seconds) => `sleep ${seconds}; echo ${seconds}`);
    const { model } = await runHostCase({ event: 'UserPromptSubmit', hooks });
    expect(model.map((text) => text.split(' ').at(-1))).toEqual(['0.1', '0.5', '0.9']);
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  test('P1 instructions are joined as they are configured', async () => {
    const hooks = ['sleep 0.4; echo one', 'echo two'];
    const { host } = await runHostCase({ event: 'PreCompact', hooks, input: { trigger: 'auto' } });
    expect(
      await host.executePreCompactHooks({ trigger: 'auto', customInstructions: null }),
    ).toMatchObject({
      newCustomInstructions: 'one\n\ntwo',
    });
  });

  test('twelve hooks of one event are no reason for a warning', async () => {
    const warnings: Error[] = [];
    const keep = (warning: Error): void => void warnings.push(warning);
    process.on('warning', keep);
    const hooks = Array.from({ length: 12 }, (_, number) => `echo ${number}`);
    const { results } = await runHostCase({ event: 'UserPromptSubmit', hooks });
    await new Promise(setImmediate);
    process.off('warning', keep);
    expect(results).toHaveLength(12);
    expect(warnings).toEqual([]);
  });

  test.each([
    [['allow', 'ask'], 'ask'],
    [['ask', 'defer'], 'defer'],
    [['allow', 'deny', 'defer', 'ask'], 'deny'],
    [['allow'], 'allow'],
  ])('P2 of %j the decision is %s', async (decisions, decision) => {
    const { permission: merged } = await runHostCase({
      event: 'PreToolUse',
      input: { tool_name: 'Bash', tool_input: {} },
      hooks: decisions.map((name) => permission(name)),
    });
    expect(merged).toEqual({ decision, reason: decision });
  });
});

type Row = [event: string, ...columns: [hook: HostCase['hooks'][number], expected: object][]];

const NOBODY = { model: [], user: [] };
const input = { tool_name: 'Bash', source: 'startup', trigger: 'manual', reason: 'other' };
const json = (event: string) => context(event, 'c');
const block = (command: string) => ({ command, onFailure: 'block' });
const failed = 'failed; blocking because onFailure is "block"';

/** The columns of spec/host.md 3.3, each with what the host shows. */
const ROWS: Row[] = [
  [
    'SessionStart',
    ['echo t', { model: ['SessionStart:startup hook success: t'] }],
    [json('SessionStart'), { model: ['SessionStart hook additional context: c'] }],
    ['echo e >&2; exit 1', { model: [] }],
    ['echo e >&2; exit 2', { model: [], user: ['SessionStart:startup hook: e'] }],
    [block('exit 1'), { blocked: undefined }],
  ],
  [
    'UserPromptSubmit',
    ['echo t', { model: ['UserPromptSubmit hook success: t'] }],
    [json('UserPromptSubmit'), { model: ['UserPromptSubmit hook additional context: c'] }],
    ['echo t; exit 1', { model: [] }],
    [
      `${json('UserPromptSubmit')}; exit 1`,
      { model: ['UserPromptSubmit hook additional context: c'] },
    ],
    ['echo why >&2; exit 2', { model: [], blocked: 'why' }],
    [block('/no/such/script'), { blocked: expect.stringContaining(failed) }],
    [{ ...block('sleep 5'), timeout: 0.3 }, { blocked: expect.stringContaining(failed) }],
    [printJson({ continue: false, stopReason: 'enough' }), { stopped: 'enough' }],
  ],
  [
    'PreToolUse',
    ['echo t', NOBODY],
    [json('PreToolUse'), { model: ['PreToolUse:Bash hook additional context: c'] }],
    ['echo e >&2; exit 1', { model: [], blocked: undefined }],
    ['/no/such/script', { model: [], blocked: undefined }],
    [
      `${permission('allow')}; echo no >&2; exit 2`,
      { blocked: 'no', model: [expect.stringContaining('no')] },
    ],
    [block('exit 1'), { blocked: expect.stringContaining(failed) }],
  ],
  [
    'PostToolUse',
    ['echo t', NOBODY],
    [json('PostToolUse'), { model: ['PostToolUse:Bash hook additional context: c'] }],
    ['echo e >&2; exit 1', { model: [] }],
    [
      'echo e >&2; exit 2',
      {
        model: [
          expect.stringMatching(/^PostToolUse:Bash hook blocking error from command: .*: e$/),
        ],
        blocked: undefined,
      },
    ],
  ],
  [
    'Stop',
    ['echo t', NOBODY],
    [json('Stop'), { model: ['Stop hook additional context: c'] }],
    ['exit 1', { blocked: undefined }],
    ['echo go on >&2; exit 2', { blocked: 'go on' }],
    [block('exit 1'), { blocked: undefined }],
  ],
  [
    'PreCompact',
    ['echo t', { instructions: ['t'], model: [] }],
    [printJson({ systemMessage: 'm' }), { instructions: ['{"systemMessage":"m"}'] }],
    [json('PreCompact'), { instructions: [], blocked: undefined }],
    ['echo t; echo e >&2; exit 1', { instructions: [], blocked: undefined }],
    ['echo no >&2; exit 2', { blocked: 'no', instructions: [] }],
    [printJson({ decision: 'block', reason: 'r' }), { blocked: 'r' }],
    [block('exit 1'), { blocked: expect.stringContaining(failed) }],
    [printJson({ continue: false }), { stopped: undefined, blocked: undefined }],
  ],
  [
    'PostCompact',
    ['echo t', { user: ['t'], model: [] }],
    ['echo e >&2; exit 1', { user: ['PostCompact:manual hook error: e'] }],
    ['echo e >&2; exit 2', { user: ['PostCompact:manual hook: e'] }],
    [printJson({ continue: false }), { stopped: undefined }],
  ],
  [
    'SessionEnd',
    ['echo t', NOBODY],
    ['echo e >&2; exit 2', { user: ['SessionEnd:other hook: e'] }],
  ],
  ['Setup', [json('Setup'), { model: ['Setup hook additional context: c'] }]],
  ['Notification', ['echo t', NOBODY], ['echo e >&2; exit 2', NOBODY]],
];

describe.each(ROWS)('exit codes, spec/host.md 3.3: %s', (event, ...columns) => {
  test.each(columns)('%j', async (hook, expected) => {
    const { results, ...merged } = await runHostCase({ event, input, hooks: [hook] });
    expect(results).toHaveLength(1);
    expect({ blocked: undefined, stopped: undefined, ...merged }).toMatchObject(expected);
  });
});

test('a hook for which the host has no executor is named and passed over', async () => {
  const hooks = [{ type: 'prompt', prompt: 'p' }, 'echo t'];
  const { results, model } = await runHostCase({ event: 'UserPromptSubmit', hooks });
  expect(results.map(({ ending }) => ending)).toEqual(['exited', 'unsupported']);
  expect(model).toHaveLength(1);
});

test('a signal of the owner ends the hooks', async () => {
  const { results } = await runHostCase({
    event: 'Stop',
    hooks: ['sleep 30'],
    execute: { signal: AbortSignal.timeout(200) },
  });
  expect(results).toMatchObject([{ ending: 'cancelled' }]);
});

test('text of a hook reaches the summariser cut at 10,000 characters', async () => {
  const hooks = ["head -c 12000 /dev/zero | tr '\\0' x"];
  const { instructions } = await runHostCase({ event: 'PreCompact', input, hooks });
  expect(instructions[0]).toMatch(/^x{10000}\n\[… output cut/);
});

test('nothing that is printed is expanded', async () => {
  const { model } = await runHostCase({ event: 'UserPromptSubmit', hooks: [print("it's $HOME")] });
  expect(model).toEqual(["UserPromptSubmit hook success: it's $HOME"]);
});

describe('an executor of the owner', () => {
  const hooks = [{ type: 'prompt', prompt: 'p', timeout: 0.3 }];
  const runWith = (prompt: HandlerExecutor) =>
    runHostCase({ event: 'UserPromptSubmit', hooks, options: { executors: { prompt } } });

  test('speaks as a command would', async () => {
    const { model } = await runWith(async (call) => ({
      exitCode: 0,
      stdout: `${String(call.handler['prompt'])} of ${String(call.input['session_id'])}`,
      stderr: '',
    }));
    expect(model).toEqual(['UserPromptSubmit hook success: p of s1']);
  });

  test.each<[string, HandlerExecutor, string, string]>([
    [
      'throws',
      () => {
        throw new Error('no model');
      },
      'not started',
      'no model',
    ],
    ['rejects', () => Promise.reject(new Error('no model')), 'not started', 'no model'],
    ['returns rubbish', async () => JSON.parse('{}'), 'not started', 'returned no stdout'],
    ['never ends', () => new Promise(() => {}), 'timed out', 'Hook cancelled'],
  ])('that %s changes nothing', async (_name, prompt, ending, message) => {
    const { results, model, blocked, user } = await runWith(prompt);
    expect(results).toMatchObject([{ ending }]);
    expect({ model, blocked }).toEqual({ model: [], blocked: undefined });
    expect(user).toEqual([expect.stringContaining(message)]);
  });
});
