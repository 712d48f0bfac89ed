import {
  appendFileSync,
  closeSync,
  createReadStream,
  openSync,
  readdirSync,
  statSync,
  writeSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { startSession } from './start-session.ts';

// Node gets this much for its own values, and no more.
const env = { NODE_OPTIONS: '--max-old-space-size=128' };
const row = (bytes: number, fields: object): string =>
  `${JSON.stringify({ type: 'user', uuid: `r${bytes}`, isSidechain: false, ...fields })}\n`;

test.each([
  ['of 600 MB in rows of 8 KB', fillWithRows],
  ['with one row of 20 MB', fillWithImage],
])(
  'R15: a transcript %s is measured at once, kept to the byte and read to its end',
  async (_, fill) => {
    using root = testdir();
    const session = startSession(root);
    fill(session.transcript);
    session.says('Never touch the MARKER_15 table.');
    session.answers(150_000);
    const times = [1, 2, 3].map(() => {
      const run = session.run('UserPromptSubmit', { prompt: 'go on' }, { env });
      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      expect(run.log.at(-1)?.reason).toMatch(/ at 75 %$/);
      return run.log.at(-1)?.ms ?? Number.NaN;
    });
    // The machine may be busy once, hardly thrice.
    expect(Math.min(...times)).toBeLessThan(300);
    const kept = session.run('PreCompact', { trigger: 'auto' }, { env });
    expect(kept).toMatchObject({ exitCode: 0, stderr: '' });
    expect(session.run('SessionStart', { source: 'compact' }, { env }).context).toContain(
      'MARKER_15',
    );
    const backups = readdirSync(join(session.home, 'backups'), {
      recursive: true,
      encoding: 'utf8',
    });
    const backup = join(
      session.home,
      'backups',
      backups.find((name) => name.endsWith('.gz')) ?? '',
    );
    expect(await digest(backup, true)).toBe(await digest(session.transcript, false));
  },
  300_000,
);

function fillWithRows(file: string): void {
  const text = row(8, { message: { role: 'user', content: 'lorem ipsum '.repeat(670) } });
  const block = Buffer.from(text.repeat(1_000));
  const open = openSync(file, 'w');
  while (statSync(file).size < 600_000_000) writeSync(open, block);
  closeSync(open);
}

function fillWithImage(file: string): void {
  const text = row(8, { message: { role: 'user', content: 'lorem ipsum '.repeat(670) } });
  appendFileSync(file, text.repeat(600));
  const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo'.repeat(1_900_000) };
  appendFileSync(
    file,
    row(20, { message: { role: 'user', content: [{ type: 'image', source }] } }),
  );
  appendFileSync(file, text.repeat(600));
}

/** Of what the file holds, unpacked or not. */
async function digest(file: string, isPacked: boolean): Promise<string> {
  const hash = createHash('sha256');
  if (isPacked) await pipeline(createReadStream(file), createGunzip(), hash);
  else await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
