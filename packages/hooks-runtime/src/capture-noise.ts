import { AsyncLocalStorage } from 'node:async_hooks';
import { Console } from 'node:console';
import { Writable } from 'node:stream';

export type Noise = { bytes: number };

const current = new AsyncLocalStorage<Noise>();

/** Counts what it is given for the simulation that prints it. */
const sink = new Writable({
  decodeStrings: true,
  write(chunk: Buffer, _encoding, done) {
    const noise = current.getStore();
    if (noise) noise.bytes += chunk.length;
    done();
  },
});

const sinkWrite: unknown = Reflect.get(sink, 'write');

/** With the client's colours, that is none. */
const counting = new Console({ stdout: sink, stderr: process.stderr, colorMode: false });

let running = 0;
let release: () => void = () => {};

/**
 * Counts what is printed to stdout meanwhile, and keeps it off the terminal. What else the process
 * prints goes where it went, and simulations may overlap.
 */
export async function captureNoise<T>(noise: Noise, work: () => Promise<T>): Promise<T> {
  if (running++ === 0) release = divert();
  try {
    return await current.run(noise, work);
  } finally {
    if (--running === 0) release();
  }
}

/** A runner may have put a console of its own in place, which does not write to the process's stdout. */
function divert(): () => void {
  const { console: own } = globalThis;
  const { stdout } = process;
  const write: unknown = Reflect.get(stdout, 'write');
  const divertedWrite = (...words: unknown[]): unknown => {
    const stream = current.getStore() ? sink : stdout;
    const writer = stream === sink ? sinkWrite : write;
    return typeof writer === 'function' && Reflect.apply(writer, stream, words);
  };
  Reflect.set(stdout, 'write', divertedWrite);
  globalThis.console = new Proxy(own, {
    get: (target, key) => Reflect.get(current.getStore() ? counting : target, key),
  });
  return () => {
    globalThis.console = own;
    Reflect.set(stdout, 'write', write);
  };
}
