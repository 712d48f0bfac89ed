import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  createScratch,
  installClient,
  lastUserText,
  startFakeApi,
  talk,
  testdir,
} from '@carryover/testing';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const STATEMENT = 'The queue was chosen because cron lost jobs.';

test.each(['2.0.77', '2.1.332'])(
  'Claude Code %s compacts, a writer is asked beside it, and the next context is given what it says',
  async (version) => {
    using root = testdir();
    const client = installClient(version, join(repository, '.cache/claude-code'));
    const settings = { permissions: { allow: [] } };
    const scratch = createScratch(root.path, { version, projectName: 'jobs', files: {}, settings });
    const words = [client.file, ...client.args].map((part) => `'${part}'`).join(' ');
    writeFileSync(join(scratch.temporary, 'claude'), `#!/bin/sh\nexec ${words} "$@"\n`, {
      mode: 0o755,
    });
    const env = {
      HOME: scratch.home,
      PATH: `${scratch.temporary}:${dirname(process.execPath)}:/usr/bin:/bin`,
    };
    const cli = join(repository, 'packages/cli/dist/cli.js');
    const carryover = (...args: string[]): string =>
      execFileSync(process.execPath, [cli, ...args], {
        cwd: scratch.project,
        env,
        encoding: 'utf8',
      });
    carryover('install');
    await using api = await startFakeApi({
      other: { text: JSON.stringify({ session_decisions: [{ text: STATEMENT, at: null }] }) },
    });
    const home = join(scratch.home, '.claude/carryover');
    const writerOptions = { keyVariable: 'ANTHROPIC_API_KEY', baseUrl: api.url };
    writeFileSync(
      join(home, 'config.json'),
      JSON.stringify({ writer: 'anthropic', writerOptions }),
    );
    const options = { client, scratch, apiUrl: api.url };

    const prompts = ['Use the queue for the jobs.', '/compact'];
    const { sessionId } = await talk({ ...options, prompts });
    await until(() => runsOf(home).includes('"job:enrich"'));
    const asked = api.requests.filter(({ body }) => JSON.stringify(body).includes('carryover'));
    expect(asked.map(({ kind }) => kind)).toContain('other');
    await talk({ ...options, prompts: ['Go on.'], args: ['--resume', sessionId] });

    const next = api.requests.findLast(({ body }) => lastUserText(body).includes('Go on.'));
    expect(JSON.stringify(next?.body)).toContain('<carryover-narrative');
    expect(JSON.stringify(next?.body)).toContain(STATEMENT);
    expect(runsOf(home)).not.toContain('"failed"');
    expect(carryover('status')).toMatch(
      /^model calls +1, 1,000 tokens in, 50 out, cost not told$/m,
    );
  },
  240_000,
);

function runsOf(home: string): string {
  const log = join(home, 'log/runs.jsonl');
  return existsSync(log) ? readFileSync(log, 'utf8') : '';
}

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error('It did not happen.');
    // oxlint-disable-next-line no-await-in-loop
    await sleep(50);
  }
}
