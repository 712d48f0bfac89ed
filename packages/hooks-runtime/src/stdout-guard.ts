import { writeSync } from 'node:fs';
import { sinceStart } from './since-start.ts';
import { sleep } from './sleep.ts';
import { errorCode } from './unknown.ts';

const RETRY_MS = 2;

/** What writes to a descriptor that it is given. */
const WRITERS = [
  'write',
  'writeSync',
  'writev',
  'writevSync',
  'writeFile',
  'writeFileSync',
  'appendFile',
  'appendFileSync',
] as const;

/** Ours, from before the guard. */
const writeToDescriptor = writeSync;

/**
 * Sends everything that a handler or a library prints to stderr, which the client keeps in its
 * debug log: one stray line on stdout turns the answer into text for the model. A child process that
 * inherits stdout still writes to it (start those with `stdio: 'ignore'` or `'pipe'`), and so does what a
 * worker thread writes to descriptor 1 and what is written to `/dev/stdout`.
 */
export function guardStdout(): void {
  // A getter, because either stream costs 10 % of Node's start; `console` asks at its first line.
  Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
  // An import of the whole module would be copied by bundlers, property by property.
  const fs = process.getBuiltinModule('node:fs');
  for (const name of WRITERS) Reflect.set(fs, name, elsewhere(fs[name]));
  // Only ES modules hold copies of a module's functions, and this costs 1 % of Node's start.
  if (process.mainModule === undefined)
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

/** The same function, but what is meant for descriptor 1 goes to 2, and is lost where nobody reads. */
function elsewhere<T extends (...all: never[]) => unknown>(write: T): T {
  return new Proxy(write, {
    apply: (target, self, [descriptor, data, ...rest]: [number, unknown, ...unknown[]]) => {
      if (descriptor !== 1) return Reflect.apply(target, self, [descriptor, data, ...rest]);
      try {
        return Reflect.apply(target, self, [2, data, ...rest]);
      } catch {
        return byteLength(data);
      }
    },
  });
}

function byteLength(data: unknown): number {
  if (Array.isArray(data)) return data.reduce<number>((sum, part) => sum + byteLength(part), 0);
  if (ArrayBuffer.isView(data)) return data.byteLength;
  return Buffer.byteLength(String(data));
}

/**
 * Writes the whole answer, and returns what went wrong. `process.stdout.write` followed by an exit
 * loses all past 65,536 bytes where the reader is slow (Node 20, Linux pipes).
 */
export async function writeAnswer(answer: string, deadlineMs: number): Promise<string | undefined> {
  if (answer === '') return undefined;
  const bytes = Buffer.from(answer, 'utf8');
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeToDescriptor(1, bytes, written);
    } catch (error) {
      const code = errorCode(error);
      if (code !== 'EAGAIN') return `stdout not writable: ${code ?? 'unknown error'}`;
      if (sinceStart() > deadlineMs) return 'stdout stayed full until the deadline';
      // oxlint-disable-next-line no-await-in-loop
      await sleep(RETRY_MS);
    }
  }
  return undefined;
}
