import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { doctor, found, HOME, installed } from './run-doctor.ts';

const SCRIPT = '#!/bin/sh\nexit 0\n';

/** A home whose configuration says that; `bin` is on the PATH, with a program and a folder. */
function setUp(config: object) {
  const programs = ['bin/writer', 'project/here', `${HOME}/writer/there`];
  const files = Object.fromEntries(programs.map((path) => [path, SCRIPT]));
  const root = installed(testdir({ ...files, 'bin/plain': SCRIPT, 'bin/claude/x': '' }));
  for (const path of programs) chmodSync(join(root.path, path), 0o755);
  chmodSync(join(root.path, HOME), 0o700);
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
  [
    'a path is meant from elsewhere than it is started in',
    { writer: 'command', writerOptions: { command: ['./here'] } },
    './here is no program that can be run',
  ],
  ['no command is named', { writer: 'command' }, 'writerOptions.command is not set'],
  [
    'a value is wrong',
    { writer: 'claude', writerOptions: { program: 'writer', budgetSeconds: 1 } },
    'writerOptions.budgetSeconds has a value that it does not take',
  ],
])('says what the writer lacks where %s', (_name, config, missing) => {
  using root = setUp(config);
  const result = run(root);
  expect(result.findings[0]?.remedy).toMatch(
    /config\.json, a variable where Claude Code is started/,
  );
  expect(found(result)).toEqual({
    'writer-unavailable': `The writer ${config.writer} cannot work: ${missing}.`,
  });
});

test.each([
  [{ writer: 'none', writerOptions: { budgetSeconds: 1 } }, {}],
  [{ writer: 'anthropic', writerOptions: { keyVariable: 'MY_KEY' } }, { MY_KEY: 'k' }],
  [{ writer: 'claude', writerOptions: { program: 'writer' } }, {}],
  [{ writer: 'command', writerOptions: { command: ['writer', '--fast'] } }, {}],
  [{ writer: 'command', writerOptions: { command: ['./there'] } }, {}],
  [{ writer: 'claude' }, { CARRYOVER_WRITER: 'none' }],
])('%j in %j has all that it needs', (config, env) => {
  using root = setUp(config);
  expect(run(root, env)).toMatchObject({ ok: true, findings: [] });
});
