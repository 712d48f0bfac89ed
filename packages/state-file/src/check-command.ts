import type { ToolEvent } from './session-event.ts';
import { oneLine } from './text.ts';

/** A runner's or a compiler's own words for a failure. */
const FAILURE =
  /^[^\w\n]*FAIL(?:ED)?\b|^[ \t]*not ok\b(?!.*# (?:TODO|SKIP))|\berror TS\d+:|^error(?:\[E\d+\]|: (?:could not compile|aborting|test failed|script))|\bELIFECYCLE\b|^npm ERR!|^BUILD FAIL/m;

/** A line that counts failures, and no sentence with a number in it: `2 failed, 3 passed`, `# fail 1`. */
const COUNTED = new RegExp(
  String.raw`^[^\w\n]*(?:(?:tests?(?: files| suites)?|found|test result)\b\W*(?:FAILED\W+)?)?(?:\d+(?: (?!and )[a-z]+)+\W+(?:and )?)*` +
    String.raw`[1-9]\d* (?:tests? |suites? |specs? )?(?:fail(?:ed|ing|ures?)?|errors?)(?=\s*(?:$|[,;|.()])| in \d)` +
    String.raw`|(?:^[^\w\n]*|[,(-] *)(?:fail(?:ed|ures?)?|errors)\b[:=]? *[1-9]\d*(?=\s*(?:$|[,;|.)]))|^exit(?: code| status)?\W*[1-9]\d*$`,
  'im',
);

/** What a command is known by when it is run again: without what only shapes its output. */
export function commandKey(command: string): string {
  return oneLine(command)
    .replace(/^(?:cd [^&;|]+(?:&&|;) *)+/, '')
    .replace(/^(?:\w+=\S+ )+/, '')
    .replace(/ *(?:\|\||;) *(?:true|echo\b[^|&;]*) *$/, '')
    .replace(/ *\|& .*$/, '')
    .replace(/ *(?:\d?>&\d|\|) *(?:tail|head|tee|cat|less)\b[^|]{0,200}$/, '')
    .replace(/ *\d?>&\d *$/, '')
    .trim();
}

/** True for a command that checks the work: a test, a linter, a build. */
export function isCheck(tool: ToolEvent): boolean {
  return tool.shell?.check !== undefined;
}

/** What became of a check, by what it printed where its exit code is not known. */
export function checkOutcome(tool: ToolEvent): ToolEvent['outcome'] {
  if (typeof tool.result['backgroundTaskId'] === 'string') return 'pending';
  if (tool.outcome !== 'ok' || tool.shell?.check !== 'hidden') return tool.outcome;
  return FAILURE.test(tool.text) || COUNTED.test(tool.text) ? 'error' : 'ok';
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
