import { expect, test } from 'vitest';
import { shellFileChanges } from './shell-files.ts';

const changes = (command: string): string[] =>
  shellFileChanges(command, '/p').map(({ path, change }) => `${change} ${path}`);

test.each([
  ['echo hi > a.txt', ['created /p/a.txt']],
  ['echo hi >> "a b.txt"', ['edited /p/a b.txt']],
  [
    "cat > src/x.ts <<'EOF'\nrm -rf /\necho > y\nEOF\ntouch z",
    ['created /p/src/x.ts', 'created /p/z'],
  ],
  ['cd sub && sed -i "s/a/b/" one.ts two.ts', ['edited /p/sub/one.ts', 'edited /p/sub/two.ts']],
  ['sed -i -e s/a/b/ -e s/c/d/ one.ts', ['edited /p/one.ts']],
  ['perl -pi -e "s/a/b/" x.pl', ['edited /p/x.pl']],
  ['git mv a.ts b.ts', ['removed /p/a.ts', 'created /p/b.ts']],
  ['cp -r a b', ['created /p/b']],
  ['rm -f old.ts /abs/x', ['removed /p/old.ts', 'removed /abs/x']],
  ['npm test 2>&1 | tee -a log.txt', ['edited /p/log.txt']],
  ['FOO=1 curl -s -o data.json https://example.com', ['created /p/data.json']],
])('%s', (command, expected) => {
  expect(changes(command)).toEqual(expected);
});

test.each([
  'npm test > /dev/null 2>&1',
  'ls 2>/dev/null',
  'rm -rf $DIR/*',
  'echo "a > b"',
  "grep '>' file",
  'sed -n 1,5p file',
  'cat a.txt # > b.txt',
  'diff <(ls a) <(ls b)',
  'echo "unclosed',
  '',
])('finds no file in: %s', (command) => {
  expect(changes(command)).toEqual([]);
});
