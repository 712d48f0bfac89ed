import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hookEvents } from '@carryover/schemas';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { type FixtureOptions, payload, readLog, runFixture } from '../../programs/run-fixture.ts';
import { summariseFailures } from '../../src/index.ts';

const EVENTS = Object.keys(hookEvents);

/** Processes at a time. */
const WIDTH = 6;

type Fault = {
  /** What the log must say. */
  reason: RegExp;
  options?: (event: string) => FixtureOptions;
  /** Makes the home in which it happens. */
  home?: (root: string) => string;
  /** Where the log cannot be written, stderr says why. */
  logOn?: 'stderr';
};

const handler = (FAULT: string, reason: RegExp, env: object = {}): [string, Fault] => [
  FAULT,
  { reason, options: () => ({ env: { FAULT, ...env } }) },
];

const stdin = (name: string, reason: RegExp, options: FixtureOptions): [string, Fault] => [
  `stdin ${name}`,
  { reason, options: () => options },
];

const faults = new Map<string, Fault>([
  handler('throws', /^TypeError boom/),
  handler('rejects', /^RangeError boom/),
  handler('rejects unhandled', /^Error boom/),
  handler('throws later', /^Error boom/),
  handler('exits with 2', /^the handler ended the process/),
  handler('sets the exit code at the exit', /^the handler ended the process/),
  handler('throws what cannot be read', /^threw something that cannot be read/),
  handler('throws what cannot be read later', /^threw something that cannot be read/),
  handler('is terminated', /^ended by the host \(SIGTERM\)/),
  handler('never ends', /^not done within 400 ms/, { BUDGET_MS: '400' }),
  handler('answers a string', /^answer refused/),
  handler('overflows the stack', /^RangeError/),
  stdin('empty', /^stdin was empty/, { stdin: '' }),
  stdin('cut', /^stdin was not JSON/, { stdin: '{"session_id":"s1","transcript_pa' }),
  stdin('closed', /^stdin (unreadable|was empty)/, { stdinKind: 'closed' }),
  stdin('silent', /^stdin stayed silent/, {
    stdinKind: 'pipe',
    stdin: [],
    keepOpen: true,
    env: { BUDGET_MS: '400' },
  }),
  [
    'stdout closed',
    {
      reason: /^stdout not writable: EPIPE/,
      options: (event) => ({
        stdout: 'closed',
        // The reader goes while the hook still waits for its input.
        stdin: [payload({ hook_event_name: event })],
        pauseMs: 150,
        env: { ANSWER: answerFor(event) },
      }),
    },
  ],
  [
    'disk full',
    {
      reason: /run log not writable \(ENOSPC\)/,
      logOn: 'stderr',
      home: (root) => {
        mkdirSync(join(root, 'home/log'), { recursive: true });
        symlinkSync('/dev/full', join(root, 'home/log/runs.jsonl'));
        return join(root, 'home');
      },
    },
  ],
  ['home below /proc', { reason: /ENOENT/, logOn: 'stderr', home: () => '/proc/nowhere/home' }],
  ['home below a file', { reason: /ENOTDIR/, logOn: 'stderr', home: () => '/dev/null/home' }],
]);

let runs = 0;

test.each(EVENTS)('every fault leaves %s unharmed, and the log names it', async (event) => {
  await inParallel([...faults], async ([name, fault]) => {
    using root = testdir();
    const home = fault.home?.(root.path) ?? join(root.path, 'home');
    const run = await runFixture({ home, event, ...fault.options?.(event) });
    runs++;
    const where = `${event}: ${name}`;
    expect({ where, exitCode: run.exitCode, stdout: run.stdout, marks: run.marks }).toEqual({
      where,
      exitCode: 0,
      stdout: '',
      marks: [],
    });
    const said = fault.logOn === 'stderr' ? [run.stderr] : run.log.map(({ reason }) => reason);
    expect({ where, said }).toEqual({ where, said: [expect.stringMatching(fault.reason)] });
    expect(unfinishedFiles(root.path)).toEqual([]);
  });
});

test(
  'kill -9 at any instant leaves whole files, and each death is logged',
  { timeout: 180_000 },
  async () => {
    const numbers = Array.from({ length: 120 }, (_, index) => index);
    const endings = await inParallel(numbers, async (index) => {
      using root = testdir();
      const home = join(root.path, 'home');
      const event = EVENTS[index % EVENTS.length] ?? 'Stop';
      const when = () => whenStarted(home);
      const run = await runFixture({
        home,
        event,
        env: { ANSWER: answerFor(event) },
        kill: { signal: 'SIGKILL', afterMs: Math.random() * 20, when },
      });
      runs++;
      summariseFailures(home);
      return {
        stdout: run.stdout === '' || run.stdout === encoded(event),
        // A run that ended before the signal came, or one that the signal ended.
        log: readLog(home).map(({ reason }) => (reason === '' ? 'done' : reason.slice(0, 20))),
        marks: readdirSync(join(home, 'log/running')),
        unfinished: unfinishedFiles(root.path),
      };
    });
    const killed = endings.filter(({ log }) => log[0] !== 'done').length;
    console.log(`kill -9: ${killed} of ${endings.length} runs were killed, the others were faster`);
    for (const ending of endings) {
      const log = [expect.stringMatching(/^(done|ended without a word)$/)];
      expect(ending).toEqual({ stdout: true, log, marks: [], unfinished: [] });
    }
    expect(killed).toBeGreaterThan(0);
  },
);

/** Resolves when the first run in that home has begun. */
async function whenStarted(home: string): Promise<void> {
  const folder = join(home, 'log/running');
  const end = performance.now() + 20_000;
  while (performance.now() < end) {
    if (existsSync(folder) && readdirSync(folder).length > 0) return;
    // oxlint-disable-next-line no-await-in-loop
    await sleep(1);
  }
}

test('that were at least 500 processes', () => {
  console.log(`${runs} hook processes`);
  expect(runs).toBeGreaterThanOrEqual(500);
});

function answerFor(event: string): string {
  if (event === 'PreCompact') return '{"instructions":"Keep the plan."}';
  if (event === 'WorktreeCreate') return '{"worktreePath":"/tmp/w"}';
  return '{"systemMessage":"hello"}';
}

function encoded(event: string): string {
  const answer: Record<string, string> = JSON.parse(answerFor(event));
  return answer['instructions'] ?? answer['worktreePath'] ?? answerFor(event);
}

function unfinishedFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && !isWhole(entry.name, join(entry.parentPath, entry.name)))
    .map(({ name }) => name);
}

/** Every line of a log parses. */
function isWhole(name: string, file: string): boolean {
  if (!name.endsWith('.jsonl')) return !name.endsWith('.unfinished');
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.every((line) => line === '' || JSON.parse(line) !== undefined);
}

async function inParallel<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const waiting = [...items];
  const results: R[] = [];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      // Each worker takes one at a time.
      // oxlint-disable-next-line no-await-in-loop
      results.push(await work(item));
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return results;
}
