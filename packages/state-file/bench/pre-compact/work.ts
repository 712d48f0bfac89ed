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
  // As the hook does, where it is needed.
  const redact = async (texts: readonly string[]) =>
    (await import('../../src/redact/index.ts')).redactSecrets(texts);
  const options = { home: `${folder}/home`, project: 'bench', session: 'session' };
  const snapshot = await snapshotSession({
    ...options,
    transcript,
    now: new Date(),
    redact: what === 'plain' ? undefined : redact,
  });
  if (!snapshot.ok || !snapshot.state.backup) throw new Error('the work was not done');
}
const ms = performance.now() - started;
const cpuMs = process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;
// In kilobytes, as getrusage tells it.
console.log(JSON.stringify({ ms, cpuMs, peakMb: process.resourceUsage().maxRSS / 1024 }));
