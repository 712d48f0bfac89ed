import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { createHookHost, loadHooks, mergeHookInstructions } from './index.ts';

/** A host whose events run these commands. */
function hostOf(root: string, commands: Record<string, string[]>) {
  const hooks = Object.fromEntries(
    Object.entries(commands).map(([event, list]) => [
      event,
      [{ hooks: list.map((command) => ({ type: 'command', command })) }],
    ]),
  );
  const loaded = loadHooks({ cwd: root, configDir: root, settings: { hooks } });
  const session = { sessionId: 's1', transcriptPath: '/t.jsonl', cwd: root };
  return createHookHost({ hooks: loaded.hooks, session });
}

test('PreCompact joins what succeeds and shows what fails', async () => {
  using root = testdir();
  const { executePreCompactHooks } = hostOf(root.path, {
    PreCompact: ['sleep 0.3; echo one', 'true', 'echo bad >&2; exit 1', 'echo two'],
  });
  expect(await executePreCompactHooks({ trigger: 'manual', customInstructions: 'x' })).toEqual({
    newCustomInstructions: 'one\n\ntwo',
    userDisplayMessage: [
      'PreCompact [sleep 0.3; echo one] completed successfully: one',
      'PreCompact [true] completed successfully',
      'PreCompact [echo bad >&2; exit 1] failed: bad',
      'PreCompact [echo two] completed successfully: two',
    ].join('\n'),
  });
});

test('PreCompact blocks on exit code 2, and a timeout does not', async () => {
  using root = testdir();
  const blocking = hostOf(root.path, { PreCompact: ['echo later >&2; exit 2'] });
  expect(
    await blocking.executePreCompactHooks({ trigger: 'auto', customInstructions: null }),
  ).toEqual({
    blocked: 'later',
    userDisplayMessage: 'PreCompact [echo later >&2; exit 2] failed: later',
  });
  const slow = hostOf(root.path, { PreCompact: ['sleep 9'] });
  const none = { trigger: 'auto', customInstructions: null } as const;
  expect(await slow.executePreCompactHooks(none, undefined, 200)).toEqual({
    userDisplayMessage: 'PreCompact [sleep 9] failed: Hook cancelled',
  });
});

test('names each kind of hook as /compact does, commands first', async () => {
  using root = testdir();
  const url = 'http://127.0.0.1:64999/x';
  const hooks = [
    { type: 'http', url },
    { type: 'mcp_tool', server: 's', tool: 't' },
    { type: 'prompt', prompt: 'ok?' },
    { type: 'command', command: 'echo', args: ['a', 'b c'] },
    { type: 'command', command: '', args: ['x'] },
    { type: 'command', command: 'echo later', async: true },
    { type: 'command', command: 'echo \'{"hookSpecificOutput":{}}\'' },
    { type: 'command', command: 'echo one >&2; echo two >&2; exit 1' },
  ];
  const { hooks: loaded } = loadHooks({
    cwd: root.path,
    configDir: root.path,
    settings: { hooks: { PreCompact: [{ hooks }] } },
  });
  const session = { sessionId: 's1', transcriptPath: '/t.jsonl', cwd: root.path };
  const host = createHookHost({ hooks: loaded, session });
  const { userDisplayMessage } = await host.executePreCompactHooks({
    trigger: 'manual',
    customInstructions: null,
  });
  expect(userDisplayMessage?.split('\n')).toEqual([
    'PreCompact [echo a b c] completed successfully: a b c',
    expect.stringMatching(/^PreCompact \[echo later\] completed successfully$/),
    expect.stringMatching(/^PreCompact \[echo '.*'\] failed: Hook JSON output validation failed/),
    'PreCompact [echo one >&2; echo two >&2; exit 1] failed: one',
    'two',
    'PreCompact [ok?] failed: the host runs no prompt hooks',
    `PreCompact [${url}] failed: connect ECONNREFUSED 127.0.0.1:64999`,
    'PreCompact [s/t] failed: the host runs no mcp_tool hooks',
  ]);
  host.dispose();
});

test('PostCompact reads the summary and shows what it prints', async () => {
  using root = testdir();
  const { executePostCompactHooks } = hostOf(root.path, {
    PostCompact: ['sed \'s/.*compact_summary":"\\([^"]*\\)".*/\\1/\''],
  });
  const { userDisplayMessage } = await executePostCompactHooks({
    trigger: 'auto',
    compactSummary: 'in short',
  });
  expect(userDisplayMessage).toMatch(/^PostCompact \[sed .*\] completed successfully: in short$/);
});

test.each([
  ['a', 'b', 'a\n\nb'],
  [' ', 'b', 'b'],
  ['a', undefined, 'a'],
  [null, undefined, undefined],
])('the instructions %j and %j are %j', (user, hook, merged) => {
  expect(mergeHookInstructions(user, hook)).toBe(merged);
});

test('a whole compaction runs in the order of the client', async () => {
  using root = testdir();
  const { withCompactHooks } = hostOf(root.path, {
    PreCompact: ['echo keep the plan'],
    SessionStart: ['echo the state'],
    PostCompact: ['echo noted'],
  });
  const steps: unknown[] = [];
  const outcome = await withCompactHooks({
    trigger: 'manual',
    customInstructions: 'be brief',
    onProgress: ({ hookType }) => steps.push(hookType),
    onSessionStart: (context) => steps.push(context),
    summarize: (instructions) => {
      steps.push(instructions);
      return { text: 'in short', tokens: 7 };
    },
  });
  expect(steps).toEqual([
    'pre_compact',
    'be brief\n\nkeep the plan',
    'session_start',
    ['SessionStart:compact hook success: the state'],
    'post_compact',
  ]);
  expect(outcome).toEqual({
    summary: { text: 'in short', tokens: 7 },
    context: ['SessionStart:compact hook success: the state'],
    userDisplayMessage: [
      'PreCompact [echo keep the plan] completed successfully: keep the plan',
      'PostCompact [echo noted] completed successfully: noted',
    ].join('\n'),
  });
});

const boom = () => {
  throw new Error('boom');
};

test('neither failing hooks nor failing callbacks stop a compaction', async () => {
  using root = testdir();
  const { withCompactHooks } = hostOf(root.path, {
    PreCompact: ['exit 1', 'kill -9 $$', '/no/such/file'],
    SessionStart: ['exit 3'],
    PostCompact: ['exit 2'],
  });
  const outcome = await withCompactHooks({
    trigger: 'auto',
    onProgress: boom,
    onSessionStart: boom,
    summarize: (instructions) => ({ text: String(instructions) }),
  });
  expect(outcome).toMatchObject({ summary: { text: 'undefined' }, context: [] });
});

const never = new Promise<never>(() => {});

test('an owner who is never done with the context is waited for as a hook is', async () => {
  using root = testdir();
  const { withCompactHooks } = hostOf(root.path, {});
  const compaction = {
    trigger: 'auto',
    summarize: () => ({ text: 't' }),
    onSessionStart: () => never,
  } as const;
  expect(await withCompactHooks({ ...compaction, timeoutMs: 100 })).toMatchObject({
    summary: { text: 't' },
  });
  const signal = AbortSignal.timeout(100);
  expect(await withCompactHooks({ ...compaction, signal })).toMatchObject({
    summary: { text: 't' },
  });
});

test('a signal that aborts during PreCompact keeps it from the summary', async () => {
  using root = testdir();
  const { withCompactHooks } = hostOf(root.path, { PreCompact: ['sleep 5'] });
  let summarised = false;
  const outcome = await withCompactHooks({
    trigger: 'auto',
    signal: AbortSignal.timeout(200),
    summarize: () => {
      summarised = true;
      return { text: '' };
    },
  });
  expect(outcome).toEqual({
    summary: undefined,
    context: [],
    userDisplayMessage: 'PreCompact [sleep 5] failed: Hook cancelled',
  });
  expect(summarised).toBe(false);
});

test('a hook that blocks stops it before the summary', async () => {
  using root = testdir();
  const { withCompactHooks } = hostOf(root.path, { PreCompact: ['echo no >&2; exit 2'] });
  let summarised = false;
  const outcome = await withCompactHooks({
    trigger: 'manual',
    summarize: () => {
      summarised = true;
      return { text: '' };
    },
  });
  expect(outcome).toMatchObject({ summary: undefined, blocked: 'no' });
  expect(summarised).toBe(false);
});
