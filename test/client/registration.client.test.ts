import { describe, expect, test } from 'vitest';
import type { Install } from './installs.ts';
import { liveThrough, tokens } from './life.ts';

const CASES: { install: Install; times: number }[] = [
  { install: 'user and project', times: 1 },
  { install: 'user and project, in other words', times: 2 },
  { install: 'settings, the program gone', times: 0 },
];

describe.each(['2.1.332', '2.0.77'])('Claude Code %s', (version) => {
  test.each(CASES)(
    'registered in $install, each hook runs $times times',
    async ({ install, times }) => {
      const { runs, requests } = await liveThrough({
        version,
        install,
        processes: [{ args: () => [], prompts: ['Hello', '/compact', 'And now?'] }],
        script: { usage: tokens(30_000), main: [{ text: 'One.' }, { text: 'Two.' }] },
      });
      const count = (event: string) => runs.filter((run) => run.event === event).length;
      const hasPostCompact = version !== '2.0.77';
      expect({
        start: count('SessionStart'),
        prompt: count('UserPromptSubmit'),
        pre: count('PreCompact'),
        post: count('PostCompact'),
      }).toEqual({
        start: 2 * times,
        prompt: 2 * times,
        pre: times,
        post: hasPostCompact ? times : 0,
      });
      // The model reads how each hook of /compact has ended, command line and all.
      const said = JSON.stringify(requests.map(({ body }) => body.messages));
      expect(said).toMatch(/carryover-hook\.cjs' PreCompact\s?\] completed successfully/);
      expect(said).not.toMatch(/carryover-hook\.cjs' \w+\s?\] (?!completed successfully)/);
    },
  );
});
