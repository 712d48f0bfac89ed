import { writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { makeFolder } from '../append-line.ts';
import { MAX_TEXT_UNITS } from '../encode-answer.ts';

const PREVIEW_UNITS = 2_000;

/**
 * Text for the model as the client hands it on: whole up to 10,000 UTF-16 units, above that kept in a
 * file and replaced by its path and a preview (Claude Code 2.1.332 and 2.1.333). Where it cannot be
 * kept the preview stays.
 */
export function spill(text: string, folder: string): string {
  if (text.length <= MAX_TEXT_UNITS) return text;
  const file = keep(text, folder);
  const size = `${(Buffer.byteLength(text) / 1024).toFixed(1)}KB`;
  const where = file === undefined ? 'It could not be saved' : `Full output saved to: ${file}`;
  return [
    '<persisted-output>',
    `Output too large (${size}). ${where}`,
    '',
    'Preview (first 2KB):',
    text.slice(0, PREVIEW_UNITS),
    '...',
    '</persisted-output>',
  ].join('\n');
}

function keep(text: string, folder: string): string | undefined {
  const file = join(folder, `hook-${randomUUID()}.txt`);
  try {
    makeFolder(folder);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  } catch {
    return undefined;
  }
}
