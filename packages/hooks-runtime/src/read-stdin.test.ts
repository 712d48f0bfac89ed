import { describe, expect, test } from 'vitest';
import { HARMLESS, payload, runFixture } from '../programs/run-fixture.ts';

describe('stdin', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'stdin was empty'],
    ['only space', ' \n\n', 'stdin was empty'],
    ['cut JSON', '{"session_id":"s1","transcript_path":"/tm', 'stdin was not JSON'],
    ['null', 'null', 'stdin was null, not an object'],
    ['an array', '[]', 'stdin was an array, not an object'],
    ['a string', '"x"', 'stdin was a string, not an object'],
    ['binary', Uint8Array.of(0xff, 0xfe, 0x00), 'stdin was not JSON'],
    ['single back-slashes', String.raw`{"cwd":"C:\Users\ann"}`, 'stdin was not JSON'],
    ['two documents', `${payload()}\n{"more":1}`, 'stdin was not JSON'],
    ['no session', '{"hook_event_name":"SessionStart"}', 'the payload has no session_id'],
    ['a session of the wrong type', '{"session_id":7}', 'the payload has no session_id'],
    [
      'another event',
      payload({ hook_event_name: 'Stop' }),
      'the payload is not one of SessionStart',
    ],
  ])('%s is logged and nothing else', async (_, stdin, reason) => {
    const run = await runFixture({ stdin });
    expect(run).toMatchObject({ ...HARMLESS, stderr: '' });
    expect(run.log).toMatchObject([{ event: 'SessionStart', outcome: 'failed', reason, bytes: 0 }]);
  });

  const kinds = ['socket', 'pipe', 'non-blocking pipe'] as const;

  test.each(kinds)('R02 is waited for on a %s whose writer is late', async (stdinKind) => {
    const run = await runFixture({ stdinKind, stdin: [payload()], pauseMs: 400 });
    expect(run.record).toMatchObject({ outcome: 'ok', session: 's1' });
  });

  test.each(kinds)('may stay open after the payload (%s)', async (stdinKind) => {
    const run = await runFixture({ stdinKind, stdin: payload({ text: 'a } b' }), keepOpen: true });
    expect(run.record).toMatchObject({ outcome: 'ok', session: 's1' });
  });

  test.each(['pipe', 'non-blocking pipe'] as const)(
    'that stays silent is left at the deadline (%s)',
    async (stdinKind) => {
      const env = { BUDGET_MS: '500' };
      const run = await runFixture({ stdinKind, stdin: [], keepOpen: true, env });
      expect(run).toMatchObject(HARMLESS);
      expect(run.record?.reason).toBe('stdin stayed silent until the deadline');
    },
  );

  test.each(kinds)('R03 comes in pieces that split characters (%s)', async (stdinKind) => {
    const bytes = Buffer.from(payload({ prompt: 'é漢😀 '.repeat(40) }));
    const stdin = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const run = await runFixture({ stdinKind, stdin });
    expect(run.record).toMatchObject({ outcome: 'ok', session: 's1' });
  });

  test.each([
    ['a byte order mark', `\u{feff}${payload()}`],
    ['a newline at the end', `${payload()}\n`],
    ['space around it', `\r\n ${payload()} \r\n`],
    ['deep nesting', payload({ deep: '['.repeat(5), deeper: [[[[{}]]]] })],
  ])('with %s is read', async (_, stdin) => {
    expect((await runFixture({ stdin })).record).toMatchObject({ outcome: 'ok', session: 's1' });
  });

  test('of 50 MB is read', { timeout: 30_000 }, async () => {
    const run = await runFixture({ stdin: payload({ output: 'é'.repeat(25_000_000) }) });
    expect(run.record).toMatchObject({ outcome: 'ok', session: 's1' });
  });

  test('over the cap is drained and refused', { timeout: 30_000 }, async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const stdin = ['{"session_id":"s1","text":"', ...Array(130).fill(piece), '"}'];
    const run = await runFixture({ stdin });
    expect(run).toMatchObject(HARMLESS);
    expect(run.record?.reason).toBe('stdin over 134217728 bytes');
  });

  test('that is closed is logged', async () => {
    const run = await runFixture({ stdinKind: 'closed' });
    expect(run).toMatchObject(HARMLESS);
    expect(run.record?.reason).toMatch(/^stdin (unreadable|was empty)/);
  });
});
