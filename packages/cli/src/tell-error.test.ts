import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StateFileError, writeAtomic } from '@carryover/state-file';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { CliError } from './cli-error.ts';
import { tellError } from './tell-error.ts';

function thrownBy(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test('a mistake that is explained already is told as it is', () => {
  expect(tellError(new CliError('Give a number.'))).toBe('Give a number.');
  expect(tellError(new StateFileError('locked', 'somebody writes'))).toBe('somebody writes');
});

test('what the system refuses names the file, the reason and what mends it', () => {
  using root = testdir({ file: '' });
  const [missing, below] = [join(root.path, 'none/a'), join(root.path, 'file/a')];
  expect(tellError(thrownBy(() => readFileSync(missing)))).toBe(
    `${missing}: no such file or directory (ENOENT). Name one in a folder that is there.`,
  );
  expect(tellError(thrownBy(() => writeFileSync(below, '')))).toBe(
    `${below}: not a directory (ENOTDIR). A part of that path is a file: name a folder that is there.`,
  );
});

test.runIf(process.platform === 'linux')('a file is named as it would be called in the end', () => {
  const told = tellError(thrownBy(() => writeAtomic('/proc/state.json', '', '/proc')));
  expect(told).toMatch(/^\/proc\/state\.json: .+ \(ENOENT\)\./);
});

test('any other error says how to see where it came from', () => {
  const hint = 'CARRYOVER_DEBUG=1 shows where this came from.';
  expect(tellError(new TypeError('x is not a function'))).toBe(`x is not a function\n${hint}`);
  expect(tellError('torn')).toBe(`torn\n${hint}`);
});
