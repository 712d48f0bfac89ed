import { mkdirSync, realpathSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from '../commands/run-built-cli.ts';
import { CLIENT, doctor, found, HOME } from './run-doctor.ts';

function installedIn(home: string, scope: string): void {
  mkdirSync(join(home, 'project'), { recursive: true });
  const args = ['install', '--client-version', CLIENT, '--scope', scope];
  runBuiltCli(home, args, { cwd: join(home, 'project') });
  utimesSync(join(home, HOME, 'install.json'), 1e9, 1e9);
}

function writeTranscript(home: string, folder: string): void {
  const project = folder.replaceAll(/[^A-Za-z0-9]/g, '-');
  mkdirSync(join(home, '.claude/projects', project), { recursive: true });
  writeFileSync(join(home, '.claude/projects', project, 's1.jsonl'), '{}\n');
}

test.each(['project', 'local'])(
  'hooks of one project, in its %s settings, run in no other',
  (scope) => {
    using root = testdir();
    installedIn(root.path, scope);
    writeTranscript(root.path, '/another');
    expect(doctor(root.path)).toMatchObject({ ok: true, findings: [], ran: 4 });
    writeTranscript(root.path, join(realpathSync(root.path), 'project'));
    expect(found(doctor(root.path))).toEqual({
      'hooks-do-not-run': expect.stringMatching(/-project\/s1\.jsonl/),
    });
  },
);

test('hooks of the person run in every project, whatever a project registers too', () => {
  using root = testdir();
  installedIn(root.path, 'user');
  installedIn(root.path, 'local');
  writeTranscript(root.path, '/another');
  expect(found(doctor(root.path))).toEqual({
    'hooks-do-not-run': expect.stringMatching(/-another\/s1\.jsonl/),
  });
});
