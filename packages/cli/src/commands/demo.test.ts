import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { testdir } from '@carryover/testing';
import { describe, expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

function runDemo(
  args: string[],
  cwd?: string,
): { status: number | null; stdout: string; stderr: string } {
  const env = { PATH: '/usr/bin:/bin', HOME: '/nowhere' };
  return spawnSync(process.execPath, [CLI, 'demo', ...args], { encoding: 'utf8', env, cwd });
}

describe('carryover demo', () => {
  test('shows the whole life of the shipped session as plain text in a pipe', () => {
    const { status, stdout, stderr } = runDemo([]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).not.toContain('\u001B');
    expect(stdout).toMatch(/warned at 63 %/);
    expect(stdout).toMatch(/3\d\d,\d{3} → [\d,]+ bytes/);
    expect(stdout).toMatch(/# Compact Prep State/);
    expect(stdout).toMatch(/never touch the migrations folder/);
    expect(stdout).toMatch(/PreCompact +2 runs, median \d+ ms/);
  });

  test('plays in no folder that has something in it, nor in a nameless one', () => {
    using root = testdir({ 'transcript.jsonl': 'mine' });
    for (const folder of ['', root.path]) {
      const { status, stderr } = runDemo(['--keep', folder], root.path);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: `--keep ${folder}: there is something in this folder. Name a new one.\n`,
      });
    }
    expect(readdirSync(root.path)).toEqual(['transcript.jsonl']);
  });

  test('tells machines the same as JSON: facts in all ten sections, two warnings, two backups', () => {
    const result = JSON.parse(runDemo(['--json']).stdout);
    expect(result.sectionsWithFacts).toHaveLength(10);
    expect(result.warnings).toHaveLength(2);
    expect(result.backups).toHaveLength(2);
    expect(result.steps.filter(({ outcome }: { outcome: string }) => outcome === 'failed')).toEqual(
      [],
    );
    for (const { text } of result.injections) expect(text.length).toBeLessThanOrEqual(9_500);
  });
});
