// Installs this package and three others from the npm registry into .cache/compare, gives each a hook that
// does nothing, and feeds all of them the same inputs. Writes docs/schemas-compared.md.
//   pnpm build && node bench/compare.mjs
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { payload, recordedInputs } from '../dist/fixtures.js';
import { hookEvents } from '../dist/index.js';
import { libraries } from './compare/programs.mjs';
import { writeReport } from './compare/report.mjs';

const PAIRS = 20;
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const cache = join(packageFolder, '.cache/compare');
const events = Object.keys(hookEvents);
const sample = payload('PreCompact');

const results = libraries.map(({ name, program }) => measure(name, install(name, program)));
const coldStart = measureColdStart();
const report = writeReport({ results, coldStart, pairs: PAIRS });
const page = fileURLToPath(new URL('../../../docs/schemas-compared.md', import.meta.url));
writeFileSync(page, report);
execFileSync('oxfmt', [page], { cwd: packageFolder });
console.log(report);

/** A folder with the library and a program that uses it. */
function install(name, program) {
  const folder = join(cache, name.replaceAll('/', '__'));
  const own = name === '@carryover/schemas';
  if (own) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'node_modules', name))) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const options = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', [...options, own ? pack(folder) : name], { cwd: folder, stdio: 'ignore' });
  }
  writeFileSync(join(folder, 'hook.mjs'), program);
  return folder;
}

function pack(folder) {
  execFileSync('pnpm', ['pack', '--pack-destination', folder], { cwd: packageFolder });
  return `./${readdirSync(folder).find((file) => file.endsWith('.tgz'))}`;
}

function measure(name, folder) {
  const feed = (event, input) => {
    const options = { cwd: folder, input: JSON.stringify(input), encoding: 'utf8' };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['hook.mjs', event], options);
    return {
      ok: status === 0 && stderr.includes('HANDLED'),
      status,
      bytes: Buffer.byteLength(stdout),
    };
  };
  const covered = events
    .map((event) => ({ event, ...feed(event, payload(event)) }))
    .filter(({ ok }) => ok);
  const accepted = recordedInputs.filter(({ input }) => feed(input.hook_event_name, input).ok);
  const noOps = [...new Set(covered.map(({ bytes }) => bytes))].toSorted((a, b) => a - b);
  const unknownEvent = feed('PreCompact', { ...sample, hook_event_name: 'EventOfTheFuture' });
  return {
    name,
    version: JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'))).version,
    events: `${covered.length} of ${events.length}`,
    recorded: `${accepted.length} of ${recordedInputs.length}`,
    unknownEnum: say(feed('PreCompact', { ...sample, trigger: 'lunar', custom_instructions: '' })),
    unknownEvent: say(unknownEvent),
    noOp: covered.length === 0 ? '' : noOps.join(' or '),
    preCompact: covered.find(({ event }) => event === 'PreCompact')?.bytes ?? 'not covered',
    megabytes: megabytes(folder),
    folder,
  };
}

function say({ ok, status }) {
  return ok ? 'handled' : `not handled, exit ${status}`;
}

function megabytes(folder) {
  const [kilobytes] = execFileSync('du', ['-sk', 'node_modules'], {
    cwd: folder,
    encoding: 'utf8',
  }).split('\t');
  return (Number(kilobytes) / 1024).toFixed(1);
}

/** Whole process, interleaved: each round starts bare node on an empty module and every hook once. */
function measureColdStart() {
  writeFileSync(join(cache, 'bare.mjs'), '');
  const ratios = new Map(results.map(({ name }) => [name, []]));
  for (let round = -1; round < PAIRS; round++) {
    const bare = time(cache, ['bare.mjs']);
    for (const { name, folder } of results) {
      const ratio = time(folder, ['hook.mjs', 'PreCompact']) / bare;
      if (round >= 0) ratios.get(name).push(ratio);
    }
  }
  return new Map([...ratios].map(([name, values]) => [name, median(values).toFixed(2)]));
}

function time(folder, args) {
  const start = performance.now();
  spawnSync(process.execPath, args, { cwd: folder, input: JSON.stringify(sample) });
  return performance.now() - start;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
