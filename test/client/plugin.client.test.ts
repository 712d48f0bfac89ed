import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ApiRequest,
  clientEnvironment,
  createScratch,
  installClient,
  lastUserText,
  plainText,
  testdir,
  type Turn,
} from '@carryover/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import type { HookRun } from './carried-session.ts';
import type { Install } from './installs.ts';
import { type Life, liveThrough, received, tokens } from './life.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const INSTALLS: Install[] = ['plugin folder', 'settings and plugin'];
const PROMPTS = [
  'Never touch CLAUDE.md, we agreed on that.',
  'Go on',
  '/compact',
  'And now?',
  '/carryover:status',
  '/carryover:show',
  'Save what we have',
];

describe.each([
  { version: '2.1.332', after: 'state 1, gaps' },
  { version: '2.0.77', after: 'state 1' },
])('Claude Code $version', ({ version, after }) => {
  let lives: Record<string, Life>;
  const asked: string[] = [];

  beforeAll(async () => {
    const started = INSTALLS.map(async (install): Promise<[string, Life]> => {
      const life = await liveThrough({
        version,
        install,
        processes: [{ args: () => [], prompts: PROMPTS }],
        script: {
          usage: tokens(30_000),
          main: [
            { text: 'One.', usage: tokens(130_000) },
            { text: 'Two.', usage: tokens(131_000) },
            { text: 'Three.' },
            { text: 'The status.' },
            { text: 'The state.' },
            { tools: [{ name: 'Skill', input: { skill: 'carryover:keep' } }] },
            (request) => runSaveOf(request),
            { text: 'Saved.' },
          ],
        },
        onPermission: ({ tool_name: tool, input }) => {
          asked.push(tool);
          return { behavior: 'allow', updatedInput: input };
        },
      });
      return [install, life];
    });
    lives = Object.fromEntries(await Promise.all(started));
  }, 300_000);

  describe.each(INSTALLS)('with carryover by %s', (install) => {
    const main = () => (lives[install]?.requests ?? []).filter(({ kind }) => kind === 'main');

    test('the model is warned once, and given the state once after the compaction', () => {
      const [first, second, third] = main().map((request) => received(request));
      expect([first, second, third]).toEqual(['', 'warning', after]);
    });

    test('each event is served once', () => {
      const { runs = [] } = lives[install] ?? {};
      expect(runs.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      const served = runs.filter((run) => !isTwin(run)).map(({ event }) => event);
      const compaction = ['PreCompact', 'SessionStart', 'PostCompact'].filter(
        (event) => event !== 'PostCompact' || version !== '2.0.77',
      );
      const [start, prompt] = ['SessionStart', 'UserPromptSubmit'];
      expect(served.toSorted()).toEqual(
        [start, prompt, prompt, ...compaction, prompt, prompt, prompt, prompt].toSorted(),
      );
      const twins = runs.filter((run) => isTwin(run)).map(({ event }) => event);
      expect(twins.toSorted()).toEqual(install === 'settings and plugin' ? served.toSorted() : []);
    });

    test('/carryover:status and /carryover:show run without being asked for', () => {
      const told = main().map(({ body }) => lastUserText(body));
      expect(told.find((text) => text.includes('/carryover:status</command-name>'))).toMatch(
        /^context +\d+ % of the context/m,
      );
      expect(told.find((text) => text.includes('/carryover:show</command-name>'))).toMatch(
        /# Compact Prep State[\s\S]*Never touch CLAUDE\.md/,
      );
      expect(asked).toEqual(['Bash', 'Bash']);
    });

    test('the skill names a command that saves the state', () => {
      expect(lastUserText(main().at(-1)?.body ?? {})).toMatch(/State 2: \S.*\.md/);
    });
  });
});

function isTwin({ reason = '' }: HookRun): boolean {
  return reason.startsWith('the settings have this hook too');
}

/** What an agent does that follows the skill. */
function runSaveOf({ messages = [] }: ApiRequest): Turn {
  const text = messages.map(({ content }) => plainText(content)).join('\n');
  const [, command = 'echo no command'] = /`(node ".*\/dist\/cli\.js" save)`/.exec(text) ?? [];
  return { tools: [{ name: 'Bash', input: { command, description: 'Save' } }] };
}

test.each(['2.1.332', '2.0.77'])('claude plugin validate of %s passes', (version) => {
  using root = testdir();
  const options = { version, projectName: 'empty', files: {}, settings: {} };
  const scratch = createScratch(root.path, options);
  const client = installClient(version, join(repository, '.cache/claude-code'));
  // For the directory of plugins an icon is missing, which is a warning alone.
  const strict = version === '2.0.77' ? [] : ['--profile', 'directory'];
  const plugin = join(repository, 'packages/cli/plugin');
  const said = execFileSync(
    client.file,
    [...client.args, 'plugin', 'validate', plugin, ...strict],
    { env: clientEnvironment(scratch, 'http://127.0.0.1:9'), encoding: 'utf8' },
  );
  expect(said).toContain('Validation passed');
});
