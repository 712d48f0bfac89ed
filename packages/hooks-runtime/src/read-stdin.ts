import { constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { createJsonEnd } from './json-end.ts';
import { sinceStart } from './since-start.ts';
import { sleep } from './sleep.ts';
import { errorCode, isRecord } from './unknown.ts';

export type StdinRead = { ok: true; text: string } | { ok: false; reason: string };

/** Holds most payloads, and comes from the memory that Node keeps for small buffers. */
const FIRST_CHUNK_BYTES = 4_000;
const CHUNK_BYTES = 64 * 1024;
const WAIT_MS = 5;

/**
 * Reads the payload that the host writes: one JSON object, then usually the end of the stream.
 * Synchronous where data is there, because a pending asynchronous read of a blocking pipe keeps
 * `process.exit` from returning (Node 20), and because a stream costs 5 % of the start of Node.
 */
export async function readStdin(limits: {
  maxBytes: number;
  deadlineMs: number;
}): Promise<StdinRead> {
  const descriptor = openStdin();
  if (descriptor === undefined)
    return { ok: false, reason: 'stdin is a terminal, not a hook payload' };
  const isComplete = createJsonEnd();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = readChunk(descriptor, bytes === 0 ? FIRST_CHUNK_BYTES : CHUNK_BYTES);
    if (typeof chunk === 'string') return { ok: false, reason: chunk };
    if (chunk === undefined) {
      if (sinceStart() > limits.deadlineMs)
        return { ok: false, reason: 'stdin stayed silent until the deadline' };
      // oxlint-disable-next-line no-await-in-loop
      await sleep(WAIT_MS);
      continue;
    }
    if (chunk.length === 0) break;
    bytes += chunk.length;
    // What is too much is still drained: a host that writes to a closed pipe may die of it.
    if (bytes > limits.maxBytes) chunks.length = 0;
    else chunks.push(chunk);
    if ((bytes === chunk.length && isWhole(chunk)) || isComplete(chunk)) break;
  }
  if (bytes > limits.maxBytes) return { ok: false, reason: `stdin over ${limits.maxBytes} bytes` };
  const [first] = chunks;
  const all = first && chunks.length === 1 ? first : Buffer.concat(chunks);
  return { ok: true, text: all.toString() };
}

/**
 * `undefined` for a terminal. `node:tty` would know one too, and loads the whole of `node:net` for it.
 * A pipe opened once more does not block, so that neither the deadline nor a signal waits for its
 * writer. Sockets, which Claude Code uses (2.0.77, 2.1.332), cannot be opened again.
 */
function openStdin(): number | undefined {
  try {
    const stats = fstatSync(0);
    // The null device is a character device too, and has an end.
    if (stats.isCharacterDevice() && stats.rdev !== statSync('/dev/null').rdev) return undefined;
    return stats.isFIFO()
      ? openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK)
      : 0;
  } catch {
    return 0;
  }
}

/** Most payloads come in one piece, of which the parser knows sooner than our own search for its end. */
function isWhole(chunk: Buffer): boolean {
  try {
    return isRecord(JSON.parse(chunk.toString()));
  } catch {
    return false;
  }
}

/** Bytes, none at the end of the stream, `undefined` where none have come yet, or what is wrong. */
function readChunk(descriptor: number, size: number): Buffer | undefined | string {
  const buffer = Buffer.allocUnsafe(size);
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, size, null));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EAGAIN') return undefined;
    // Windows reports the end of a pipe as an error.
    return code === 'EOF' ? buffer.subarray(0, 0) : `stdin unreadable: ${code ?? 'unknown error'}`;
  }
}

/** Some writers begin a UTF-8 stream with a byte order mark, which `JSON.parse` refuses. */
export function stripBom(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
