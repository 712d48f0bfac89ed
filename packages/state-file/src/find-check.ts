import { plainWords, readArguments } from './shell-arguments.ts';
import type { ShellCommand, ShellWord } from './shell-words.ts';

/** Whether the line fails when its check does, or a pipe or a command after it hides that. */
export type Check = 'shown' | 'hidden';

/** The first check of the work among shell commands: a test, a linter, a build. */
export function findCheck(commands: ShellCommand[]): Check | undefined {
  let inner: Check | undefined;
  const found = commands.findIndex((command) => {
    inner = findCheck(command.inner);
    return inner ?? runsCheck(plainWords(command));
  });
  const check = commands[found];
  if (!check) return undefined;
  const harmless = new Set(['&&']);
  for (const { words } of commands.filter((command) => command.words[0]?.text === 'set')) {
    if (words.some(({ text }) => /^-\w*e/.test(text))) harmless.add(';').add('\n');
    if (words.some(({ text }) => text === 'pipefail')) harmless.add('|').add('|&');
  }
  const isHidden = commands.slice(found + 1).some(({ link }) => !harmless.has(link));
  return isHidden || check.isBranch || inner === 'hidden' ? 'hidden' : 'shown';
}

const CHECKERS =
  /^(?:tsc|vue-tsc|vitest|jest|mocha|ava|pytest|tox|mypy|pyright|ruff|flake8|pylint|eslint|oxlint|biome|stylelint|rspec|rubocop|phpunit|phpstan|golangci-lint|shellcheck)$/;

/** Each of their arguments is something to do: `mvn clean verify`. */
const DOERS = /^(?:make|just|rake|mvnw?|gradlew?|turbo|nx|ninja|bazel|task)$/;

/** They start a script or a program by its name: `pnpm run test`, `uv run mypy`, `cargo clippy`. */
const STARTERS =
  /^(?:p?npm|yarn|bun|uv|poetry|python[\d.]*|cargo|go|dotnet|node|deno|php|composer|bundle|swift|playwright|cypress)$/;

const STARTS = /^(?:run|run-script|exec|x|dlx|task|\+.*)$/;

const CHECK =
  /^(?:\S*:)?(?:tests?|spec|lint|type-?check|check|build|vet|verify|ci|clippy|nextest|unittest)(?![\w./])/;

/** Nobody starts a program through so many others. */
const MAX_STARTERS = 9;

function runsCheck(words: [string?, ...ShellWord[]]): boolean {
  let [path = '', ...args] = words;
  for (let starters = 0; starters <= MAX_STARTERS; starters += 1) {
    // The name alone of `./node_modules/.bin/vitest` and `pnpm@10`.
    const name = path.slice(path.lastIndexOf('/') + 1).split('@', 1)[0] ?? '';
    if (CHECKERS.test(name)) return true;
    const isDoer = DOERS.test(name);
    if (!isDoer && !STARTERS.test(name)) return false;
    const { operands, options } = readArguments(name, args);
    if (isDoer) return operands.some(({ text }) => CHECK.test(text));
    if (options.has('test')) return true;
    const start = operands.findIndex(({ text }) => !STARTS.test(text));
    const [first, ...rest] = start === -1 ? [] : operands.slice(start);
    // `npm ci` installs, `npm run ci` checks.
    if (!first || (start === 0 && first.text === 'ci' && /^(?:p?npm|bun)$/.test(name)))
      return false;
    if (CHECK.test(first.text)) return true;
    [path, args] = [first.text, rest];
  }
  return false;
}
