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

function runsCheck([path = '', ...args]: [string?, ...ShellWord[]]): boolean {
  // The name alone of `./node_modules/.bin/vitest` and `pnpm@10`.
  const name = path.replace(/^.*\/|@.*$/g, '');
  if (CHECKERS.test(name)) return true;
  const isDoer = DOERS.test(name);
  if (!isDoer && !STARTERS.test(name)) return false;
  const { operands, options } = readArguments(name, args);
  if (isDoer) return operands.some(({ text }) => CHECK.test(text));
  const start = operands.findIndex(({ text }) => !STARTS.test(text));
  const [first, ...rest] = start === -1 ? [] : operands.slice(start);
  // `npm ci` installs, `npm run ci` checks.
  const installs = start === 0 && first?.text === 'ci' && /^(?:p?npm|bun)$/.test(name);
  if (options.has('test')) return true;
  if (!first || installs) return false;
  return CHECK.test(first.text) || runsCheck([first.text, ...rest]);
}
