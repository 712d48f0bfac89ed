import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { afterAll, describe, expect, test } from 'vitest';
import type { ReportData } from './report-data.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

function carryover(args: string[], options: { cwd: string; home: string }) {
  const env = { HOME: options.cwd, CARRYOVER_HOME: options.home, PATH: '/usr/bin:/bin', TZ: 'UTC' };
  return spawnSync(process.execPath, [CLI, ...args], { cwd: options.cwd, env, encoding: 'utf8' });
}

describe('carryover report', () => {
  const root = testdir();
  afterAll(() => root[Symbol.dispose]());
  const played = join(root.path, 'played');
  const home = join(played, '.claude', 'carryover');
  carryover(['demo', '--keep', played], { cwd: root.path, home: '' });
  const transcript = join(played, 'transcript.jsonl');

  test('tells as JSON what both compactions of the demo session kept, lost and were given back', () => {
    const { stdout } = carryover(['report', transcript, '--json'], { cwd: played, home });
    const data: ReportData = JSON.parse(stdout);
    expect(data.warnings.map(({ percent }) => percent)).toEqual([63, 69]);
    expect(data.compactions).toMatchObject([
      { trigger: 'manual', before: 133_364, after: 41_000, given: { generation: 1 } },
      { trigger: 'auto', before: 171_535, after: 44_000, given: { generation: 2 } },
    ]);
    const lost = data.compactions[0]?.lost ?? [];
    expect(lost.map(({ text }) => text).join('\n')).toMatch(/never touch the migrations folder/);
    expect(lost.filter(({ isGivenBack }) => !isGivenBack)).toEqual([]);
    expect(data.hooks.map(({ event, runs }) => [event, runs])).toEqual([
      ['SessionStart', 4],
      ['UserPromptSubmit', 11],
      ['PreCompact', 2],
      ['PostCompact', 2],
    ]);
    expect(data.failures).toEqual([]);
  });

  test('writes one private file, and says where', () => {
    const { stdout } = carryover(['report', transcript], { cwd: played, home });
    expect(stdout).toBe(`${join(played, 'carryover-506c3c0f.html')}\n`);
    expect(statSync(stdout.trim()).mode & 0o777).toBe(0o600);
    const page = readFileSync(stdout.trim(), 'utf8');
    expect(page).not.toMatch(/<script|<link|<iframe|\bsrc=|url\(|@import|https?:/);
  });

  test('leaves nothing of the conversation in the temporary folder, and nothing in the home', () => {
    using temporary = testdir({ 'kept.txt': '' });
    const before = readFileSync(join(home, 'log', 'runs.jsonl'), 'utf8');
    const env = { HOME: played, CARRYOVER_HOME: home, TMPDIR: temporary.path };
    spawnSync(process.execPath, [CLI, 'report', transcript, '--json'], { env });
    expect(spawnSync('ls', ['-A', temporary.path], { encoding: 'utf8' }).stdout).toBe('kept.txt\n');
    expect(readFileSync(join(home, 'log', 'runs.jsonl'), 'utf8')).toBe(before);
    expect(existsSync(join(home, 'state', 'report'))).toBe(false);
  });

  test('shows a failed hook with its reason', () => {
    using other = testdir({
      'log/runs.jsonl': `${JSON.stringify({ time: '2026-12-01T23:13:20.000Z', event: 'PreCompact', session: '506c3c0f-42c0-4f72-b487-9acb4282e0ae', ms: 12, outcome: 'failed', reason: 'ENOSPC <b>', bytes: 0 })}\n{damaged`,
    });
    const out = join(other.path, 'page.html');
    carryover(['report', transcript, '--out', out], { cwd: played, home: other.path });
    expect(readFileSync(out, 'utf8')).toMatch(/ENOSPC &lt;b&gt;/);
  });

  test('writes what --json prints into a named file, and says where it cannot write', () => {
    using other = testdir({ 'folder/x': '' });
    const [at, shown] = [{ cwd: played, home }, ['report', transcript, '--json']];
    const out = join(other.path, 'report.json');
    expect(carryover([...shown, '--out', out], at).stdout).toBe(`${out}\n`);
    const printed: ReportData = JSON.parse(carryover(shown, at).stdout);
    const { madeAt } = printed;
    expect({ ...JSON.parse(readFileSync(out, 'utf8')), madeAt }).toEqual(printed);
    const refusals = {
      folder: 'illegal operation on a directory (EISDIR). A folder stands there: name a file.',
      'none/a.html': 'no such file or directory (ENOENT). Name one in a folder that is there.',
      'folder/x/a.html':
        'not a directory (ENOTDIR). A part of that path is a file: name a folder that is there.',
    };
    for (const [place, refusal] of Object.entries(refusals)) {
      const named = join(other.path, place);
      expect(carryover([...shown, '--out', named], at)).toMatchObject({
        status: 1,
        stderr: `${named}: ${refusal}\n`,
      });
    }
  });

  test('finds a session by the beginning of its id, and says what it cannot find', () => {
    using user = testdir({
      '.claude/projects/-p/abc1-x.jsonl': '{}\n',
      '.claude/projects/-p/abc2-x.jsonl': '{}\n',
    });
    const at = { cwd: user.path, home: join(user.path, 'none') };
    expect(carryover(['report', 'abc1'], at).stdout).toMatch(/carryover-abc1-x\.html\n$/);
    expect(carryover(['report', 'abc'], at)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/2 transcripts of session abc/),
    });
    expect(carryover(['report', 'zzz'], at)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/No transcript of session zzz/),
    });
  });
});
