import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { fixtureProgram } from '../../programs/run-fixture.ts';

const PROCESSES = 12;
const EVENTS = 30;

async function writeInParallel(home: string, lineBytes: number): Promise<string[]> {
  const program = fixtureProgram('log-writer.mjs');
  const exits = Array.from({ length: PROCESSES }, (_, writer) => {
    const child = fork(program, [home, String(writer), String(EVENTS), String(lineBytes)]);
    return new Promise((resolve) => {
      child.on('exit', resolve);
    });
  });
  await Promise.all(exits);
  const files = readdirSync(join(home, 'log')).filter((name) => /^runs.*\.jsonl$/.test(name));
  return files.flatMap((name) =>
    readFileSync(join(home, 'log', name), 'utf8')
      .trimEnd()
      .split('\n'),
  );
}

test.each([100, 5_000, 15_000])(
  '12 processes write 30 lines of %i bytes each and none is lost or torn',
  async (bytes) => {
    using home = testdir();
    const lines = await writeInParallel(home.path, bytes);
    const written = lines.map((line): string => JSON.parse(line).session);
    expect(new Set(written).size).toBe(PROCESSES * EVENTS);
    expect(written).toHaveLength(PROCESSES * EVENTS);
  },
);
