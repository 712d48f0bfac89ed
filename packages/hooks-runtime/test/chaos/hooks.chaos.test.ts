import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
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

test('kill -9 at any instant leaves whole files, and each death is logged', async () => {
  using root = testdir();
  const home = join(root.path, 'home');
  const { ms: wholeRun } = await runFixture({ home });
  const killed = await inParallel(
    Array.from({ length: 120 }, (_, index) => index),
    async (index) => {
      const event = EVENTS[index % EVENTS.length] ?? 'Stop';
      const answer = answerFor(event);
      const run = await runFixture({
        home,
        event,
        stdin: payload({ session_id: `s${index}`, hook_event_name: event }),
        env: { ANSWER: answer },
        kill: { signal: 'SIGKILL', afterMs: Math.random() * 2.5 * wholeRun },
      });
      runs++;
      // The system takes an answer of this size as a whole.
      expect(['', encoded(event)]).toContain(run.stdout);
      return run;
    },
  );
  const deaths = killed.filter(({ signal }) => signal === 'SIGKILL').length;
  const survivors = killed.length - deaths;
  summariseFailures(home);
  const log = readLog(home);
  const logged = log.filter(({ reason }) => reason.startsWith('ended without a word')).length;
  console.log(`kill -9: ${deaths} of ${killed.length} died, ${logged} of them after their start`);
  expect(log.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThanOrEqual(survivors);
  // One more: the run that was measured.
  expect(log.length).toBeLessThanOrEqual(killed.length + 1);
  expect(readdirSync(join(home, 'log/running'))).toEqual([]);
  expect(unfinishedFiles(root.path)).toEqual([]);
});

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
