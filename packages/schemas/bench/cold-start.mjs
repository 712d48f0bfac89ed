// Whole-process cost of importing the package and checking one input, against a bare `node`, interleaved.
//   node bench/cold-start.mjs [pairs]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pairs = Number(process.argv[2] ?? 30);
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const payload = JSON.stringify({
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd: '/',
  hook_event_name: 'PreCompact',
  trigger: 'auto',
  custom_instructions: null,
});
const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));

/** Each checks one PreCompact input. The limit is the ratio to bare `node` that the package promises. */
const subjects = [
  { name: 'bare node, CommonJS', file: 'bare.cjs', code: '' },
  { name: 'bare node, ES module', file: 'bare.mjs', code: '' },
  {
    name: 'one event, CommonJS',
    file: 'one.cjs',
    base: 'bare.cjs',
    limit: 1.1,
    code: `const { PreCompactInput } = require('${dist}events/pre-compact.cjs'); PreCompactInput.parse(${payload});`,
  },
  {
    name: 'one event, ES module',
    file: 'one.mjs',
    base: 'bare.mjs',
    limit: 1.1,
    code: `import { PreCompactInput } from '${dist}events/pre-compact.js'; PreCompactInput.parse(${payload});`,
  },
  {
    name: 'parseHookInput, CommonJS',
    file: 'parse.cjs',
    base: 'bare.cjs',
    limit: 1.25,
    code: `const { parseHookInput } = require('${dist}index.cjs'); if (!parseHookInput(${payload}).ok) throw 1;`,
  },
  {
    name: 'parseHookInput, ES module',
    file: 'parse.mjs',
    base: 'bare.mjs',
    limit: 1.25,
    code: `import { parseHookInput } from '${dist}index.js'; if (!parseHookInput(${payload}).ok) throw 1;`,
  },
  {
    name: 'the full union, CommonJS',
    file: 'union.cjs',
    base: 'bare.cjs',
    limit: 1.25,
    code: `const { HookInput } = require('${dist}index.cjs'); HookInput.parse(${payload});`,
  },
  {
    name: 'the full union, ES module',
    file: 'union.mjs',
    base: 'bare.mjs',
    limit: 1.25,
    code: `import { HookInput } from '${dist}index.js'; HookInput.parse(${payload});`,
  },
];

for (const { file, code } of subjects) writeFileSync(join(folder, file), code);
const times = new Map(subjects.map(({ file }) => [file, []]));
const load = loadavg()[0].toFixed(1);
for (let round = -2; round < pairs; round++)
  for (const { file } of subjects) {
    const ms = time(join(folder, file));
    if (round >= 0) times.get(file).push(ms);
  }
rmSync(folder, { recursive: true });

console.log(`node ${process.version}, ${pairs} rounds, load ${load} at the start`);
const rows = subjects.map(({ name, file, base, limit }) => {
  const ratio = base && median(times.get(file).map((ms, i) => ms / times.get(base)[i]));
  return {
    name,
    'median ms': median(times.get(file)).toFixed(1),
    'minimum ms': Math.min(...times.get(file)).toFixed(1),
    'median ratio': ratio?.toFixed(2) ?? '',
    'ratio of medians': base ? (median(times.get(file)) / median(times.get(base))).toFixed(2) : '',
    limit: limit ?? '',
    verdict: limit ? (ratio <= limit ? 'within' : 'OVER') : '',
  };
});
console.table(rows);
process.exitCode = rows.some(({ verdict }) => verdict === 'OVER') ? 1 : 0;

function time(file) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} failed: ${stderr}`);
  return performance.now() - start;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
