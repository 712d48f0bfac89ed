// Whole-process cost of a hook that does nothing, interleaved with a bare `node` and with other hook libraries.
//   node bench/cold-start.mjs [rounds]
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { buildSync } = createRequire(here('../../testing/package.json'))('esbuild');

const rounds = Number(process.argv[2] ?? 30);
const rivals = here('../../../.cache/bench-rivals');
const payload = `${JSON.stringify({
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd: '/',
  hook_event_name: 'Stop',
  stop_hook_active: false,
})}\n`;

const RIVALS = [
  'cc-hooks-ts@2.1.251',
  '@goodfoot/claude-code-hooks@1.9.0',
  '@mizunashi_mana/claude-code-hook-sdk@6.0.0',
];

const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
const env = { PATH: process.env.PATH, HOME: folder, CARRYOVER_HOME: join(folder, 'home') };

installRivals();
write('bare.cjs', '');
// What Node itself takes to start a process that outlives it: nobody's job can be had for less.
write(
  'starts.cjs',
  `const { spawn } = require('node:child_process');
spawn(process.execPath, ['--version'], { detached: true, stdio: 'ignore' }).unref();
process.exit(0);`,
);
const job = bundle(
  'job',
  `import { runJobs } from '${here('../src/jobs.ts')}'; void runJobs(() => {});`,
  'cjs',
);
const runtime = here('../src/index.ts');
const detaching = `(_, context) => context.detach({ name: 'bench', program: '${job}', payload: {} })`;

/** All read the payload and answer nothing; the limit is the ratio to bare `node` that is promised. */
const subjects = [
  { name: 'bare node', file: join(folder, 'bare.cjs') },
  {
    name: 'carryover',
    file: bundle(
      'ours',
      `import { defineHook, runHook } from '${runtime}'; void runHook(defineHook('Stop', {}, () => undefined));`,
      'cjs',
    ),
    limit: 1.05,
  },
  {
    name: 'carryover, with a detached job',
    file: bundle(
      'detach',
      `import { defineHook, runHook } from '${runtime}'; void runHook(defineHook('Stop', {}, ${detaching}));`,
      'cjs',
    ),
    limit: 1.2,
  },
  { name: 'node that starts a process', file: join(folder, 'starts.cjs') },
  ...['', ', bundled'].flatMap((how) => [
    {
      name: `cc-hooks-ts${how}`,
      file: rival(
        `cc${how}`,
        `import { defineHook, runHook } from 'cc-hooks-ts'; await runHook(defineHook({ trigger: { Stop: true }, run: (c) => c.success() }));`,
      ),
    },
    {
      name: `@goodfoot/claude-code-hooks${how}`,
      file: rival(
        `goodfoot${how}`,
        `import { stopHook, stopOutput, execute } from '@goodfoot/claude-code-hooks'; await execute(stopHook({}, () => stopOutput({})));`,
      ),
    },
    {
      name: `@mizunashi_mana/claude-code-hook-sdk${how}`,
      file: rival(
        `mizunashi${how}`,
        `import { runHook } from '@mizunashi_mana/claude-code-hook-sdk'; await runHook({ stopHandler: async () => ({}) });`,
      ),
    },
  ]),
];

const times = new Map(subjects.map(({ name }) => [name, []]));
const load = loadavg()[0].toFixed(1);
for (let round = -2; round < rounds; round++)
  for (const { name, file } of subjects) {
    const ms = time(file);
    if (round >= 0) times.get(name).push(ms);
    awaitJobs();
  }
rmSync(folder, { recursive: true, force: true });

console.log(`node ${process.version}, ${rounds} rounds, load ${load} at the start`);
const bare = times.get('bare node');
const rows = subjects.map(({ name, limit }) => {
  const own = times.get(name);
  const ratio = median(own.map((ms, round) => ms / bare[round]));
  return {
    name,
    'median ms': median(own).toFixed(1),
    'minimum ms': Math.min(...own).toFixed(1),
    'median ratio': ratio.toFixed(2),
    'ratio of minima': (Math.min(...own) / Math.min(...bare)).toFixed(2),
    limit: limit ?? '',
  };
});
console.table(rows);

function installRivals() {
  if (existsSync(join(rivals, 'node_modules'))) return;
  mkdirSync(rivals, { recursive: true });
  writeFileSync(join(rivals, 'package.json'), '{ "private": true, "type": "module" }\n');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...RIVALS], {
    cwd: rivals,
    stdio: 'inherit',
  });
}

/** As their users run them: an ES module beside node_modules, or the same in one file. */
function rival(name, code) {
  const file = join(rivals, `${name.replace(/\W+/g, '-')}.mjs`);
  writeFileSync(file, code);
  return name.endsWith('bundled') ? bundle(name.replace(/\W+/g, '-'), code, 'esm', rivals) : file;
}

function bundle(name, contents, format, resolveDir = here('.')) {
  const outfile = join(folder, `${name}.${format === 'cjs' ? 'cjs' : 'mjs'}`);
  buildSync({
    stdin: { contents, resolveDir },
    outfile,
    format,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20.19',
    conditions: ['@carryover/source'],
    logLevel: 'error',
    ...(format === 'esm'
      ? {
          banner: {
            js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);",
          },
        }
      : {}),
  });
  return outfile;
}

function write(name, code) {
  writeFileSync(join(folder, name), code);
}

function time(file) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [file], {
    encoding: 'utf8',
    input: payload,
    env,
  });
  if (status !== 0) throw new Error(`${file} failed: ${stderr}`);
  return performance.now() - start;
}

/** A job goes on while the next subject is timed, unless it is waited for. */
function awaitJobs() {
  const jobs = join(folder, 'home/jobs/bench');
  const isThere = () =>
    existsSync(jobs) && readdirSync(jobs).some((name) => name.endsWith('.json'));
  while (isThere()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
