import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { doctor, found, HOME, installed } from './run-doctor.ts';

const SCRIPT = '#!/bin/sh\nexit 0\n';

/** A home whose configuration says that; `bin` is on the PATH, with a program and a folder. */
function setUp(config: object) {
  const root = installed(
    testdir({ 'bin/writer': SCRIPT, 'bin/plain': SCRIPT, 'bin/claude/x': '' }),
  );
  chmodSync(join(root.path, 'bin/writer'), 0o755);
  mkdirSync(join(root.path, HOME), { recursive: true });
  writeFileSync(join(root.path, HOME, 'config.json'), JSON.stringify(config));
  return root;
}

const run = (root: { path: string }, env: Record<string, string> = {}) =>
  doctor(root.path, { env: { PATH: `${root.path}/bin:/usr/bin:/bin`, ...env } });

test.each([
  ['no key is named', { writer: 'anthropic' }, 'writerOptions.keyVariable is not set'],
  [
    'the key is not there',
    { writer: 'anthropic', writerOptions: { keyVariable: 'MY_KEY' } },
    'MY_KEY is not in the environment',
  ],
  [
    'a folder has the name of the client',
    { writer: 'claude' },
    'claude is no program that can be run',
  ],
  [
    'a file may not be run',
    { writer: 'command', writerOptions: { command: ['plain'] } },
    'plain is no program that can be run',
  ],
  ['no command is named', { writer: 'command' }, 'writerOptions.command is not set'],
  [
    'a value is wrong',
    { writer: 'claude', writerOptions: { program: 'writer', budgetSeconds: 1 } },
    'writerOptions.budgetSeconds has a value that it does not take',
  ],
])('says what the writer lacks where %s', (_name, config, missing) => {
  using root = setUp(config);
  expect(found(run(root))).toEqual({
    'writer-unavailable': `The writer ${config.writer} cannot work: ${missing}.`,
  });
});

test.each([
  [{ writer: 'none', writerOptions: { budgetSeconds: 1 } }, {}],
  [{ writer: 'anthropic', writerOptions: { keyVariable: 'MY_KEY' } }, { MY_KEY: 'k' }],
  [{ writer: 'claude', writerOptions: { program: 'writer' } }, {}],
  [{ writer: 'command', writerOptions: { command: ['writer', '--fast'] } }, {}],
  [{ writer: 'claude' }, { CARRYOVER_WRITER: 'none' }],
])('%j in %j has all that it needs', (config, env) => {
  using root = setUp(config);
  expect(run(root, env)).toMatchObject({ ok: true, findings: [] });
});
