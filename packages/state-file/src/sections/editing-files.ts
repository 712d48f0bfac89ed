import type { Fact } from '../fact.ts';
import type { Evidence, SessionEvent, ToolEvent } from '../session-event.ts';
import { textField } from '../unknown.ts';

const EDITORS: Record<string, string> = {
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
};

type EditedFile = { created: boolean; edits: number; lines?: string | undefined; last: Evidence };

/** Every file that a tool changed, the one changed last at the end. */
export function editingFiles(events: SessionEvent[]): Fact[] {
  const files = new Map<string, EditedFile>();
  for (const event of events) {
    const path = event.kind === 'tool' ? editedPath(event) : undefined;
    if (event.kind !== 'tool' || path === undefined) continue;
    const before = files.get(path);
    // Put at the end again: the order tells what was worked on last.
    files.delete(path);
    files.set(path, {
      created: before?.created ?? event.result['type'] === 'create',
      edits: (before?.edits ?? 0) + 1,
      lines: textField(event.result, 'lines') ?? before?.lines,
      last: event.at,
    });
  }
  return [...files].map(([path, file]) => ({ text: describe(path, file), at: file.last }));
}

function editedPath(tool: ToolEvent): string | undefined {
  if (tool.outcome !== 'ok') return undefined;
  const path = tool.input[EDITORS[tool.name] ?? ''];
  // The plan file is written by the client's plan mode and stands under Active Plan.
  return typeof path === 'string' && !/[\\/]\.claude[\\/]plans[\\/]/.test(path) ? path : undefined;
}

function describe(path: string, file: EditedFile): string {
  const what = file.created ? 'created' : 'edited';
  const times = file.edits === 1 ? '' : `, ${file.edits} writes`;
  const lines = file.lines ? `, last lines ${file.lines}` : '';
  const when = file.last.timestamp
    ? `, ${file.last.timestamp.slice(0, 16).replace('T', ' ')} UTC`
    : '';
  return `${path} (${what}${times}${lines}${when})`;
}
