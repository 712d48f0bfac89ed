import { beforeAll, describe, expect, test } from 'vitest';
import type { Install } from './installs.ts';
import { type Life, liveThrough, received, tokens } from './life.ts';

/** In the second, the plugin brings the hooks but that of PostToolUse. */
const INSTALLS: Install[] = ['settings', 'marketplace and settings'];

/** As long as most tools take: 2.1.332 writes an answer into the transcript a moment after it has come. */
const WAIT = { tools: [{ name: 'Bash', input: { command: 'sleep 1', description: 'Wait' } }] };
const READ = { tools: [{ name: 'Read', input: { file_path: 'greet.txt' } }] };

describe.each(['2.1.332', '2.0.77'])('Claude Code %s', (version) => {
  describe.each(INSTALLS)('with carryover by %s', (install) => {
    let life: Life;

    beforeAll(async () => {
      life = await liveThrough({
        version,
        install,
        config: { warnMidTurn: true },
        processes: [{ args: () => [], prompts: ['Read the greeting thrice', 'And now?'] }],
        script: {
          usage: tokens(30_000),
          main: [
            READ,
            { ...WAIT, usage: tokens(130_000) },
            { ...READ, usage: tokens(131_000) },
            { text: 'Hello.', usage: tokens(132_000) },
            { text: 'Nothing.', usage: tokens(133_000) },
          ],
        },
      });
    });

    test('the model is warned once, after the tool call that passes the threshold', () => {
      const main = life.requests.filter(({ kind }) => kind === 'main');
      expect(main.map((request) => received(request))).toEqual([
        '',
        '',
        'warning',
        'warning',
        'warning',
      ]);
      expect(JSON.stringify(main[2]?.body.messages?.at(-1))).toMatch(
        /tool_result.*carryover: context at 65 % in the middle of this turn/,
      );
    });

    test('each hook runs once', () => {
      const [start, prompt, tool] = ['SessionStart', 'UserPromptSubmit', 'PostToolUse'];
      expect(life.runs.map(({ event }) => event)).toEqual([
        start,
        prompt,
        tool,
        tool,
        tool,
        prompt,
      ]);
      expect(life.runs.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    });
  });
});
