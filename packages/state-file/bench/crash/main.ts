import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { SECTIONS } from '../../src/fact.ts';
import { parseState } from '../../src/parse-state.ts';
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
for (let run = 0; run < RUNS; run += 1) {
  await killAtRandom();
  check();
}
console.log(
  `${RUNS} processes killed: every state whole, ${backups} backups whole, ${unfinished} unfinished files, none under a final name`,
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

/** Throws when a file under its final name is not whole. Checked backups make room for new ones. */
function check(): void {
  const state = loadState(home, 'p', 's');
  const paths = statePaths(home, 'p', 's');
  const markdown = state && parseState(readFileSync(paths.markdown, 'utf8'));
  if (state) {
    const generation = markdown?.header?.generation ?? 0;
    // The `.json` comes first: the `.md` is the one before, or the same.
    if (generation !== state.generation && generation !== state.generation - 1)
      throw new Error('no whole state');
    if (SECTIONS.some((name) => !state.sections[name])) throw new Error('a section is missing');
  }
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
