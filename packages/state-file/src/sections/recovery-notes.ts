import type { Fact } from '../fact.ts';
import type { SessionEvent, SessionSetting, ToolEvent } from '../session-event.ts';
import { clip, oneLine } from '../text.ts';
import { textField } from '../unknown.ts';

/** What the notes say about the session besides its events. */
export type RecoveryContext = {
  session: string;
  transcript: string;
  backup?: string | undefined;
  setting: SessionSetting;
  /** Commit of the working tree, where a repository is at hand. */
  head?: string | undefined;
  /** Lines of the transcript that could not be read. */
  skippedLines: number;
};

/** A command that checks the work, with whatever starts it: `npx tsc`, `pnpm run test`, `cargo clippy`. */
const CHECKS = new RegExp(
  String.raw`^(?:\w+=\S+ )*(?:(?:npm|pnpm|yarn|bun|npx|bunx|uv|poetry|python3?|make|just|cargo|go|dotnet|mvn|gradle|\./gradlew|node)` +
    String.raw`(?: (?:run|exec|-\S+|--\S+))* )?(?:test|tests|spec|lint|typecheck|type-check|tsc|check|build|vitest|jest|mocha|` +
    String.raw`pytest|mypy|ruff|eslint|oxlint|biome|clippy|vet|verify|ci|--test)\b`,
);

/** Where everything is, which checks passed last, and every request of the person, one line each. */
export function recoveryNotes(events: SessionEvent[], context: RecoveryContext): Fact[] {
  const { setting, backup, head } = context;
  const branch = setting.gitBranch && `branch ${setting.gitBranch}`;
  const where = [
    setting.cwd && `folder ${setting.cwd}`,
    branch,
    head && `HEAD ${head.slice(0, 12)}`,
  ];
  return [
    { text: `Session ${context.session}` },
    { text: `Transcript: ${context.transcript}` },
    ...(backup ? [{ text: `Backup: ${backup}` }] : []),
    ...(where.some(Boolean) ? [{ text: `Work: ${where.filter(Boolean).join(', ')}` }] : []),
    ...passedChecks(events),
    ...requests(events),
    { text: coverage(events, context) },
  ];
}

function passedChecks(events: SessionEvent[]): Fact[] {
  const last = new Map<string, ToolEvent>();
  for (const event of events) {
    if (event.kind !== 'tool' || event.name !== 'Bash' || event.outcome === 'pending') continue;
    const command = oneLine(textField(event.input, 'command') ?? '');
    if (!command.split(/\s*(?:&&|\|\||;)\s*/).some((part) => CHECKS.test(part))) continue;
    last.delete(command);
    last.set(command, event);
  }
  return [...last]
    .filter(
      ([, tool]) => tool.outcome === 'ok' && typeof tool.result['backgroundTaskId'] !== 'string',
    )
    .map(([command, tool]) => {
      const said = checkResult(tool.text);
      return {
        text: `Passed: \`${clip(command, 200)}\`${said ? ` → ${clip(said, 160)}` : ''}`,
        at: tool.at,
      };
    });
}

/** The line in which a runner counts what passed, else its last line. */
function checkResult(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const counts = lines.findLast(
    (line) => /\d/.test(line) && /\bpass(ed|es)?\b|\bsucce\w+|\b0 errors?\b/i.test(line),
  );
  return oneLine(counts ?? lines.at(-1) ?? '');
}

function requests(events: SessionEvent[]): Fact[] {
  return events
    .filter((event) => event.kind === 'prompt')
    .map(({ text, at }, index) => ({
      text: `Request ${index + 1}: ${clip(oneLine(text), 200)}`,
      at,
    }));
}

function coverage(events: SessionEvent[], { skippedLines }: RecoveryContext): string {
  const count = (kind: SessionEvent['kind']): number =>
    events.filter((event) => event.kind === kind).length;
  const skipped = skippedLines > 0 ? `, ${skippedLines} damaged lines skipped` : '';
  const compactions = count('compaction');
  return `Read: ${count('prompt')} requests, ${count('tool')} tool uses, ${compactions} earlier compactions${skipped}`;
}
