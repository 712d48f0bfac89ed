import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram, type ProgramOptions, runProgram, testdir } from '@carryover/testing';
import { type RunRecord, runLogFile } from '../src/run-log.ts';

const bundled = new Map<string, string>();

/** A program of this folder as one file, bundled when first asked for. */
export function fixtureProgram(name = 'hook.mjs'): string {
  const file = bundled.get(name) ?? bundleProgram(fileURLToPath(new URL(name, import.meta.url)));
  bundled.set(name, file);
  return file;
}

export type FixtureOptions = ProgramOptions & { event?: string; home?: string };

/** Runs the fixture hook once, in a home of its own where none is given. */
export async function runFixture(options: FixtureOptions = {}) {
  using root = testdir();
  const { event = 'SessionStart', home = join(root.path, 'home') } = options;
  const run = await runProgram(fixtureProgram(), {
    stdin: payload({ hook_event_name: event }),
    args: [event],
    ...options,
    env: { CARRYOVER_HOME: home, ...options.env },
  });
  const log = readLog(home);
  return { ...run, log, record: log[0], marks: entries(join(home, 'log/running')) };
}

export const payload = (fields: object = {}): string =>
  JSON.stringify({ session_id: 's1', transcript_path: '/t.jsonl', cwd: '/', ...fields });

/** What holds for each run of an open hook that answers nothing, whatever happens. */
export const HARMLESS = { exitCode: 0, signal: null, stdout: '', marks: [] };

export function readLog(home: string): RunRecord[] {
  const file = runLogFile(home);
  // A test may have put a device there, which never ends.
  if (!existsSync(file) || !lstatSync(file).isFile()) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): RunRecord => JSON.parse(line));
}

function entries(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
