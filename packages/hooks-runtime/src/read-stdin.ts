import { readSync } from 'node:fs';
import { isatty } from 'node:tty';
import { errorCode } from './unknown.ts';

export type StdinRead = { ok: true; text: string } | { ok: false; reason: string };

const CHUNK_BYTES = 64 * 1024;
const WAIT_MS = 5;

/**
 * Reads the payload that the host writes: one JSON object, then usually the end of the stream.
 * Synchronous, because a pending asynchronous read of a blocking pipe keeps `process.exit` from
 * returning (Node 20), and because a stream costs 5 % of the start of Node.
 */
export function readStdin(limits: { maxBytes: number; deadlineMs: number }): StdinRead {
  if (isatty(0)) return { ok: false, reason: 'stdin is a terminal, not a hook payload' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = readChunk(limits.deadlineMs);
    if (typeof chunk === 'string') return { ok: false, reason: chunk };
    if (chunk.length === 0) break;
    bytes += chunk.length;
    if (bytes > limits.maxBytes)
      return { ok: false, reason: `stdin over ${limits.maxBytes} bytes` };
    chunks.push(chunk);
    // A host that keeps the pipe open after the payload would be waited for until it kills us.
    if (looksComplete(chunk) && isJson(chunks)) break;
  }
  return { ok: true, text: Buffer.concat(chunks).toString('utf8') };
}

function readChunk(deadlineMs: number): Buffer | string {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    try {
      return buffer.subarray(0, readSync(0, buffer, 0, CHUNK_BYTES, null));
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EOF') return buffer.subarray(0, 0);
      if (code !== 'EAGAIN') return `stdin unreadable: ${code ?? 'unknown error'}`;
      if (performance.now() > deadlineMs) return 'stdin stayed silent until the deadline';
      // The writer put the pipe in non-blocking mode and has not written yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}

function looksComplete(chunk: Buffer): boolean {
  let end = chunk.length - 1;
  while (end > 0 && (chunk[end] === 0x0a || chunk[end] === 0x0d || chunk[end] === 0x20)) end--;
  return chunk[end] === 0x7d;
}

function isJson(chunks: Buffer[]): boolean {
  try {
    JSON.parse(stripBom(Buffer.concat(chunks).toString('utf8')));
    return true;
  } catch {
    return false;
  }
}

/** Some writers begin a UTF-8 stream with a byte order mark, which `JSON.parse` refuses. */
export function stripBom(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
