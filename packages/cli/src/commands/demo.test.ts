import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

function runDemo(args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { PATH: '/usr/bin:/bin', HOME: '/nowhere' };
  return spawnSync(process.execPath, [CLI, 'demo', ...args], { encoding: 'utf8', env });
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
