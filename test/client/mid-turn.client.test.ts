import { beforeAll, describe, expect, test } from 'vitest';
import type { Install } from './installs.ts';
import { type Life, liveThrough, received, tokens } from './life.ts';

/** In the second, the plugin brings the hooks but that of PostToolUse. */
const INSTALLS: Install[] = ['settings', 'marketplace and settings'];

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
            { ...READ, usage: tokens(130_000) },
            { ...READ, usage: tokens(131_000) },
            { text: 'Hello.', usage: tokens(132_000) },
            { text: 'Nothing.', usage: tokens(133_000) },
          ],
        },
      });
    });

    // 2.1.332 collects lines before it writes them: the hook of a quick tool reads the usage before the last.
    test('the model is warned once, after the tool call that passes the threshold or the next', () => {
      const main = life.requests.filter(({ kind }) => kind === 'main');
      const given = main.map((request) => received(request));
      const first = given.indexOf('warning');
      expect([2, 3]).toContain(first);
      expect(given).toEqual(main.map((_, index) => (index < first ? '' : 'warning')));
      expect(JSON.stringify(main[first]?.body.messages?.at(-1))).toMatch(
        /tool_result.*carryover: context at 6[56] % in the middle of this turn/,
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
