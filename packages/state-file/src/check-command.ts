import type { ToolEvent } from './session-event.ts';
import { oneLine } from './text.ts';
import { textField } from './unknown.ts';

/** A command that checks the work, with whatever starts it: `npx tsc`, `pnpm run test`, `cargo clippy`. */
const CHECKS = new RegExp(
  String.raw`^(?:\w+=\S+ )*(?:(?:npm|pnpm|yarn|bun|npx|bunx|uv|poetry|python3?|make|just|cargo|go|dotnet|mvn|gradle|\./gradlew|node|deno|php|composer|bundle|rake|swift)` +
    String.raw`(?: (?:run|exec|-\S+|--\S+))* )?(?:test|tests|spec|lint|typecheck|type-check|tsc|check|build|vitest|jest|mocha|` +
    String.raw`pytest|mypy|ruff|eslint|oxlint|biome|clippy|vet|verify|ci|rspec|phpunit|--test)(?![\w./])`,
);

/** What a pipe or an echo after it hides: the exit code. */
const FAILED =
  /\b[1-9]\d* (?:tests? |suites? |specs? )?(?:failed|failing|failures?|errors?)\b|^\s*(?:FAIL(?:ED)?\b|not ok\b)|\bfail(?:ed|ures?)?:? [1-9]/im;

/** What a command is known by when it is run again: without what only shapes its output. */
export function commandKey(command: string): string {
  return oneLine(command)
    .replace(/^(?:cd [^&;|]+(?:&&|;) *)+/, '')
    .replace(/^(?:\w+=\S+ )+/, '')
    .replace(/ *(?:\|\||;) *(?:true|echo\b[^|&;]*) *$/, '')
    .replace(/ *\|& .*$/, '')
    .replace(/ *(?:\d?>&\d|\|) *(?:tail|head|tee|cat|less)\b[^|]*$/, '')
    .replace(/ *\d?>&\d *$/, '')
    .trim();
}

export function isCheck(tool: ToolEvent): boolean {
  if (tool.name !== 'Bash') return false;
  const command = commandKey(textField(tool.input, 'command') ?? '');
  return command.split(/\s*(?:&&|\|\||;)\s*/).some((part) => CHECKS.test(part));
}

/** What became of a check, by what it printed where its exit code is not known. */
export function checkOutcome(tool: ToolEvent): ToolEvent['outcome'] {
  if (typeof tool.result['backgroundTaskId'] === 'string') return 'pending';
  return tool.outcome === 'ok' && FAILED.test(tool.text) ? 'error' : tool.outcome;
}

/** The line in which a runner counts what passed, else its last line. */
export function checkResult(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const counts = lines.findLast(
    (line) => /\d/.test(line) && /\bpass(ed|es|ing)?\b|\bsucce\w+|\b0 errors?\b/i.test(line),
  );
  return oneLine(counts ?? lines.at(-1) ?? '');
}

/** How many a runner passed over, where it says so. */
export function skippedCount(output: string): number {
  const found = /\b(\d+) (?:tests? )?(?:skipped|todo|pending|ignored)\b|\bskipped:? (\d+)/i.exec(
    output,
  );
  return Number(found?.[1] ?? found?.[2] ?? 0);
}
