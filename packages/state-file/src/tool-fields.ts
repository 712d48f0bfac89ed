import { isRecord } from '@carryover/transcript';
import { clip, clipMiddle } from './text.ts';
import { textField } from './unknown.ts';

/** Longest text kept of any one field, in UTF-16 units; plans, questions and to-do lists stay whole. */
const MAX_FIELD = 2_000;

const WHOLE = new Set([
  'plan',
  'todos',
  'questions',
  'answers',
  'annotations',
  'tasks',
  'newTodos',
]);

/** File contents and copies of them: the files hold those. */
const LEFT_OUT = new Set([
  'content',
  'new_string',
  'old_string',
  'new_source',
  'old_source',
  'edits',
  'oldString',
  'newString',
  'originalFile',
  'original_file',
  'updated_file',
  'stdout',
  'stderr',
  'file',
  'oldTodos',
  'usage',
  'toolStats',
]);

/** A tool's input or structured result, small enough to be kept for every tool use of a session. */
export function compactFields(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) return {};
  const kept: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    if (key === 'content' && Array.isArray(field)) kept['report'] = lastText(field);
    if (LEFT_OUT.has(key)) continue;
    if (key === 'structuredPatch') kept['lines'] = lastHunk(field);
    else if (WHOLE.has(key)) kept[key] = field;
    else if (typeof field === 'string') kept[key] = clipMiddle(field, MAX_FIELD);
    else if (typeof field !== 'object' || isSmall(field)) kept[key] = field;
  }
  return kept;
}

/** The report of a sub-agent, behind notes that the client puts before it. */
function lastText(blocks: unknown[]): string | undefined {
  const texts = blocks.filter(isRecord).flatMap((block) => textField(block, 'text') ?? []);
  const last = texts.at(-1);
  return last && clip(last.trim(), MAX_FIELD);
}

function isSmall(value: object | null): boolean {
  return value === null || JSON.stringify(value).length <= MAX_FIELD;
}

/** The lines that an edit left behind, as `first-last` in the new file. */
function lastHunk(patch: unknown): string | undefined {
  const hunk: unknown = Array.isArray(patch) ? patch.at(-1) : undefined;
  if (!isRecord(hunk)) return undefined;
  const { newStart, newLines } = hunk;
  if (typeof newStart !== 'number' || typeof newLines !== 'number') return undefined;
  return newLines > 1 ? `${newStart}-${newStart + newLines - 1}` : `${newStart}`;
}
