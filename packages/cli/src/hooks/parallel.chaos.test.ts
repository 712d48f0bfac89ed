import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { loadState, parseState } from '@carryover/state-file';
import { testdir, workSession } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from '../commands/run-built-cli.ts';
import { readRuns } from '../run-history.ts';
import { runBuiltHook } from './run-built-hook.ts';
import { startHook, type EndedHook } from './start-hook.ts';
import { startSession } from './start-session.ts';

/** Above the threshold, so that warnings are claimed too. */
const WORK = [...workSession({ prompts: 8, bytes: 60_000, tokens: 150_000 })].join('');

/** Hundreds of processes, on machines that are busy with others. */
const SLOW = { timeout: 600_000 };

const HOME = '.claude/carryover';

test('R09: 200 prompts of one session at the same time get one warning', SLOW, async () => {
  const PROMPTS = 200;
  using root = testdir();
  const session = startSession(root);
  session.says('Never touch the migrations.');
  session.answers(150_000);
  const payload = {
    session_id: 's1',
    transcript_path: session.transcript,
    cwd: root.path,
    hook_event_name: 'UserPromptSubmit',
    prompt: 'go on',
  };
  const started = Array.from({ length: PROMPTS }, () =>
    startHook('UserPromptSubmit', root.path, {}),
  );
  // All wait for their input before the first gets it, if the machine starts them before a hook gives up.
  const running = join(root.path, HOME, 'log/running');
  await until(() => namesIn(running).length === PROMPTS, 6_000);
  for (const { give } of started) give(payload);
  const ended = await Promise.all(started.map((hook) => hook.ended));
  expect(ended.filter(({ exitCode, stderr }) => exitCode !== 0 || stderr !== '')).toEqual([]);
  expect(ended.filter(({ stdout }) => stdout !== '')).toHaveLength(1);
  expect(ended.find(({ stdout }) => stdout !== '')?.stdout).toContain('context at 75 %');
  const runs = readRuns(join(root.path, HOME), 's1');
  expect(runs.map(({ pid }) => pid).toSorted(ascending)).toEqual(
    ended.map(({ pid }) => pid).toSorted(ascending),
  );
  expect(runs.filter(({ reason }) => reason === 'warned at 75 %')).toHaveLength(1);
});

/** The events of a session's life, some of them more often than others. */
const EVENTS = [
  { hook_event_name: 'UserPromptSubmit', prompt: 'go on' },
  { hook_event_name: 'PostToolUse', tool_name: 'Read', tool_input: {}, tool_response: {} },
  { hook_event_name: 'PreCompact', trigger: 'auto' },
  { hook_event_name: 'SessionStart', source: 'compact' },
  { hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: 'Fine.' },
  { hook_event_name: 'SessionStart', source: 'resume' },
];
const SESSIONS = 20;
const EVENTS_OF_EACH = 30;
/** Processes at a time, of one session and of several. */
const WIDTH = 12;

test(
  'R30: 20 sessions of 30 events, a third of them killed: all files are whole, no survivor is lost',
  SLOW,
  async () => {
    using root = testdir();
    const home = join(root.path, HOME);
    const sessions = Array.from({ length: SESSIONS }, (_, number) => `session-${number}`);
    for (const session of sessions) writeFileSync(transcriptOf(root.path, session), WORK);
    const events = sessions.flatMap((session, number) =>
      Array.from({ length: EVENTS_OF_EACH }, (_, index) => {
        // Half of them, of every event: some end before the signal comes.
        return { session, index, isKilled: Math.floor(index / 2 + number) % 2 === 0 };
      }),
    );
    // By turns, so that those of one session meet.
    const order = events.toSorted((a, b) => a.index - b.index || Math.random() - 0.5);
    const lifeMs = await usualLife(root.path);
    const ended = await inParallel(order, async ({ session, index, isKilled }) => {
      const fields = EVENTS[index % EVENTS.length] ?? EVENTS[0];
      grow(root.path, session, index);
      const hook = startHook(fields?.hook_event_name ?? '', root.path, {
        CARRYOVER_WARN_MID_TURN: 'true',
      });
      hook.give({
        ...fields,
        session_id: session,
        transcript_path: transcriptOf(root.path, session),
        cwd: root.path,
      });
      const killer = isKilled ? setTimeout(hook.kill, Math.random() * lifeMs) : undefined;
      const end = await hook.ended;
      clearTimeout(killer);
      return end;
    });
    const survivors = ended.filter(({ exitCode }) => exitCode !== null);
    const killed = ended.length - survivors.length;
    console.log(`${ended.length} processes, ${killed} killed; ${filesIn(home).length} files`);
    expect(killed).toBeGreaterThan(ended.length / 5);
    expect(survivors.filter(({ exitCode, stderr }) => exitCode !== 0 || stderr !== '')).toEqual([]);
    expect(survivors.filter(({ stdout, event }) => !isAnswer(event, stdout))).toEqual([]);
    expect(unlogged(home, survivors)).toEqual([]);
    expect(filesIn(home).flatMap((file) => problemOf(file, root.path))).toEqual([]);
    // And each session goes on as if nothing had been.
    for (const session of sessions) {
      const payload = { session_id: session, transcript_path: transcriptOf(root.path, session) };
      const run = (fields: { hook_event_name: string }) =>
        runBuiltHook(
          fields.hook_event_name,
          { ...payload, cwd: root.path, ...fields },
          {
            home: root.path,
            env: { CLAUDE_PROJECT_DIR: root.path },
          },
        );
      run({ hook_event_name: 'PreCompact' });
      const compact = { hook_event_name: 'SessionStart', source: 'compact' };
      expect(run(compact).context).toContain(`<carryover-state session="${session}"`);
    }
    // What the killed ones left half-written is known for it.
    runBuiltCli(root.path, ['prune']);
    expect(filesIn(home).filter((file) => /\.(?:tmp|lock|unfinished)$/.test(file))).toEqual([]);
  },
);

function transcriptOf(root: string, session: string): string {
  return join(root, `${session}.jsonl`);
}

/** What the client writes between two events. */
function grow(root: string, session: string, index: number): void {
  const content = `Request ${index} of ${session}. Never use the port ${4000 + index}.`;
  const line = {
    type: 'user',
    uuid: `${session}-${index}`,
    timestamp: new Date().toISOString(),
    message: { role: 'user', content },
  };
  appendFileSync(transcriptOf(root, session), `${JSON.stringify(line)}\n`);
}

/** How long a hook lives here while as many others run, in ms. */
async function usualLife(root: string): Promise<number> {
  mkdirSync(join(root, 'other'));
  const transcript = join(root, 'other/other.jsonl');
  writeFileSync(transcript, WORK);
  const lives = await inParallel(
    Array.from({ length: 3 * WIDTH }, (_, index) => index),
    async () => {
      const start = performance.now();
      const hook = startHook('PreCompact', join(root, 'other'), {});
      hook.give({
        session_id: 'other',
        transcript_path: transcript,
        cwd: root,
        hook_event_name: 'PreCompact',
      });
      await hook.ended;
      return performance.now() - start;
    },
  );
  return lives.toSorted(ascending)[Math.floor(lives.length / 2)] ?? 0;
}

function isAnswer(event: string, stdout: string): boolean {
  if (event === 'PreCompact') return stdout === '' || stdout.startsWith('Keep in the summary');
  return stdout === '' || JSON.parse(stdout) !== undefined;
}

/** Of those that ended by themselves, the ones that do not have exactly one line in the run log. */
function unlogged(home: string, survivors: EndedHook[]): EndedHook[] {
  const pids = readRuns(home).map(({ pid }) => pid);
  return survivors.filter(({ pid }) => pids.filter((logged) => logged === pid).length !== 1);
}

/** What is wrong with a file of the store; what has a final name must be whole. */
function problemOf(file: string, root: string): string[] {
  try {
    return isWhole(file, root) ? [] : [`${file} is not whole`];
  } catch (error) {
    return [`${file}: ${String(error)}`];
  }
}

function isWhole(file: string, root: string): boolean {
  const name = basename(file);
  if (/\.\d+-\d+\.tmp$|\.(?:warned(?:-\d)?|told)$/.test(name) || dirname(file).endsWith('running'))
    return true;
  if (name.endsWith('.gz')) return isBackup(file, root);
  const text = readFileSync(file, 'utf8');
  if (name.endsWith('.jsonl')) return text.endsWith('\n') && linesOf(text).every(isRecordLine);
  if (name.endsWith('.md')) return parseState(text)?.header !== undefined;
  if (name.endsWith('.summary.txt')) return text === 'Fine.';
  if (name.endsWith('.pending.txt')) return /^<carryover-gaps>[^]*<\/carryover-gaps>$/.test(text);
  if (!name.endsWith('.json')) return false;
  const project = basename(dirname(file));
  return loadState(join(root, HOME), project, basename(name, '.json')) !== undefined;
}

/** A transcript as it was at some time: the beginning of what it is now. */
function isBackup(file: string, root: string): boolean {
  const [session = ''] = basename(file).split('.');
  const kept = gunzipSync(readFileSync(file));
  return readFileSync(transcriptOf(root, session)).subarray(0, kept.length).equals(kept);
}

function isRecordLine(line: string): boolean {
  const value: unknown = JSON.parse(line);
  return typeof value === 'object' && value !== null;
}

function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function ascending(a: number | undefined, b: number | undefined): number {
  return (a ?? 0) - (b ?? 0);
}

async function until(isTrue: () => boolean, maxMs: number): Promise<void> {
  const end = performance.now() + maxMs;
  while (!isTrue() && performance.now() < end) {
    // One look after the other.
    // oxlint-disable-next-line no-await-in-loop
    await sleep(5);
  }
}

async function inParallel<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const waiting = items.map((item) => ({ item }));
  const results: R[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      // Each worker takes one at a time.
      // oxlint-disable-next-line no-await-in-loop
      results.push(await work(next.item));
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return results;
}
