import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { SECTIONS } from '../../src/fact.ts';
import { readHeader } from '../../src/parse-state.ts';
import { renderState } from '../../src/render-state.ts';
import { loadState } from '../../src/store/state-store.ts';
import { statePaths } from '../../src/store/store-paths.ts';

const RUNS = 200;
const MAX_MS = 400;

const folder = mkdtempSync(join(tmpdir(), 'carryover-crash-'));
const transcript = join(folder, 'session.jsonl');
const home = join(folder, 'home');
const recorded = new URL(
  '../../../cli/demo/session/transcript.jsonl',
  import.meta.url.replace('/node_modules/.bench/', '/bench/'),
);
copyFileSync(fileURLToPath(recorded), transcript);
let backups = 0;
let unfinished = 0;
let behind = 0;
/** Generations at the last check, 0 for no file. */
let seen = { json: 0, markdown: 0 };
for (let run = 0; run < RUNS; run += 1) {
  await killAtRandom();
  check();
}
console.log(
  `${RUNS} processes killed: every state whole, ${behind} times the .json before its .md, ${backups} backups whole, ${unfinished} unfinished files, none under a final name`,
);
rmSync(folder, { recursive: true });

function killAtRandom(): Promise<void> {
  const work = fileURLToPath(new URL('work.js', import.meta.url));
  const child = spawn(process.execPath, [work, transcript, home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), Math.random() * MAX_MS));
  return new Promise((resolve) => child.once('close', () => resolve()));
}

/**
 * The `.json` comes first, so the `.md` may be of a generation before: of more than one, where processes
 * in a row were killed between the two. Neither ever goes back.
 */
function checkState(): void {
  const state = loadState(home, 'p', 's');
  // Killed before the first state was written.
  if (!state && seen.json === 0) return;
  if (!state) throw new Error('no state');
  const { markdown } = statePaths(home, 'p', 's');
  const text = existsSync(markdown) ? readFileSync(markdown, 'utf8') : undefined;
  const generation = text === undefined ? 0 : (readHeader(text)?.generation ?? Number.NaN);
  const found = `.json of generation ${state.generation}, .md of ${generation}`;
  const inOrder = state.generation >= generation && generation >= seen.markdown;
  if (!inOrder || state.generation < seen.json) throw new Error(`no whole state: ${found}`);
  if (generation === state.generation && text !== renderState(state))
    throw new Error(`the .md is not what the .json says: ${found}`);
  for (const name of SECTIONS) {
    if (!state.sections[name] || (text !== undefined && !text.includes(`\n## ${name}\n`)))
      throw new Error(`${name} is missing: ${found}`);
  }
  behind += Number(state.generation > generation);
  seen = { json: state.generation, markdown: generation };
}

/** Throws when a file under its final name is not whole. Checked backups make room for new ones. */
function check(): void {
  checkState();
  const bytes = readFileSync(transcript);
  const store = join(home, 'backups', 'p');
  // Killed before the first backup was begun.
  if (!existsSync(store)) return;
  for (const name of readdirSync(store, { encoding: 'utf8' })) {
    const file = join(store, name);
    if (name.endsWith('.tmp')) unfinished += 1;
    else {
      const unpacked = gunzipSync(readFileSync(file));
      if (!bytes.subarray(0, unpacked.length).equals(unpacked)) throw new Error(`${name} differs`);
      backups += 1;
    }
    rmSync(file);
  }
}
