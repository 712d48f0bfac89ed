import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from '../commands/run-built-cli.ts';
import { CLIENT, doctor, found } from './run-doctor.ts';

const BOB = '/home/nobody-here/.claude/carryover';

const install = (home: string, ...args: string[]) =>
  runBuiltCli(home, ['install', '--client-version', CLIENT, ...args], {
    cwd: join(home, 'project'),
  });

/** A project whose shared settings a teammate's install has written, on a machine of theirs. */
function shared() {
  const root = testdir({ 'theirs/.keep': '', 'mine/project/.keep': '' });
  mkdirSync(join(root.path, 'theirs/project'));
  const theirs = join(root.path, 'theirs');
  install(theirs, '--scope', 'project');
  const text = readFileSync(join(theirs, 'project/.claude/settings.json'), 'utf8');
  const home = join(root.path, 'mine');
  mkdirSync(join(home, 'project/.claude'));
  writeFileSync(
    join(home, 'project/.claude/settings.json'),
    text
      .replaceAll(join(theirs, '.claude/carryover'), BOB)
      .replaceAll(process.execPath, '/opt/of-theirs/bin/node'),
  );
  return { home, [Symbol.dispose]: () => root[Symbol.dispose]() };
}

test("a teammate's hooks in the settings of the project are one finding", () => {
  using scene = shared();
  const result = doctor(scene.home);
  expect(found(result)).toEqual({
    'other-machine': `${join(scene.home, 'project/.claude/settings.json')} registers the program of another machine, ${BOB}/bin/carryover-hook.cjs: it is not here, and these hooks do nothing. So nothing runs for UserPromptSubmit, PreCompact, SessionStart, PostCompact.`,
  });
  expect(result.ran).toBe(0);
});

test.each([
  ['carryover install --scope local', ['--scope', 'local'], true],
  ['carryover install for', [], true],
  ['carryover install --scope project', ['--scope', 'project'], false],
])('and %s cures it', (command, args, isNoted) => {
  using scene = shared();
  expect(doctor(scene.home).findings[0]?.remedy).toContain(command);
  expect(install(scene.home, ...args)).toMatchObject({ status: 0 });
  const result = doctor(scene.home);
  expect(result).toMatchObject({ ok: true, findings: [], ran: 4 });
  expect(result.notes.some((note) => /another machine.*do the work/.test(note))).toBe(isNoted);
});

test('that is so too where this machine has a node at the place of theirs', () => {
  using scene = shared();
  const file = join(scene.home, 'project/.claude/settings.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll('/opt/of-theirs/bin/node', process.execPath));
  expect(Object.keys(found(doctor(scene.home)))).toEqual(['other-machine']);
});
