import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toEntry } from './entry.ts';
import { classifyUserEntry, promptText, type UserEntryKind } from './user-entry.ts';
import { personText } from './user-text.ts';

type Fields = Record<string, unknown>;

function user(content: unknown, fields: Fields = {}): UserEntryKind | undefined {
  const entry = toEntry({ type: 'user', message: { role: 'user', content }, ...fields });
  return entry && classifyUserEntry(entry);
}

function attachment(fields: Fields): UserEntryKind | undefined {
  const entry = toEntry({ type: 'attachment', attachment: fields });
  return entry && classifyUserEntry(entry);
}

const notification = '<task-notification>\n<task-id>b7</task-id>\n</task-notification>';

describe('R17: rows that look like the user but are not', () => {
  test.each<[string, unknown, Fields, UserEntryKind['kind']]>([
    ['compaction summary', 'Summary of it', { isCompactSummary: true }, 'summary'],
    [
      'summary without a flag',
      'This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\nx',
      {},
      'summary',
    ],
    ['meta row', 'Base directory for this skill: /x', { isMeta: true }, 'meta'],
    ['stop hook feedback', 'Stop hook feedback:\n[x]', { isMeta: true }, 'meta'],
    ['reminder only', '<system-reminder>\nbe nice\n</system-reminder>', {}, 'meta'],
    ['caveat', '<local-command-caveat>Caveat</local-command-caveat>', {}, 'meta'],
    ['command output', '<local-command-stdout>Bye!</local-command-stdout>', {}, 'command-output'],
    ['empty output', '<local-command-stdout></local-command-stdout>', {}, 'command-output'],
    [
      'shell output',
      '<bash-stdout>x</bash-stdout><bash-stderr></bash-stderr>',
      {},
      'command-output',
    ],
    ['shell input', '<bash-input>git status</bash-input>', {}, 'shell'],
    ['unknown command', 'Unknown slash command: clear', {}, 'command-output'],
    ['tool result', [{ type: 'tool_result', content: 'x' }], {}, 'tool-results'],
    [
      'refusal beside an interruption',
      [
        { type: 'tool_result', content: 'x' },
        { type: 'text', text: '[Request interrupted by user for tool use]' },
      ],
      {},
      'tool-results',
    ],
    ['interruption', [{ type: 'text', text: '[Request interrupted by user]' }], {}, 'interruption'],
    ['notification', notification, {}, 'notification'],
    ['notification by origin', 'done', { origin: { kind: 'task-notification' } }, 'notification'],
    ['teammate', '<teammate-message teammate_id="a">hi</teammate-message>', {}, 'notification'],
    ['schedule', 'check the build', { scheduledTaskId: 's1' }, 'notification'],
    ['our own state', '<carryover-state v="1">do things</carryover-state>', {}, 'injected'],
    ['nothing', '', {}, 'empty'],
  ])('%s', (_name, content, fields, kind) => {
    expect(user(content, fields)?.kind).toBe(kind);
  });
});

test('slash commands keep name and arguments, in both orders of the tags', () => {
  const builtIn =
    '<command-name>/compact</command-name>\n            <command-message>compact</command-message>\n            <command-args>keep the edit</command-args>';
  const custom =
    '<command-message>hello</command-message>\n<command-name>/hello</command-name>\n<command-args>world</command-args>';
  expect(user(builtIn)).toMatchObject({ command: { name: '/compact', args: 'keep the edit' } });
  expect(user(custom)).toMatchObject({ command: { name: '/hello', args: 'world' } });
});

test('trap 8: a pasted command tag is text, not a run', () => {
  const pasted = 'Why does <command-name>/rm-everything</command-name> show up?';
  expect(user(pasted)).toMatchObject({ kind: 'prompt', text: pasted });
  const alone = '<command-name>/rm-everything</command-name>';
  expect(user(alone)?.kind).toBe('meta');
  expect(user(alone, { promptSource: 'typed' })?.kind).toBe('prompt');
  const whole = `${alone}<command-message>rm-everything</command-message>`;
  expect(user(whole, { promptSource: 'typed' })?.kind).toBe('prompt');
});

test("what the client and the editor add around a prompt is cut off, a person's own tags stay", () => {
  const blocks = [
    { type: 'text', text: '<ide_opened_file>The user opened a.ts</ide_opened_file>' },
    { type: 'text', text: 'Fix <b>it</b>' },
    { type: 'text', text: '<system-reminder>\nToday is Monday\n</system-reminder>' },
  ];
  expect(user(blocks)).toMatchObject({ kind: 'prompt', text: 'Fix <b>it</b>' });
  expect(
    personText('<system-reminder>a</system-reminder> go <system-reminder>b</system-reminder>'),
  ).toBe('go');
  const inside = 'what is a <system-reminder>tag</system-reminder> for?';
  expect(personText(inside)).toBe(inside);
});

test('our own injected state is cut out of a prompt', () => {
  const text = 'Go on.\n<carryover-state session="1">\nnever do x\n</carryover-state>\nThen test.';
  expect(user(text)).toMatchObject({ kind: 'prompt', text: 'Go on.\n\nThen test.' });
});

test('images count, and a prompt of images only is a prompt', () => {
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'QUJD' },
  };
  expect(user([image])).toEqual({
    kind: 'prompt',
    text: '[image image/png, 3 bytes]',
    media: 1,
    isMidTurn: false,
  });
});

test('mid-turn input is a prompt, queued notifications and shell commands are not', () => {
  const queued = { type: 'queued_command', commandMode: 'prompt' };
  expect(attachment({ ...queued, prompt: 'use tabs' })).toMatchObject({
    kind: 'prompt',
    text: 'use tabs',
    isMidTurn: true,
  });
  expect(attachment({ ...queued, prompt: [{ type: 'text', text: 'and spaces' }] })).toMatchObject({
    text: 'and spaces',
  });
  expect(attachment({ type: 'queued_command', prompt: 'old' })?.kind).toBe('prompt');
  expect(attachment({ ...queued, commandMode: 'task-notification', prompt: 'x' })?.kind).toBe(
    'notification',
  );
  expect(attachment({ ...queued, prompt: notification })?.kind).toBe('notification');
  expect(attachment({ ...queued, commandMode: 'bash', prompt: 'ls' })?.kind).toBe('shell');
});

test('an interruption is the notice and nothing else', () => {
  const typed = '[Request interrupted by user] now do X';
  expect(user(typed)).toMatchObject({ kind: 'prompt', text: typed });
  const notice = '[Request interrupted by user for tool use]';
  expect(user(notice)?.kind).toBe('interruption');
  expect(
    user([
      { type: 'tool_result', content: 'x' },
      { type: 'text', text: typed },
    ]),
  ).toMatchObject({ kind: 'prompt', text: typed });
});

test('hook context is never a prompt', () => {
  const context = { type: 'hook_additional_context', content: ['never do x'] };
  expect(attachment(context)).toEqual({ kind: 'injected', text: 'never do x' });
  expect(attachment({ ...context, content: 'one string' })?.kind).toBe('injected');
  expect(attachment({ type: 'skill_listing', content: 'x' })).toBeUndefined();
});

test('other lines are not classified, and no shape throws', () => {
  expect(classifyUserEntry({ type: 'assistant', message: {} })).toBeUndefined();
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (content, other) => {
      user(content, { origin: other, promptSource: other });
      attachment({ type: 'queued_command', prompt: content, commandMode: other });
      expect(promptText({ type: 'user', message: { content } })).not.toBe('');
    }),
  );
});

describe('what the client wrote is no prompt, whatever is missing of it', () => {
  test.each([
    ['a command message alone', '<command-message>hello is running…</command-message>', 'meta'],
    [
      'a caveat without its flag',
      'Caveat: The messages below were generated by the user while running local commands.',
      'meta',
    ],
    ['a reminder that was cut off', '<system-reminder>\nToday is', 'meta'],
    ['our state that was cut off', '<carryover-state v="1">do things', 'injected'],
    ['a hook at the start', '<session-start-hook>context</session-start-hook>', 'meta'],
    ['diagnostics', '<new-diagnostics>a.ts: error</new-diagnostics>', 'meta'],
  ])('%s', (_name, text, kind) => {
    expect(user(text)?.kind).toBe(kind);
  });

  test('the words before a tag that was cut off stay, and so does a tag in a sentence', () => {
    expect(user('go on\n\n<system-reminder>\nToday')).toMatchObject({ text: 'go on' });
    expect(user('go on\n<carryover-state>old')).toMatchObject({ text: 'go on' });
    const sentence = 'why is there <system-reminder> in my text?';
    expect(user(sentence)).toMatchObject({ kind: 'prompt', text: sentence });
    const ours = 'Why does <carryover-state> appear in my prompt? Never push.';
    expect(user(ours)).toMatchObject({ kind: 'prompt', text: ours });
  });
});

test('an image that a person put beside a tool result is theirs', () => {
  const image = { type: 'image', source: { media_type: 'image/png', data: 'QUJD' } };
  const content = [{ type: 'tool_result', content: 'x' }, image];
  expect(user(content)).toMatchObject({ kind: 'prompt', media: 1, isMidTurn: true });
  expect(user(content, { isMeta: true })?.kind).toBe('tool-results');
});
