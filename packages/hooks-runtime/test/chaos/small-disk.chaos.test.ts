import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { fixtureProgram, payload } from '../../programs/run-fixture.ts';
import { runLogFile } from '../../src/run-log.ts';

/** Of 512 or 1,024 bytes, as the shell counts: some lines fit, all of them do not. */
const BLOCKS = 2;

test('a disk that fills up in the middle of a line costs that line only', async () => {
  using root = testdir();
  const home = join(root.path, 'home');
  const run = (limit: string) =>
    spawnSync('/bin/sh', ['-c', `${limit} exec "$0" "$@"`, process.execPath, fixtureProgram()], {
      input: payload({ hook_event_name: 'SessionStart' }),
      env: { CARRYOVER_HOME: home, ANSWER: '{"systemMessage":"hello"}' },
      encoding: 'utf8',
    });
  const answered = { status: 0, stdout: '{"systemMessage":"hello"}' };
  const whileSmall = Array.from({ length: 20 }, () => run(`ulimit -f ${BLOCKS};`));
  for (const ended of whileSmall) expect(ended).toMatchObject(answered);
  const lost = whileSmall.filter(({ stderr }) => stderr.includes('run log not writable (EFBIG)'));
  expect(lost.length).toBeGreaterThan(0);

  // From then on nobody is about to write the rest of the line.
  await sleep(1_100);
  for (let more = 0; more < 3; more++) expect(run('')).toMatchObject(answered);
  const lines = readFileSync(runLogFile(home), 'utf8').trimEnd().split('\n');
  const whole = lines.filter((line) => isJson(line));
  expect(lines.length - whole.length).toBeLessThanOrEqual(1);
  expect(whole).toHaveLength(whileSmall.length - lost.length + 3);
});

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
