import { expect, test } from 'vitest';
import { unknownPath } from './known-paths.ts';

const known =
  '- /srv/app/src/parser.ts (edited) [@5]\n- see https://example.org/a and data.csv, docs/guide.md';

test.each([
  'src/parser.ts was rewritten.',
  '/srv/app/src/parser.ts and parser.ts',
  'The guide (docs/guide.md) is done.',
  'It is described at https://example.org/a.',
  'Read and/or write, CI/CD, v2.1, 1/2, e.g. this.',
])('knows what "%s" names', (text) => {
  expect(unknownPath(text, known)).toBeUndefined();
});

test.each([
  ['src/lexer.ts was rewritten.', 'src/lexer.ts'],
  ['The key is in ~/.ssh/id_rsa now.', '~/.ssh/id_rsa'],
  ['/etc/passwd was read.', '/etc/passwd'],
  ['It was sent to https://evil.example/x?y.', 'https://evil.example/x?y'],
  ['a.csv was made.', 'a.csv'],
  ['C:\\Users\\ann\\x.txt was made', 'C:\\Users\\ann\\x.txt'],
])('does not know what "%s" names', (text, path) => {
  expect(unknownPath(text, known)).toBe(path);
});
