import { describe, expect, test } from 'vitest';
import type { ConfiguredHook } from './configured-hook.ts';
import { matchHooks } from './match-hooks.ts';
import { isMatch } from './matcher.ts';

const onTool = (matcher: string | undefined, tool: string, clientVersion?: string) =>
  isMatch(matcher, tool, { event: 'PreToolUse', clientVersion });

const hook = (event: string, fields: Partial<ConfiguredHook> = {}): ConfiguredHook => ({
  event,
  matcher: undefined,
  handler: { type: 'command', command: 'true' },
  scope: 'user',
  file: 'settings.json',
  ...fields,
});

const bash = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
});

describe('selection, spec/host.md 3.1', () => {
  test.each([undefined, '', '*'])('M1 matcher %j selects all', (matcher) => {
    expect(onTool(matcher, 'Bash')).toBe(true);
  });

  test.each(['Edit|Write|Bash', 'Bash, Read', ' Bash ', 'Bash|', '|Bash'])(
    'M2 %j is a list of exact names, with Bash',
    (matcher) => {
      expect(onTool(matcher, 'Bash')).toBe(true);
    },
  );

  test.each(['Ba', 'bash', 'Bash-x', 'Edit|Write'])('M2 %j does not select Bash', (matcher) => {
    expect(onTool(matcher, 'Bash')).toBe(false);
  });

  test.each([
    ['Ba.*', true],
    ['sh$', true],
    ['B?sh', true],
    ['Bash\\b', true],
    ['ba.*', false],
    ['^sh', false],
    ['mcp__.*__write', false],
  ])('M3 %j is an unanchored, case-sensitive pattern', (matcher, selects) => {
    expect(onTool(matcher, 'Bash')).toBe(selects);
  });

  test.each(['[', '(Bash', '**'])('M4 %j does not compile and selects nothing', (matcher) => {
    expect(onTool(matcher, 'Bash')).toBe(false);
  });

  test('M5 the old name Task selects the tool Agent', () => {
    expect(onTool('Task', 'Agent')).toBe(true);
    expect(onTool('Task', 'Bash')).toBe(false);
  });

  test.each(['UserPromptSubmit', 'Stop'])('M6 %s ignores its matcher', (event) => {
    const hooks = [hook(event, { matcher: 'Nothing' })];
    expect(matchHooks(hooks, { hook_event_name: event })).toHaveLength(1);
  });

  test.each([
    ['PreToolUse', { tool_name: 'x' }],
    ['SessionStart', { source: 'x' }],
    ['SessionEnd', { reason: 'x' }],
    ['PreCompact', { trigger: 'x' }],
    ['PostCompact', { trigger: 'x' }],
    ['Setup', { trigger: 'x' }],
    ['SubagentStart', { agent_type: 'x' }],
    ['SubagentStop', { agent_type: 'x' }],
    ['Notification', { notification_type: 'x' }],
  ])('M7 %s is matched with the field of %j', (event, input) => {
    const hooks = [hook(event, { matcher: 'x' }), hook(event, { matcher: 'other' })];
    expect(matchHooks(hooks, { ...input, hook_event_name: event })).toEqual([hooks[0]]);
  });

  test.each(['FileChanged', 'StopFailure'])('M8 %s knows narrower names', (event) => {
    expect(isMatch('a|b', 'b', { event })).toBe(true);
    // A pattern here, and one that holds no comma.
    expect(isMatch('a, b', 'b', { event })).toBe(false);
    expect(isMatch('rate-limit', 'x-rate-limit-y', { event })).toBe(true);
  });

  test('M8 FileChanged is matched with the base name', () => {
    const hooks = [hook('FileChanged', { matcher: '\\.env$' })];
    const input = { hook_event_name: 'FileChanged', file_path: '/a/b/.env' };
    expect(matchHooks(hooks, input)).toHaveLength(1);
  });

  test('M9 commas need 2.1.191, exact hyphens 2.1.195', () => {
    expect(onTool('Bash, Read', 'Read', '2.1.190')).toBe(false);
    expect(onTool('Bash, Read', 'Read', '2.1.191')).toBe(true);
    expect(onTool('my-tool', 'my-tool-2', '2.1.194')).toBe(true);
    expect(onTool('my-tool', 'my-tool-2', '2.1.195')).toBe(false);
  });

  test.each([
    ['Bash(git *)', bash('git push'), 1],
    ['Bash(git *)', bash('git'), 1],
    ['Bash(git:*)', bash('git push'), 1],
    ['Bash(git *)', bash('gitk'), 0],
    ['Bash(git *)', bash('ls && git push'), 1],
    ['Bash(git *)', bash('A=1 git push'), 1],
    ['Bash(git *)', bash('echo "git push"'), 0],
    ['Bash(git *)', bash('echo "open'), 1],
    ['Bash(git *)', bash('echo $(git push)'), 1],
    ['Bash', bash('ls'), 1],
    [
      'Edit(*.ts)',
      { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: { file_path: '/a/b.ts' } },
      1,
    ],
    [
      'Edit(*.ts)',
      { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: { file_path: '/a/b.md' } },
      0,
    ],
    ['Edit(*.ts)', bash('ls'), 0],
    ['Bash(git *)', { hook_event_name: 'UserPromptSubmit', prompt: 'git' }, 0],
  ])('M10 if %j on %j fires %i', (rule, input, count) => {
    const handler = { type: 'command' as const, command: 'true', if: rule };
    expect(matchHooks([hook(input.hook_event_name, { handler })], input)).toHaveLength(count);
  });
});

const matching = (...hooks: ConfiguredHook[]) =>
  matchHooks(hooks, { hook_event_name: 'Stop' }).length;
const command = (fields: object) =>
  hook('Stop', { handler: { type: 'command', command: 'true', ...fields } });

describe('deduplication, spec/host.md 3.1', () => {
  test('D1 the same command of three scopes, or under two matchers, runs once', () => {
    expect(
      matching(hook('Stop'), hook('Stop', { scope: 'project' }), hook('Stop', { scope: 'local' })),
    ).toBe(1);
    expect(matching(hook('Stop', { matcher: 'a' }), hook('Stop', { matcher: 'b' }))).toBe(1);
  });

  test.each([{ timeout: 5 }, { async: true }, { statusMessage: 'm' }, { shell: 'bash' }])(
    'D2 with another %j it still runs once',
    (fields) => {
      expect(matching(command({}), command(fields))).toBe(1);
    },
  );

  test('D3 with another if it runs twice', () => {
    const hooks = ['Bash(git *)', 'Bash(git push*)'].map((rule) =>
      hook('PreToolUse', { handler: { type: 'command', command: 'true', if: rule } }),
    );
    const input = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'git push' },
    };
    expect(matchHooks(hooks, input)).toHaveLength(2);
  });

  test("D4 a plugin's copy runs apart", () => {
    expect(matching(hook('Stop'), hook('Stop', { plugin: { root: '/p' } }))).toBe(2);
  });
});
