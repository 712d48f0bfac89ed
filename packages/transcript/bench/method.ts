import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { condense, contextUsage, describeSession, scanTranscript } from '../src/index.ts';

/**
 * One way of reading a transcript, in a process of its own, so that neither memory nor a warm heap is
 * shared. Prints milliseconds (wall and CPU of the work, without the start of node) and peak memory.
 */
const methods: Record<string, (path: string) => unknown> = {
  scan: (path) => scanTranscript(path, [{ entry() {} }]),
  bare: bareSplitAndParse,
  readline: readLines,
  tail: (path) => contextUsage(path, { env: {} }),
  describe: (path) => describeSession(path),
  condense: (path) => condense(path),
};

const [name = '', path = ''] = process.argv.slice(2);
const method = methods[name];
if (method === undefined) throw new Error(`Unknown method "${name}".`);
const start = performance.now();
const cpu = process.cpuUsage();
await method(path);
const { user, system } = process.cpuUsage(cpu);
const wall = performance.now() - start;
const peak = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ wall, cpu: (user + system) / 1000, peak }));

/** The least that any reader has to do. */
function bareSplitAndParse(file: string): number {
  const fd = openSync(file, 'r');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  let rest = Buffer.alloc(0);
  let lines = 0;
  for (;;) {
    const count = readSync(fd, buffer, 0, buffer.length, null);
    if (count === 0) break;
    let first = 0;
    for (
      let feed = buffer.indexOf(10);
      feed !== -1 && feed < count;
      feed = buffer.indexOf(10, first)
    ) {
      const line = buffer.toString('utf8', first, feed);
      JSON.parse(rest.length > 0 ? rest.toString('utf8') + line : line);
      rest = Buffer.alloc(0);
      lines += 1;
      first = feed + 1;
    }
    rest = Buffer.concat([rest, buffer.subarray(first, count)]);
  }
  closeSync(fd);
  return lines;
}

async function readLines(file: string): Promise<number> {
  let lines = 0;
  const reader = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of reader) {
    JSON.parse(line);
    lines += 1;
  }
  return lines;
}
