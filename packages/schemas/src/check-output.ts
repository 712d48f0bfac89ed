import type { HookEvent } from './hook-event.ts';
import { type HookIssue, issueAt, toIssues } from './issues.ts';

/** What the client would reject or ignore in this answer, each with the rule it breaks. */
export function checkOutput(event: HookEvent, answer: unknown): HookIssue[] {
  const result = event.output.safeParse(answer);
  if (result.success) return [];
  return toIssues(result.error.issues, answer).map((issue) =>
    issue.expected === 'no such field' ? explainUnknown(event, issue) : issue,
  );
}

function explainUnknown(event: HookEvent, { path, received }: HookIssue): HookIssue {
  const field = path.at(-1);
  if (field === 'hookSpecificOutput' && path.length === 1 && !event.specificOutput)
    return issueAt(path, `none, which Claude Code rejects on ${event.name}`, received);
  if (field === 'hookEventName') return issueAt(path, 'none, because it is filled in', received);
  const fields = Object.keys(path.length === 1 ? event.output.shape : {});
  const honoured = fields.length > 0 ? ` (it honours ${fields.join(', ')})` : '';
  return issueAt(path, `nothing that Claude Code ignores on ${event.name}${honoured}`, received);
}
