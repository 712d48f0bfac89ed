import { toolResults, toolUses, type ToolResult, type ToolUse } from './content-blocks.ts';
import { isSidechain, type TranscriptEntry } from './entry.ts';
import type { LinePosition, TranscriptConsumer } from './entry-reader.ts';
import { createTextTable } from './text-table.ts';

/** Where something stands in a transcript. */
export type LineRef = {
  uuid: string | undefined;
  /** Bytes from the start of the file to the start of the line. */
  offset: number;
  /** ISO 8601. */
  timestamp: string | undefined;
  isSidechain: boolean;
};

/** A tool use and its result. */
export type ToolCall = {
  use: ToolUse;
  usedAt: LineRef;
  result: ToolResult;
  resultAt: LineRef;
  /** `toolUseResult` of the line: any shape, often absent. Rely on `result.text` alone. */
  details: unknown;
};

export type OpenToolUse = { use: ToolUse; usedAt: LineRef };

export type ToolCallJoiner = TranscriptConsumer & {
  /** Tool uses without a result so far: running, interrupted, or cut off. */
  open: () => OpenToolUse[];
  /** Results whose tool use was not seen, as after a start in the middle of the file. */
  orphans: () => Pick<ToolCall, 'result' | 'resultAt' | 'details'>[];
};

/**
 * Joins tool uses to their results wherever these stand, in either order, and hands out each call
 * when it is whole. A second result for the same use is left out. Holds only what is still open.
 */
export function createToolCallJoiner(onCall: (call: ToolCall) => void): ToolCallJoiner {
  const uses = new Map<string, OpenToolUse>();
  const results = new Map<string, Pick<ToolCall, 'result' | 'resultAt' | 'details'>>();
  const done = createTextTable();
  let nameless = 0;

  function finish(
    open: OpenToolUse,
    found: Pick<ToolCall, 'result' | 'resultAt' | 'details'>,
  ): void {
    done.add(open.use.id);
    onCall({ ...open, ...found });
  }

  function addUse(use: ToolUse, usedAt: LineRef): void {
    if (done.find(use.id) !== undefined) return;
    const found = results.get(use.id);
    if (found !== undefined && use.id !== '') {
      results.delete(use.id);
      finish({ use, usedAt }, found);
      return;
    }
    nameless += use.id === '' ? 1 : 0;
    uses.set(use.id === '' ? `(without id ${nameless})` : use.id, { use, usedAt });
  }

  return {
    entry(entry, position) {
      if (entry.type === 'assistant') {
        const at = lineRef(entry, position);
        for (const use of toolUses(entry)) addUse(use, at);
        return;
      }
      if (entry.type !== 'user') return;
      for (const result of toolResults(entry)) {
        const id = result.toolUseId;
        if (done.find(id) !== undefined) continue;
        const found = {
          result,
          resultAt: lineRef(entry, position),
          details: entry['toolUseResult'],
        };
        const open = uses.get(id);
        uses.delete(id);
        if (open) finish(open, found);
        else results.set(id, found);
      }
    },
    open: () => [...uses.values()],
    orphans: () => [...results.values()],
  };
}

export function lineRef(entry: TranscriptEntry, position: LinePosition): LineRef {
  return {
    uuid: entry.uuid,
    offset: position.offset,
    timestamp: entry.timestamp,
    isSidechain: isSidechain(entry),
  };
}
