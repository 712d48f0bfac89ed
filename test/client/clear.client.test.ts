import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createScratch,
  installClient,
  type RecordedRequest,
  startFakeApi,
  testdir,
} from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { readRuns } from './carried-session.ts';
import { installCarryover } from './installs.ts';
import { received, tokens, writeConfig } from './life.ts';
import { startTerminal } from './terminal.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** What a person has who lets `/clear` be, and who wants the state after it. */
const CASES = [
  { onClear: 'off', after: '' },
  { onClear: 'inject', after: 'state 1' },
];

// Print mode of 2.0.77 has no /clear.
describe.each(['2.1.332', '2.0.77'])('at the keyboard of Claude Code %s', (version) => {
  test.each(CASES)(
    'with onClear $onClear, /clear gives "$after"',
    async ({ onClear, after }) => {
      const client = installClient(version, join(repository, '.cache/claude-code'));
      using root = testdir();
      const scratch = createScratch(root.path, {
        version,
        projectName: 'greeter',
        files: { 'greet.txt': 'hello\n' },
        settings: {},
      });
      writeConfig(scratch, { onClear });
      installCarryover(client, scratch);
      await using api = await startFakeApi({
        usage: tokens(30_000),
        main: [{ text: 'It is friendlier.' }, { text: 'A farewell.' }, { text: 'Gladly.' }],
        compact: [{ text: '<summary>\nNever touch CLAUDE.md. A greeting.\n</summary>' }],
      });
      const args = ['--model', 'claude-sonnet-4-5-20250929'];
      await using terminal = startTerminal({ client, scratch, apiUrl: api.url, args });
      const main = (): RecordedRequest[] => api.requests.filter(({ kind }) => kind === 'main');
      const starts = (): number =>
        readRuns(scratch).filter(({ event }) => event === 'SessionStart').length;

      await terminal.type('Make the greeting friendlier', () => starts() === 1);
      await terminal.type('/compact', () => main().length === 1);
      await terminal.type('What comes next?', () => starts() === 2);
      await terminal.type('/clear', () => main().length === 2);
      await terminal.type('Something else', () => starts() === 3);
      await terminal.until(() => main().length === 3);
      const [, compacted, cleared] = main();
      expect(compacted && received(compacted)).toMatch(/^state 1\b/);
      expect(cleared && received(cleared)).toBe(after);
    },
    180_000,
  );
});
