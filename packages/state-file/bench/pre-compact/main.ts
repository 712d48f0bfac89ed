import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateSession } from '../recall/generate-session.ts';
import { languages } from '../recall/phrases.ts';

const ROUNDS = 5;
/** Highest ratio of the work of PreCompact to compression alone, and memory in MB. */
const LIMITS = { gzipStream: 1.2, gzipProgram: 1.7, peakMb: 150 };

const worker = fileURLToPath(new URL('work.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
try {
  process.exitCode = run() ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

function run(): boolean {
  const transcript = join(folder, 'session.jsonl');
  writeTranscript(transcript, 50_000_000);
  const best = { stream: Infinity, program: Infinity, work: Infinity, peakMb: 0 };
  // Interleaved, so that a busy moment of the machine meets all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    best.stream = Math.min(best.stream, measure('gzip', transcript).ms);
    best.program = Math.min(best.program, gzipProgram(transcript));
    const work = measure('snapshot', transcript);
    best.work = Math.min(best.work, work.ms);
    best.peakMb = Math.max(best.peakMb, work.peakMb);
    rmSync(join(folder, 'home'), { recursive: true });
  }
  const ratios = [best.work / best.stream, best.work / best.program] as const;
  console.log(`transcript: ${Math.round(statSync(transcript).size / 1e6)} MB, best of ${ROUNDS}`);
  console.log(
    `Node's gzip stream, level 1: ${best.stream.toFixed(0)} ms; gzip -1: ${best.program.toFixed(0)} ms`,
  );
  console.log(`backup and state: ${best.work.toFixed(0)} ms`);
  console.log(`  ${ratios[0].toFixed(2)} of the stream (at most ${LIMITS.gzipStream})`);
  console.log(`  ${ratios[1].toFixed(2)} of gzip -1 (at most ${LIMITS.gzipProgram})`);
  console.log(`  ${best.peakMb.toFixed(0)} MB at the peak (at most ${LIMITS.peakMb})`);
  const isLargeDone = !process.argv.includes('--large') || runLarge(transcript);
  const isWithin =
    ratios[0] <= LIMITS.gzipStream &&
    ratios[1] <= LIMITS.gzipProgram &&
    best.peakMb <= LIMITS.peakMb;
  console.log(isWithin && isLargeDone ? 'verdict: within all limits' : 'verdict: OVER A LIMIT');
  return isWithin && isLargeDone;
}

/** Beyond what fits into one string, with a small heap. False when the process did not survive it. */
function runLarge(transcript: string): boolean {
  const large = join(folder, 'large.jsonl');
  const part = generate(50_000_000, 2);
  writeFileSync(large, '');
  // Other ids in each part: copies of a line count once.
  for (let index = 0; index < 14; index += 1) {
    appendFileSync(
      large,
      part
        .replaceAll('"u', `"${index}u`)
        .replaceAll('tool-', `t${index}-`)
        .replaceAll('fill-', `f${index}-`),
    );
  }
  rmSync(transcript);
  const what = `${Math.round(statSync(large).size / 1e6)} MB with a heap of 128 MB`;
  try {
    const { ms, peakMb } = measure('snapshot', large, ['--max-old-space-size=128']);
    console.log(`${what}: ${ms.toFixed(0)} ms, ${peakMb.toFixed(0)} MB at the peak`);
    return true;
  } catch (error) {
    console.log(`${what}: failed, ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

function writeTranscript(path: string, bytes: number): void {
  writeFileSync(path, generate(bytes, 1));
}

function generate(bytes: number, seed: number): string {
  const [language] = languages;
  if (!language) throw new Error('no language');
  const shape = {
    name: 'bench',
    seed,
    language,
    bytes,
    prompts: 200,
    compactions: 4,
    density: 0.5,
  };
  return `${generateSession(shape).lines.join('\n')}\n`;
}

function measure(
  what: string,
  transcript: string,
  flags: string[] = [],
): { ms: number; peakMb: number } {
  const output = execFileSync(process.execPath, [...flags, worker, what, transcript, folder], {
    encoding: 'utf8',
  });
  const value: unknown = JSON.parse(output);
  if (typeof value !== 'object' || value === null || !('ms' in value) || !('peakMb' in value)) {
    throw new Error(`no measurement: ${output}`);
  }
  return { ms: Number(value.ms), peakMb: Number(value.peakMb) };
}

function gzipProgram(transcript: string): number {
  const started = performance.now();
  execFileSync('sh', ['-c', 'gzip -1 -c "$0" > "$1"', transcript, join(folder, 'program.gz')]);
  return performance.now() - started;
}
