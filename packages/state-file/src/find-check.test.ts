import { expect, test } from 'vitest';
import { findCheck } from './find-check.ts';
import { shellCommands } from './shell-words.ts';

const check = (command: string) => findCheck(shellCommands(command));

test.each([
  'npm test',
  'npm run test:unit -- --watch=false',
  'npm run ci',
  'cd /p && npm test',
  'npm run build && git push',
  'FOO=1 npx -y pnpm@10.34.9 --filter core exec vitest run',
  'pnpm -F core typecheck',
  'yarn --cwd web eslint .',
  './node_modules/.bin/tsc -p .',
  'timeout 60 python3 -m pytest -q',
  'uv run ruff check .',
  'node --import tsx --test src/*.test.ts',
  'cargo +nightly clippy',
  'go vet ./...',
  './gradlew :app:test',
  'mvn -q clean verify',
  'make -C lib -j4 check',
  '(cd web && npm test)',
  'yes | npm test',
  'set -o pipefail; npm test | tail -5',
  'set -e\nnpm test\nls',
])('the line fails with its check: %s', (command) => {
  expect(check(command)).toBe('shown');
});

test.each([
  'npm test 2>&1 | tail -5',
  'npm test || true',
  'npm test; echo "exit $?"',
  'npm test\nls',
  'out=$(npm test | tail -1)',
  'for p in a b; do npm test -w $p; done',
])('something hides whether its check failed: %s', (command) => {
  expect(check(command)).toBe('hidden');
});

test.each([
  'test -f package.json && cat package.json',
  '[ -f build ] || mkdir build',
  'npm ci',
  'npm install vitest',
  'pnpm add -D eslint',
  'npx playwright install chromium',
  'python3 test.py',
  'echo npm test',
  'git commit -m "npm test"',
  'grep -rn tsc .',
  'cd test',
  'npm run dev',
  '',
])('checks nothing: %s', (command) => {
  expect(check(command)).toBeUndefined();
});

test.each(['(', '$('])('a check within many nested %j is found at once', (open) => {
  expect(check(`${open.repeat(40)}npm test`)).toBe('shown');
});

test.each(['uv run ', 'sudo ', 'node ', 'cd a;', '[[ ', '2>&1 tail '])(
  'a command of 100,000 letters made of %j is read at once',
  (part) => {
    const started = performance.now();
    expect(check(part.repeat(100_000 / part.length))).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(2_000);
  },
);

test.each(['constructor', '__proto__', 'toString'])('a command may be named %s', (name) => {
  expect(check(`${name} -a --b=c && npm test`)).toBe('shown');
});
