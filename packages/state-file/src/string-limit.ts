import type { Line } from '@carryover/transcript';

/** What is kept of a long string, start and end, in bytes: more than any fact needs of it. */
const KEPT = 2 * 1024;

/** Of lines that no fact is made of only the structure counts. */
const STRUCTURE = 256;

/** The person's words, plans, and commands, whose middle may change files, stay whole up to this. */
const WHOLE = 64 * 1024;

/** Enough to see what a line is; the client writes its type near one of its ends. */
const LOOKED_AT = 4 * 1024;

/** How much of the strings in a line has to be read, by what the line is. */
export function stringLimit({ bytes, start, end }: Line): number {
  if (end - start <= KEPT) return Infinity;
  const head = bytes.toString('latin1', start, Math.min(end, start + LOOKED_AT));
  const tail = bytes.toString('latin1', Math.max(start, end - LOOKED_AT), end);
  if (head.includes('"type":"assistant"') || tail.includes('"type":"assistant"')) {
    return /"name":"(?:Bash|ExitPlanMode)"/.test(head) ? WHOLE : KEPT;
  }
  if (head.includes('"type":"user"')) return isToolResult(head, tail) ? KEPT : WHOLE;
  if (head.includes('"type":"attachment"')) {
    return /"type":"(?:queued_command|task_reminder|todo_reminder|hook_)/.test(head)
      ? WHOLE
      : STRUCTURE;
  }
  return STRUCTURE;
}

/** An approved plan comes back with its result, and so do tasks and answers. */
function isToolResult(head: string, tail: string): boolean {
  if (!head.includes('"tool_result"') && !tail.includes('"toolUseResult"')) return false;
  return (
    !head.includes('"plan":') && !tail.includes('"plan":') && !head.includes('approved your plan')
  );
}
