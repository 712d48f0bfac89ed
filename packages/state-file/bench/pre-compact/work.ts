import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { snapshotSession } from '../../src/snapshot-session.ts';

// One measured piece of work in a process of its own: `work.js <what> <transcript> <folder>`.
const [what = '', transcript = '', folder = ''] = process.argv.slice(2);
const started = performance.now();
if (what === 'gzip') {
  const to = createWriteStream(`${folder}/plain.gz`);
  await pipeline(createReadStream(transcript), createGzip({ level: 1 }), to);
} else {
  const options = { home: `${folder}/home`, project: 'bench', session: 'session' };
  const snapshot = await snapshotSession({
    ...options,
    transcript,
    now: new Date(),
    redact,
  });
  if (!snapshot.ok || !snapshot.state.backup) throw new Error('the work was not done');
}
const ms = performance.now() - started;
// In kilobytes, as getrusage tells it.
console.log(JSON.stringify({ ms, peakMb: process.resourceUsage().maxRSS / 1024 }));

/** Loaded where it is needed, as the hook does. */
async function redact(texts: readonly string[]) {
  return (await import('../../src/redact/index.ts')).redactSecrets(texts);
}
