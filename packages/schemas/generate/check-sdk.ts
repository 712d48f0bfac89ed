// Compares the hooks of the newest Agent SDK on the registry with those this package was generated from.
//   jiti generate/check-sdk.ts [folder of an SDK to compare with instead]
// Exits 1 when they differ, 0 when they are the same or the registry cannot be reached; it says which.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeChanges } from './describe-changes.ts';
import { readSdk } from './read-sdk.ts';
import type { Surface } from './surface.ts';
import surfaceJson from './surface.json' with { type: 'json' };

const sdk = '@anthropic-ai/claude-agent-sdk';
// The file is this type's own JSON, which TypeScript reads with wider types.
const committed: Surface = JSON.parse(JSON.stringify(surfaceJson));

const [folder] = process.argv.slice(2);
process.exitCode = folder === undefined ? compareWithRegistry() : report(readSdk(folder));

function compareWithRegistry(): number {
  const newest = npm(['view', sdk, 'version']);
  if (newest === undefined) {
    console.log(`NOT CHECKED: the registry could not be asked for the newest ${sdk}.`);
    return 0;
  }
  if (newest === committed.sdk) {
    console.log(`The newest ${sdk} is ${newest}, which is what is committed.`);
    return 0;
  }
  const temporary = mkdtempSync(join(tmpdir(), 'carryover-sdk-'));
  try {
    return download(newest, temporary);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function download(version: string, temporary: string): number {
  const file = npm(['pack', `${sdk}@${version}`, '--silent', '--pack-destination', temporary]);
  if (file === undefined) {
    console.log(`NOT COMPARED: ${sdk} ${version} is out, and could not be downloaded.`);
    return 1;
  }
  execFileSync('tar', ['-xzf', join(temporary, file), '-C', temporary]);
  return report(readSdk(join(temporary, 'package')));
}

function report(found: Surface): number {
  const changes = describeChanges(committed, found);
  const versions = `${committed.sdk} (committed) and ${found.sdk}`;
  if (changes.length === 0 && committed.sdk === found.sdk) {
    console.log(`No difference between ${versions}.`);
    return 0;
  }
  console.log(`${sdk} ${found.sdk} is out; ${committed.sdk} is committed.`);
  console.log(changes.length === 0 ? 'Its hooks are the same.' : `Its hooks differ:`);
  for (const change of changes) console.log(`- ${change}`);
  console.log('Install it, run `pnpm generate`, and complete generate/overrides.');
  return 1;
}

function npm(args: string[]): string | undefined {
  try {
    return execFileSync('npm', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 120_000,
    }).trim();
  } catch {
    return undefined;
  }
}
