import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { runBuiltCli } from '../commands/run-built-cli.ts';
import { CLIENT, doctor, found, HOME, installed } from './run-doctor.ts';

const LAST = '2026-12-01T10:00:00.000Z';

/** A home where that hook failed once, an hour after carryover was installed. */
function failed(hook: string, reason: string) {
  const root = installed(testdir());
  mkdirSync(join(root.path, HOME, 'log/failing'), { recursive: true, mode: 0o700 });
  const line = JSON.stringify({ time: LAST, reason });
  writeFileSync(join(root.path, HOME, `log/failing/${hook}.jsonl`), `${line}\n`, { mode: 0o600 });
  const at = Date.parse(LAST) / 1000 - 3_600;
  utimesSync(join(root.path, HOME, 'install.json'), at, at);
  return root;
}

const reinstall = (home: string, ...args: string[]) =>
  runBuiltCli(home, ['install', '--client-version', CLIENT, ...args]);

test('a hook that failed and was installed anew since is a note with its date', () => {
  using root = failed('PreCompact', 'carryover-facts.cjs is missing');
  expect(found(doctor(root.path))).toEqual({
    failing: expect.stringMatching(/^PreCompact failed once since/),
  });
  reinstall(root.path);
  expect(doctor(root.path)).toMatchObject({
    ok: true,
    findings: [],
    notes: expect.arrayContaining([
      `PreCompact failed once, last at ${LAST}: carryover-facts.cjs is missing. It was set up anew since then.`,
    ]),
  });
});

test('unless it fails on the sample too', () => {
  using root = failed('PreCompact', 'carryover-facts.cjs is missing');
  reinstall(root.path);
  rmSync(join(root.path, HOME, 'bin/carryover-facts.cjs'));
  expect(Object.keys(found(doctor(root.path)))).toEqual(
    expect.arrayContaining(['failing', 'hook-fails']),
  );
});

test('a writer that failed is a note once its configuration was changed', () => {
  using root = failed('job_enrich', 'Error no narrative: unavailable: 401');
  expect(found(doctor(root.path))).toEqual({
    failing: expect.stringMatching(/^job_enrich failed once/),
  });
  writeFileSync(join(root.path, HOME, 'config.json'), '{"writer":"none"}', { mode: 0o600 });
  const { ok, notes } = doctor(root.path);
  expect(ok).toBe(true);
  expect(notes.join()).toMatch(/job_enrich failed once, last at .*401\. It was set up anew/);
});
