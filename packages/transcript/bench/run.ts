import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { workSession } from '@carryover/testing';
import { contextUsage } from '../src/index.ts';
import { drawPlot, type Series } from './plot.ts';

/**
 * Run from the package: `pnpm bench`. Writes `docs/reading-speed.svg` and prints a table. CPU time, so
 * that other work does not blur it.
 */
const cache = join('.cache', 'bench');
const megabytes = [1, 5, 20, 50, 200, 600];
const rounds = Number(process.env['ROUNDS'] ?? 5);

type Sample = { wall: number; cpu: number; peak: number };

function transcript(size: number): string {
  const path = join(cache, `${size}.jsonl`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const fd = openSync(path, 'w');
  const prompts = Math.max(4, Math.round(size * 11.56));
  for (const line of workSession({ prompts, bytes: size * 1e6 })) writeSync(fd, line);
  closeSync(fd);
  return path;
}

function sample(method: string, path: string): Sample {
  const args = [join(cache, 'method.js'), method, path];
  const result = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${method} failed on ${path}: ${result.stderr}`);
  const measured: Sample = JSON.parse(result.stdout);
  return measured;
}

/** `jq -c .` with its output thrown away. Its start is taken off, as that of node is. */
function sampleJq(path: string): Sample {
  const [all, start] = [timeJq('-c . "$0"', path), timeJq('-n 1', path)];
  return { wall: all.wall - start.wall, cpu: all.cpu - start.cpu, peak: 0 };
}

function timeJq(args: string, path: string): { wall: number; cpu: number } {
  const script = `TIMEFORMAT='%R %U %S'; time jq ${args} > /dev/null`;
  const { stderr } = spawnSync('bash', ['-c', script, path], { encoding: 'utf8' });
  const [wall = 0, user = 0, system = 0] = stderr.trim().split(' ').map(Number);
  return { wall: wall * 1000, cpu: (user + system) * 1000 };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Methods take turns, so that a busy moment hits all of them. */
function measure(methods: string[], path: string, times: number): Map<string, Sample> {
  const samples = new Map(methods.map((method) => [method, [] as Sample[]]));
  for (let round = 0; round < times; round += 1) {
    for (const [method, list] of samples) {
      list.push(method === 'jq' ? sampleJq(path) : sample(method, path));
    }
  }
  return new Map(
    [...samples].map(([method, list]) => [
      method,
      {
        wall: median(list.map(({ wall }) => wall)),
        cpu: median(list.map(({ cpu }) => cpu)),
        peak: median(list.map(({ peak }) => peak)),
      },
    ]),
  );
}

/** In one process and by turns: a file is read in less time than a process takes to start. */
function measureTails(paths: string[], times: number): number[] {
  const samples = paths.map((): number[] => []);
  for (let round = 0; round < times; round += 1) {
    for (const [index, path] of paths.entries()) {
      const start = performance.now();
      contextUsage(path, { env: {} });
      samples[index]?.push(performance.now() - start);
    }
  }
  return samples.map(median);
}

function row(...cells: (string | number)[]): void {
  const texts = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell));
  process.stdout.write(`| ${texts.join(' | ')} |\n`);
}

const methods = ['scan', 'bare', 'readline', 'jq', 'tail', 'describe', 'condense'];
const series = new Map<string, Series>(methods.map((name) => [name, { name, points: [] }]));
process.stdout.write(
  `node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? '?'}, load ${loadavg()[0]?.toFixed(1)}, medians of ${rounds}, CPU time without the start of the program\n\n`,
);
row(
  'MB',
  ...methods.map((name) => `${name} ms`),
  'scan MB',
  'condense MB',
  '× readline',
  '× jq',
  '× bare',
);
row(...Array.from({ length: methods.length + 6 }, () => '---'));
for (const size of megabytes) {
  const path = transcript(size);
  const used = methods.filter((name) => size <= 200 || (name !== 'readline' && name !== 'jq'));
  const medians = measure(used, path, size >= 200 ? Math.min(3, rounds) : rounds);
  const cpu = (name: string): number => medians.get(name)?.cpu ?? Number.NaN;
  for (const name of used) series.get(name)?.points.push([statSync(path).size / 1e6, cpu(name)]);
  row(
    String(size),
    ...methods.map(cpu),
    medians.get('scan')?.peak ?? 0,
    medians.get('condense')?.peak ?? 0,
    cpu('readline') / cpu('scan'),
    cpu('jq') / cpu('scan'),
    cpu('scan') / cpu('bare'),
  );
}
const tails = measureTails(megabytes.map(transcript), 200);
const texts = tails.map((ms, index) => `${megabytes[index]} MB ${ms.toFixed(3)}`);
process.stdout.write(`\nUsage from the tail, warm, ms: ${texts.join(', ')}\n`);
const folder = join('..', '..', 'docs');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'reading-speed.svg'), drawPlot([...series.values()]));
