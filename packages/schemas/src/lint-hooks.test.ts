import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lintHooks, type LintOptions, matcherFits } from './settings/index.ts';

const command = { type: 'command', command: 'node hook.js' };

const say = (settings: unknown, options?: LintOptions): string =>
  lintHooks(settings, options)
    .map(({ effect, rule, message }) => `${effect} · ${rule} · ${message}`)
    .join('\n');

/** One group under one event. */
const on = (event: string, handler: object, group: object = {}): object => ({
  hooks: { [event]: [{ ...group, hooks: [handler] }] },
});

test('has nothing to say about sound settings', () => {
  const sound = {
    permissions: { allow: ['Bash'] },
    hooks: {
      PreToolUse: [
        { matcher: 'Edit|Write', hooks: [{ ...command, if: 'Edit(*.ts)', timeout: 30 }] },
        { matcher: 'mcp__memory__.*', hooks: [{ type: 'prompt', prompt: '$ARGUMENTS' }] },
        { matcher: 'SomeNewTool', hooks: [{ ...command, args: ['x'] }] },
      ],
      SessionStart: [{ matcher: 'compact|resume', hooks: [command] }],
      PreCompact: [{ hooks: [command] }],
    },
  };
  expect(lintHooks(sound)).toStrictEqual([]);
  expect(lintHooks({})).toStrictEqual([]);
});

// `settings.client.test.ts` shows the same to the real clients: a sound hook beside the entry does not run.
test('says which shapes make the client drop the whole file', () => {
  const shapes = [
    { hooks: { PreToolUse: {} } },
    { hooks: { PreToolUse: [null] } },
    { hooks: { PreToolUse: [{ matcher: 'Bash' }] } },
    { hooks: { PreToolUse: [{ matcher: 'Bash', ...command }] } },
    { hooks: { PreToolUse: [{ hooks: 'x' }] } },
    on('PreToolUse', { type: 'command' }),
    on('PreToolUse', { command: 'true' }),
    on('PreToolUse', { type: 'lunar', command: 'true' }),
    on('PreToolUse', command, { matcher: 7 }),
    on('PreToolUse', { ...command, timeout: '30' }),
    on('PreToolUse', { ...command, timeout: 0 }),
    on('PreToolUse', { ...command, shell: 'fish' }),
    on('PreToolUse', { ...command, onFailure: 'explode' }),
    on('PreToolUse', { type: 'http', url: 'nope' }),
    'text',
  ];
  expect(shapes.map((shape) => say(shape)).join('\n')).toMatchInlineSnapshot(`
    "file · wrong-shape · hooks.PreToolUse: expected an array, received an object. Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0]: expected an object, received null. Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].hooks: expected an array, received nothing. Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].hooks: expected an array, received nothing. Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].hooks: expected an array, received "x". Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].hooks[0].command: expected a string, received nothing. Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].hooks[0].type: expected "command" or "http" or "mcp_tool" or "prompt" or "agent", received nothing. Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].hooks[0].type: expected "command" or "http" or "mcp_tool" or "prompt" or "agent", received "lunar". Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].matcher: expected a string, received the number 7. Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].hooks[0].timeout: expected a number, received "30". Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].hooks[0].timeout: expected a number above 0, received the number 0. Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].hooks[0].shell: expected "bash" or "powershell", received "fish". Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].hooks[0].onFailure: expected "continue" or "block", received "explode". Claude Code then runs no hook of this file.
    file · wrong-shape · hooks.PreToolUse[0].hooks[0].url: expected a URL, received "nope". Claude Code then runs no hook of this file.
    file · wrong-shape · (root): expected an object, received "text". Claude Code then runs no hook of this file."
  `);
});

test('knows what an unknown event does to each client', () => {
  const settings = on('preToolUse', command);
  const answers = [
    say(settings),
    say(settings, { client: '2.0.77' }),
    say(settings, { client: '2.1.110', plugin: true }),
    say(on('PostCompact', command), { client: '2.0.77' }),
    say(on('PreModelSwitch', command), { client: '2.1.200' }),
    say(on('PreToolUse', { type: 'http', url: 'http://127.0.0.1:1/' }), { client: '2.0.77' }),
  ];
  expect(answers.join('\n')).toMatchInlineSnapshot(`
    "entry · unknown-event · hooks.preToolUse: no known event, so the other hooks of the file still run; before 2.1.101 none would. Did you mean PreToolUse?
    file · unknown-event · hooks.preToolUse: no known event, so no hook of this file runs. Did you mean PreToolUse?
    file · unknown-event · hooks.preToolUse: no known event, so no hook of this file runs. Did you mean PreToolUse?
    file · newer-event · hooks.PostCompact: an event from 2.1.76 on. Claude Code 2.0.77 does not know it: no hook of this file runs.
    entry · newer-event · hooks.PreModelSwitch: an event from 2.1.251 on. Claude Code 2.1.200 does not know it: the other hooks of the file still run.
    file · newer-handler · hooks.PreToolUse[0].hooks[0].type: http handlers exist from 2.1.63 on. Claude Code 2.0.77 then runs no hook of this file."
  `);
});

test('explains entries that never run', () => {
  const answers = [
    say(on('PreToolUse', command, { matcher: '[' })),
    say(on('PreToolUse', command, { matcher: '*.ts' })),
    say(on('PreToolUse', command, { matcher: 'bash' })),
    say(on('PreToolUse', command, { matcher: '^bash$' })),
    say(on('PreToolUse', command, { matcher: 'Bash(git *)' })),
    say(on('PreToolUse', command, { matcher: 'mcp__memory' })),
    say(on('SessionStart', command, { matcher: 'start' })),
    say(on('SessionStart', { ...command, if: 'Bash' })),
    say(on('SessionEnd', { type: 'prompt', prompt: 'x' })),
  ];
  expect(answers.join('\n')).toMatchInlineSnapshot(`
    "entry · matcher-not-a-regexp · hooks.PreToolUse[0].matcher: not a regular expression (Invalid regular expression: /[/: Unterminated character class), so it never fits.
    entry · matcher-not-a-regexp · hooks.PreToolUse[0].matcher: not a regular expression (Invalid regular expression: /*.ts/: Nothing to repeat), so it never fits.
    entry · matcher-never-fits · hooks.PreToolUse[0].matcher: names are case-sensitive, so it never fits Bash.
    entry · matcher-never-fits · hooks.PreToolUse[0].matcher: fits none of the built-in tools.
    entry · matcher-is-permission-rule · hooks.PreToolUse[0].matcher: "Bash(git *)" is a permission rule. Put it into the handler's \`if\`; the matcher takes Bash.
    entry · matcher-never-fits · hooks.PreToolUse[0].matcher: mcp__memory is a server, not a tool; for all of its tools write mcp__memory__.*
    entry · matcher-never-fits · hooks.SessionStart[0].matcher: "start" fits none of startup, resume, clear, compact, fork, so it selects nothing.
    entry · if-without-tool · hooks.SessionStart[0].hooks[0].if: SessionStart has no tool to compare with, so the hook never runs.
    entry · handler-not-run · hooks.SessionEnd[0].hooks[0].type: SessionEnd runs command, http, mcp_tool handlers, not prompt."
  `);
});

test('explains entries that run otherwise than they look', () => {
  const answers = [
    say(on('PreToolUse', { ...command, timeout: 30_000 })),
    say(on('SessionEnd', { ...command, timeout: 90 })),
    say(on('SessionEnd', { ...command, timeout: 8 }), { plugin: true }),
    say(on('Stop', command, { matcher: 'Bash' })),
    say(on('Stop', { ...command, onFailure: 'block' })),
    say(on('PreToolUse', { ...command, onFailure: 'block', async: true })),
    say(on('PreToolUse', { ...command, onFailure: 'block' }), { client: '2.1.200' }),
    say(on('PreToolUse', command, { onFailure: 'block' })),
    say(on('PreToolUse', { ...command, once: true })),
    say(on('PreToolUse', { ...command, args: [] }), { client: '2.1.100' }),
    say(on('PreToolUse', command, { matcher: 'Bash, Read' }), { client: '2.1.190' }),
    say({ hooks: { Stop: [{ hooks: [command] }, { hooks: [{ ...command, timeout: 5 }] }] } }),
    say({ disableAllHooks: true, ...on('Stop', command) }),
    say({ Stop: [{ hooks: [command] }] }, { plugin: true }),
  ];
  expect(answers.join('\n')).toMatchInlineSnapshot(`
    "surprise · timeout-in-milliseconds · hooks.PreToolUse[0].hooks[0].timeout: in seconds, so 30000 is 8.3 hours. For 30 seconds write 30.
    surprise · timeout-not-applied · hooks.SessionEnd[0].hooks[0].timeout: SessionEnd hooks get at most 60 seconds.
    surprise · timeout-not-applied · hooks.SessionEnd[0].hooks[0].timeout: a plugin cannot raise the 1.5 seconds that all SessionEnd hooks share.
    surprise · matcher-ignored · hooks.Stop[0].matcher: Stop ignores matchers, so the hooks run every time.
    surprise · on-failure-ignored · hooks.Stop[0].hooks[0].onFailure: ignored on Stop: a failure lets the action go ahead.
    surprise · on-failure-ignored · hooks.PreToolUse[0].hooks[0].onFailure: ignored for async hooks: a failure lets the action go ahead.
    surprise · newer-field · hooks.PreToolUse[0].hooks[0].onFailure: read from 2.1.295 on. With Claude Code 2.1.200 a failure lets the action go ahead.
    surprise · on-failure-ignored · hooks.PreToolUse[0].onFailure: belongs into the handler; on the group it is ignored.
    surprise · once-ignored · hooks.PreToolUse[0].hooks[0].once: read in the front matter of skills only; here the hook runs every time.
    surprise · newer-field · hooks.PreToolUse[0].hooks[0].args: read from 2.1.139 on. With Claude Code 2.1.100 the command runs without them.
    surprise · newer-field · hooks.PreToolUse[0].matcher: exact names with "," or "-" are read from 2.1.191 on; Claude Code 2.1.190 takes this for a regular expression.
    surprise · duplicate-command · hooks.Stop[1].hooks[0].command: the same command again; where both matchers fit it runs once.
    file · hooks-disabled · disableAllHooks: no hook runs, of this file or of plugins, except managed ones.
    file · plugin-without-hooks · (root): events stand under "hooks" in a plugin: move Stop there; as it is, none runs."
  `);
});

test('says what is ignored, empty or misspelt', () => {
  const answers = [
    say({ Stop: [{ hooks: [command] }], hooks: {} }),
    say(on('PreToolUse', { ...command, timeoutMs: 5 })),
    say(on('PreToolUse', command, { matchers: 'Bash' })),
    say(on('PreToolUse', { ...command, command: ' ' })),
    say(on('PreToolUse', command, { matcher: 'Edit|Wrte' })),
    say(on('SessionStart', command, { matcher: 'startup|resum' })),
    say(on('FileChanged', command, { matcher: '.env|src/*.ts' })),
  ];
  expect(answers.join('\n')).toMatchInlineSnapshot(`
    "entry · event-outside-hooks · Stop: events stand under "hooks"; here nothing reads it.
    surprise · unknown-field · hooks.PreToolUse[0].hooks[0].timeoutMs: no field that Claude Code reads here, so it is ignored. Did you mean timeout?
    surprise · unknown-field · hooks.PreToolUse[0].matchers: no field that Claude Code reads here, so it is ignored. Did you mean matcher?
    entry · empty-command · hooks.PreToolUse[0].hooks[0].command: empty, so there is nothing to run.
    surprise · matcher-never-fits · hooks.PreToolUse[0].matcher: "Wrte" is no built-in tool. Did you mean Write?
    surprise · matcher-never-fits · hooks.SessionStart[0].matcher: "resum" fits none of startup, resume, clear, compact, fork, so it selects nothing.
    entry · matcher-never-fits · hooks.FileChanged[0].matcher: "src/*.ts" is taken literally, as the base name of a file; no path and no pattern fits."
  `);
});

test.each(['PreToolUse', 'SubagentStart'])(
  'does not hang on a matcher of %s that does',
  (event) => {
    const start = performance.now();
    const [found] = lintHooks(on(event, command, { matcher: '^(([a-zA-Z]+)+)+!$' }));
    expect(found).toMatchObject({ rule: 'matcher-may-hang', effect: 'surprise' });
    expect(matcherFits('^(([a-zA-Z]+)+)+!$', 'a'.repeat(60))).toBe(false);
    expect(performance.now() - start).toBeLessThan(2000);
  },
);

const trap = (): never => {
  throw new Error('no');
};

test('never throws, whatever it is given', () => {
  const hostile = [
    new Proxy({}, { get: trap }),
    new Proxy({}, { ownKeys: trap }),
    { hooks: { Stop: [{ hooks: [Object.defineProperty({}, 'type', { get: trap })] }] } },
    { hooks: new Proxy({}, { getPrototypeOf: trap, ownKeys: trap }) },
    Proxy.revocable({}, {}).proxy,
  ];
  for (const settings of hostile) expect(Array.isArray(lintHooks(settings))).toBe(true);
  expect(say(hostile[0])).toContain('received an error: Error: no');
});

test('says nothing about what no source tells of PreSkillShellCommand', () => {
  const entry = on('PreSkillShellCommand', { type: 'prompt', prompt: 'x' }, { matcher: 'Bash' });
  expect(lintHooks(entry)).toStrictEqual([]);
});

test('takes the matchers of FileChanged for names of files', () => {
  expect(matcherFits('package.json|.env', '/a/package.json', 'FileChanged')).toBe(true);
  expect(matcherFits('package.json', '/a/packagexjson', 'FileChanged')).toBe(false);
  expect(matcherFits('.*', '/a/b', 'FileChanged')).toBe(false);
});

test('reads matchers as the client does', () => {
  const fits = ['', '*', 'Edit|Bash', 'Bash, Read', ' Bash ', '|Bash', 'Ba.*', 'sh$', 'B?sh'];
  expect(fits.filter((matcher) => !matcherFits(matcher, 'Bash'))).toStrictEqual([]);
  const misses = ['Ba', 'bash', 'Bash-x', '[', '**', '(Bash'];
  expect(misses.filter((matcher) => matcherFits(matcher, 'Bash'))).toStrictEqual([]);
  expect(matcherFits('Task', 'Agent')).toBe(true);
});

test('survives any JSON', () => {
  const block = fc.dictionary(
    fc.constantFrom('PreToolUse', 'Stop', 'x', '__proto__'),
    fc.array(fc.record({ matcher: fc.string(), hooks: fc.array(fc.jsonValue()) })),
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ hooks: fc.jsonValue() }), fc.record({ hooks: block })),
      (settings) => {
        expect(Array.isArray(lintHooks(settings))).toBe(true);
      },
    ),
  );
});
