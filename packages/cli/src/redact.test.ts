import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { redactSecrets } from '@carryover/state-file/redact';
import { expect, test } from 'vitest';

const PART = fileURLToPath(new URL('../dist/carryover-redact.cjs', import.meta.url));

// Put together here, so that no scanner takes this file for a leak.
const TEXTS = [
  `pushed with ghp_${'aB3dE5gH'.repeat(4)}aB3d today`,
  `export KEY=sk-ant-api03-${'aB3-eF6_'.repeat(11)}aB3eFAA`,
  `${['AKIA', 'ABCDEFGH23456789'].join('')} and aws_secret_access_key = ${'aB3/dE5+gH'.repeat(4)}`,
  ['xoxb', '123456789012', '123456789012', 'aB3dE5gH'.repeat(3)].join('-'),
  `-----BEGIN RSA PRIVATE KEY-----\n${'aB3dE5gH'.repeat(40)}\n-----END RSA PRIVATE KEY-----`,
  'psql postgres://app:hunter22@db.example.org/x',
  'DB_PASSWORD=correct-horse-9',
  'Nothing to hide: größer, 项目, src/parse2.ts.',
];

/** What a program prints that has loaded the built part as `part`. */
function withPart(program: string): unknown {
  const script = `const part = require(${JSON.stringify(PART)}); ${program}`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
}

test('the built rules take out what the rules as published do', async () => {
  const expected = await redactSecrets(TEXTS);
  expect(Object.keys(expected.counts).length).toBeGreaterThan(4);
  const redact = `part.redactSecrets(${JSON.stringify(TEXTS)})`;
  expect(withPart(`${redact}.then((found) => console.log(JSON.stringify(found)))`)).toEqual(
    expected,
  );
});

test('a hook that waits for them loads neither streams nor the network of Node', () => {
  const modules = withPart(
    "require('node:fs').writeSync(1, JSON.stringify(process.moduleLoadList))",
  );
  expect(modules).toContain('NativeModule path');
  for (const name of ['tty', 'net', 'stream', 'perf_hooks'])
    expect(modules).not.toContain(`NativeModule ${name}`);
});
