import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { readSettings, writeSettings } from './settings-file.ts';

test.each([
  ['written', '{}', (file: string) => writeFileSync(file, '{"a":1}')],
  ['made', undefined, (file: string) => writeFileSync(file, '{"a":1}')],
])('R22: a file that somebody has %s since it was read is left alone', (_name, text, change) => {
  using root = testdir(text === undefined ? {} : { 'settings.json': text });
  const file = join(root.path, 'settings.json');
  const settings = readSettings(file);
  change(file);
  for (const after of ['{"b":2}', undefined])
    expect(() => writeSettings(settings, after)).toThrow(
      /Nothing was changed in \S+settings\.json: another program has written it just now\. Run/,
    );
  expect(readFileSync(file, 'utf8')).toBe('{"a":1}');
});
