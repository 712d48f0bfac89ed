import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shellFileChanges, type ShellChange } from './shell-files.ts';
import { shellCommands } from './shell-words.ts';

const told = (found: ShellChange[]): string[] =>
  found.map(({ path, change }) => `${change} ${path}`);

const changes = (command: string): string[] => told(shellFileChanges(shellCommands(command), '/p'));

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
  ['(cd packages/a && npm ci); echo x > out.txt', ['created /p/out.txt']],
  ['(cd sub && touch a) > log', ['created /p/sub/a', 'created /p/log']],
  ['cd sub && ls && cd - && touch a', ['created /p/a']],
  ['cd - && touch a', ['created a']],
  ['truncate -s 0 f', ['edited /p/f']],
  ['touch -r ref f', ['created /p/f']],
  ['touch -d "2 days ago" f', ['created /p/f']],
  ['if [ -f f ]; then rm f; fi', ['removed /p/f']],
  ['for x in 1 2; do sed -i "s/$x/b/" f; done', ['edited /p/f']],
  ['if [[ a > b ]]; then rm f; else touch g; fi', ['removed /p/f', 'created /p/g']],
  ['mv b.txt src/', ['removed /p/b.txt', 'created /p/src/b.txt']],
  ['cp lib/a dirx/', ['created /p/dirx/a']],
  ['cp a b c', ['created /p/c/a', 'created /p/c/b']],
  ['cp -t dirx a', ['created /p/dirx/a']],
  ['mv lib/a .', ['removed /p/lib/a', 'created /p/a']],
  ['curl -sSLo f https://x', ['created /p/f']],
  ['curl --output=f https://x', ['created /p/f']],
  ['curl -H "-o x" --output f https://x', ['created /p/f']],
  ['wget -O f https://x', ['created /p/f']],
  ['wget -Of https://x', ['created /p/f']],
  ['make >& f', ['created /p/f']],
  ['make &> f', ['created /p/f']],
  ['make &>> f', ['edited /p/f']],
  ['timeout -k 5 60 rm f', ['removed /p/f']],
  ['time rm f', ['removed /p/f']],
  ['time -p rm f', ['removed /p/f']],
  ['env A=b rm f', ['removed /p/f']],
  ['sudo -u x rm f', ['removed /p/f']],
  ['nice -n 5 sudo rm -rf f', ['removed /p/f']],
  ['rm -- -f', ['removed /p/-f']],
  ['out=$(npm test > log.txt)', ['created /p/log.txt']],
  ['case $x in\n a) rm f;;\nesac; touch g', ['removed /p/f', 'created /p/g']],
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
  '(( count > 5 ))',
  '[[ 3 > 2 ]] && ls',
  'for ((i = 0; i > 5; i++)); do ls; done',
  'x=$((3 > 2))',
  "git commit -m \"$(cat <<'EOF'\nIt's a > b\nrm c\nEOF\n)\"",
  "git commit -m $(cat <<'EOF'\nfix) > b\nEOF\n)",
  "perl -Mstrict -ne 'print' f",
  'sed --expression=s/a/b/ f',
  'ls >&2',
  'constructor -x --constructor',
  'echo `ls > $x`',
  '',
])('finds no file in: %s', (command) => {
  expect(changes(command)).toEqual([]);
});

test.each([
  ['echo a > a && false', ['created /p/a']],
  ['cd sub && touch a && npm test', ['created /p/sub/a']],
  ['touch a; rm b && npm test', ['created /p/a', 'removed /p/b']],
  ['npm test > log', []],
  ['make && touch a && npm test', []],
  ['make &&\ntouch a && npm test', []],
  ['sed -i s/a/b/ a || touch b', []],
  ['if make; then touch a; fi; npm test', []],
  ['set -e\ntouch a\nmake\ntouch b\nnpm test', ['created /p/a']],
])('of a line that failed, tells what surely ran: %s', (command, expected) => {
  const found = shellFileChanges(shellCommands(command), '/p');
  expect(told(found.filter(({ isSure }) => isSure))).toEqual(expected);
});

test('only what the shell takes for space parts words', () => {
  expect(changes('echo a > a\u00A0b.ts; echo c > c\fd.ts')).toEqual([
    'created /p/a\u00A0b.ts',
    'created /p/c\fd.ts',
  ]);
});

test.each(['$(', '(', '"$(', '$( ( "'])(
  'lists nested without end in %j are read at all',
  (open) => {
    expect(changes(`touch a.ts; ${open.repeat(100_000)}`)).toEqual(['created /p/a.ts']);
  },
);

test.each(['constructor -x', 'toString --valueOf', '__proto__ -a'])(
  '%s has no options that we know',
  (command) => {
    expect(changes(`${command}; touch a.ts`)).toEqual(['created /p/a.ts']);
  },
);

test('every text is read to its end', () => {
  const pieces =
    '( ) $( ` " \' \\ \n > >> 2> < << <<- & && | || ; ;; # [[ ]] (( )) { } if fi case a -o $'.split(
      ' ',
    );
  const piece = fc.oneof(fc.constantFrom(...pieces, ' ', '\r', '\t'), fc.string({ maxLength: 2 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (some) => {
      expect(Array.isArray(changes(some.join('')))).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});
