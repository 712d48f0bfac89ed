// Each hook as a whole process, interleaved with a bare `node`, on transcripts of several sizes.
//   node bench/hook-times.mjs [--rounds=15] [--sizes=1,5,50] [--compact-ops=<its folder>] [--cpu]
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeScene } from './scene.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    sizes: { type: 'string', default: '1,5,50' },
    'compact-ops': { type: 'string' },
    cpu: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const rival = values['compact-ops'] && resolve(values['compact-ops']);

const HOOK = fileURLToPath(new URL('../dist/hook.cjs', import.meta.url));

/** The scripts that compact-ops 0.2.0 registers; the client runs those of one event side by side. */
const RIVAL = {
  UserPromptSubmit: ['userpromptsubmit-warn.sh'],
  PreCompact: ['precompact-backup.sh', 'precompact-state.sh'],
  SessionStart: ['sessionstart-recovery.sh'],
  PostCompact: ['postcompact-reset.sh'],
};
/** How often theirs may be as fast as ours at 50 MB: PreCompact at most half. */
const LARGE_MB = 45;
const LARGE_RATIO = 0.5;

const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
const bare = join(folder, 'bare.cjs');
const read = join(folder, 'read.cjs');
writeFileSync(bare, '');
writeFileSync(read, "require('node:fs').readFileSync(process.argv[2]);");
let isOver = false;
try {
  for (const size of values.sizes.split(',')) {
    // One size after the other, so that only what is compared shares the machine.
    // oxlint-disable-next-line no-await-in-loop
    await measure(await makeScene(folder, Number(size)));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (isOver) process.exitCode = 1;

async function measure({ root, full, megabytes, cases }) {
  const env = environment(root);
  const runs = { bare: [], read: [], ours: cases.map(() => []), theirs: cases.map(() => []) };
  const before = loadavg()[0].toFixed(1);
  for (let round = -1; round < rounds; round += 1) {
    const kept = round < 0 ? { push: () => {} } : undefined;
    (kept ?? runs.bare).push(await time([node(bare)], { env, cwd: root }));
    (kept ?? runs.read).push(await time([node(read, full)], { env, cwd: root }));
    for (const [index, { payload, prepare }] of cases.entries()) {
      const options = { env, cwd: root, input: `${JSON.stringify(payload)}\n` };
      const event = payload.hook_event_name;
      const scripts = rival ? (RIVAL[event] ?? []) : [];
      if (scripts.length > 0) {
        prepare?.();
        const commands = scripts.map((script) => ['bash', join(rival, 'hooks', script)]);
        (kept ?? runs.theirs[index]).push(await time(commands, options));
      }
      // Ours last: the next case may go on from where it leaves the session.
      prepare?.();
      (kept ?? runs.ours[index]).push(await time([node(HOOK, event)], options));
    }
  }
  report({ megabytes, before, cases, runs });
}

function node(...args) {
  return [process.execPath, ...args];
}

/** Neither program calls a model. */
function environment(root) {
  const tmp = join(root, 'tmp');
  mkdirSync(tmp, { recursive: true });
  return {
    PATH: process.env.PATH,
    HOME: root,
    TMPDIR: tmp,
    CARRYOVER_HOME: join(root, 'home'),
    CARRYOVER_WARN_MID_TURN: 'true',
    COMPACT_OPS_HOME: join(root, 'compact-ops'),
    COMPACT_OPS_PRIMARY_BACKEND: '',
    COMPACT_OPS_FALLBACK_BACKEND: '',
  };
}

/**
 * Wall time in ms until the last of the commands, started at once, has ended; with `--cpu` what all of
 * them and what they started have used of the processors, as bash tells it.
 */
async function time(commands, options) {
  const started = performance.now();
  const used = await Promise.all(commands.map((command) => run(command, options)));
  if (!values.cpu) return performance.now() - started;
  return used.reduce((sum, part) => sum + part, 0);
}

async function run(command, { input = '', ...options }) {
  const timed = ['bash', '-c', 'TIMEFORMAT="%3U %3S"; time "$@" > /dev/null 2>&1', 'bash'];
  const [program, ...args] = values.cpu ? [...timed, ...command] : command;
  const child = spawn(program, args, { ...options, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  await new Promise((done) => child.once('close', done));
  const [user = 0, system = 0] = said.trim().split(' ').map(Number);
  return (user + system) * 1_000;
}

function report({ megabytes, before, cases, runs }) {
  console.log(
    `\n${megabytes} MB, ${values.cpu ? 'CPU' : 'wall'} time, node ${process.version}, ${rounds} rounds, load ${before} before and ${loadavg()[0].toFixed(1)} after`,
  );
  console.log(
    `bare node: median ${ms(median(runs.bare))} ms; node that reads the file: ${ms(median(runs.read))} ms`,
  );
  const rows = cases.map(({ name, payload, overMs, overReadMs, ratio }, index) => {
    const [own, theirs] = [runs.ours[index], runs.theirs[index]];
    const base = overReadMs === undefined ? runs.bare : runs.read;
    const over = median(own.map((value, round) => value - base[round]));
    const times = median(own.map((value, round) => value / runs.bare[round]));
    const share = theirs.length > 0 && median(own.map((value, round) => value / theirs[round]));
    const most = payload.hook_event_name === 'PreCompact' && megabytes > LARGE_MB ? LARGE_RATIO : 1;
    const isWithin =
      over <= (overReadMs ?? overMs) &&
      (ratio === undefined || times <= ratio) &&
      // PostCompact has a limit of its own: a shell that deletes a file is faster than any node.
      (share === false || ratio !== undefined || share <= most);
    if (!isWithin) isOver = true;
    return {
      hook: name,
      'median ms': ms(median(own)),
      over: `${ms(over)} of ${overReadMs ?? overMs} over ${overReadMs ? 'the read' : 'node'}`,
      'times node': `${times.toFixed(2)}${ratio ? ` of ${ratio}` : ''}`,
      ...(rival && { 'compact-ops': theirs.length > 0 ? ms(median(theirs)) : '' }),
      ...(rival && { 'of theirs': share === false ? '' : share.toFixed(2) }),
      within: isWithin ? 'yes' : 'OVER',
    };
  });
  console.table(rows);
}

function ms(value) {
  return value.toFixed(1);
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
