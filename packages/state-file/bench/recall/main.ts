import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotSession } from '../../src/snapshot-session.ts';
import { generateSession, type SessionShape } from './generate-session.ts';
import { addScore, emptyScore, measure, type Score } from './measure.ts';
import { measureCommand, type Reached } from './measure-command.ts';
import { languages } from './phrases.ts';
import { recordedSession } from './recorded-session.ts';
import { kinds, type GeneratedSession, type Kind } from './planted.ts';

/** Lowest recall that is good enough; precision is 0.95 throughout. */
const FLOORS: Record<Kind, number> = {
  prompts: 0.98,
  tasks: 0.98,
  files: 0.98,
  skills: 0.98,
  workers: 0.98,
  failures: 0.98,
  decisions: 0.9,
  constraints: 0.9,
};
const PRECISION = 0.95;
const MB = 1_000_000;

const details = process.argv.includes('--details');
/** Another tool's condensation, to be measured by the same facts. */
const by = process.argv.find((arg) => arg.startsWith('--by='))?.slice(5);
const reached: Reached = new Map();
const totals = new Map<Kind, Score>(kinds.map((kind) => [kind, emptyScore()]));
const byLanguage = new Map<string, Score>();
const heldOut = emptyScore();
let lastPrompts = 0;
let bytes = 0;
let largest = 0;

const shapes = sessionShapes();
for (const shape of shapes) {
  const session = generateSession(shape);
  if (by !== undefined) measureCommand(by, session, reached);
  const scores = measure(session, await stateOf(session));
  for (const kind of kinds) addScore(totals.get(kind) ?? emptyScore(), scores[kind]);
  const language = byLanguage.get(shape.language.name) ?? emptyScore();
  for (const kind of ['decisions', 'constraints'] as const) addScore(language, scores[kind]);
  byLanguage.set(shape.language.name, language);
  addScore(heldOut, scores.heldOut);
  lastPrompts += scores.lastPrompt ? 1 : 0;
}
const recorded = recordedSession(import.meta.url.replace('/node_modules/.bench/', '/bench/'));
const recordedScores = measure(recorded, await stateOf(recorded));
const failures = report();
process.exitCode = failures > 0 ? 1 : 0;

/** 35 sessions in 7 languages: most of 1 to 2 MB, some long ones, one of 50 MB with 578 prompts. */
function sessionShapes(): SessionShape[] {
  return languages.flatMap((language, place) =>
    [1, 1.5, 2, 5, 12].map((size, index) => {
      const isLargest = language.name === 'en' && size === 12;
      const megabytes = isLargest ? 50 : size;
      return {
        name: `${language.name}-${megabytes} MB`,
        seed: place * 100 + index + 1,
        language,
        bytes: megabytes * MB,
        prompts: isLargest ? 578 : ([12, 12, 20, 40, 90][index] ?? 12),
        compactions: [0, 1, 2, 3, 4][index] ?? 0,
        density: isLargest ? 0.2 : ([1, 1, 0.9, 0.6, 0.5][index] ?? 1),
      };
    }),
  );
}

async function stateOf({ lines }: GeneratedSession): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-bench-'));
  try {
    const transcript = join(folder, 'session.jsonl');
    const text = `${lines.join('\n')}\n`;
    bytes += text.length;
    writeFileSync(transcript, text);
    const home = join(folder, 'home');
    const now = new Date();
    const options = { home, project: 'bench', session: 'session', transcript, now };
    const snapshot = await snapshotSession(options);
    if (!snapshot.ok) throw new Error(snapshot.reason);
    const markdown = readFileSync(snapshot.path, 'utf8');
    largest = Math.max(largest, Buffer.byteLength(markdown));
    return markdown;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report(): number {
  console.log(
    `${shapes.length} sessions, ${Math.round(bytes / MB)} MB, ${languages.length} languages\n`,
  );
  console.log('section        planted   recall  floor   told  precision  floor');
  let failed = 0;
  for (const [kind, sum] of totals) {
    const recall = sum.found / sum.planted;
    const precision = sum.right / sum.told;
    const isGood = recall >= FLOORS[kind] && precision >= PRECISION;
    failed += isGood ? 0 : 1;
    console.log(
      `${kind.padEnd(13)} ${String(sum.planted).padStart(8)}   ${recall.toFixed(3)}   ${FLOORS[kind].toFixed(2)}  ${String(sum.told).padStart(5)}      ${precision.toFixed(3)}   ${PRECISION.toFixed(2)}  ${isGood ? 'ok' : 'TOO LOW'}`,
    );
    if (details) show(sum);
  }
  console.log(`\nlargest state file: ${largest} bytes`);
  console.log(`last request word for word: ${lastPrompts} of ${shapes.length}`);
  for (const [name, sum] of byLanguage) {
    console.log(
      `sentences in ${name}: recall ${(sum.found / sum.planted).toFixed(3)}, precision ${(sum.right / sum.told).toFixed(3)}`,
    );
  }
  console.log(
    `sentences set apart: recall ${(heldOut.found / heldOut.planted).toFixed(3)} of ${heldOut.planted}`,
  );
  for (const [kind, { found, planted }] of reached) {
    console.log(`${kind} in what \`${by}\` prints: ${found} of ${planted}`);
  }
  console.log('\nrecorded by the real client:');
  for (const kind of kinds) {
    const { planted, found, told, right, missed, wrong } = recordedScores[kind];
    console.log(`${kind.padEnd(13)} recall ${found}/${planted}, precision ${right}/${told}`);
    if (details) show({ planted, found, told, right, missed, wrong });
  }
  return failed + (lastPrompts < shapes.length ? 1 : 0);
}

/** Sentences that are set apart are not shown: who sees them tunes on them. */
function show({ missed, wrong }: Score): void {
  const seen = missed.filter(({ isHeldOut }) => !isHeldOut);
  for (const { words } of seen.slice(0, 25)) console.log(`    missed: ${words.join(' … ')}`);
  for (const text of wrong.slice(0, 15)) console.log(`    wrong: ${text}`);
}
