import {
  isAttachmentEntry,
  isCompactBoundary,
  isSidechain,
  messageText,
  type LinePosition,
  type TranscriptConsumer,
  type TranscriptEntry,
} from '@carryover/transcript';

export type Timeline = {
  warnings: { at: string; percent: number }[];
  compactions: {
    at: string;
    /** Bytes of the transcript before the compaction. */
    offset: number;
    summary: string | undefined;
    /** The state that the next context received. */
    given: { text: string; generation: number } | undefined;
  }[];
};

/**
 * What stands in a transcript of compactions and of what carryover told the model. Lines without a
 * time have that of the line before them.
 */
export function createTimeline(): TranscriptConsumer & { finish: () => Timeline } {
  const timeline: Timeline = { warnings: [], compactions: [] };
  let at = '';
  return {
    entry(entry: TranscriptEntry, { offset }: LinePosition) {
      if (isSidechain(entry)) return;
      at = entry.timestamp ?? at;
      const last = timeline.compactions.at(-1);
      if (isCompactBoundary(entry)) {
        timeline.compactions.push({ at, offset, summary: undefined, given: undefined });
      } else if (entry.isCompactSummary === true && last) last.summary ??= messageText(entry);
      for (const text of hookTexts(entry)) {
        const percent = /^carryover: context at (\d+) %/m.exec(text)?.[1];
        if (percent !== undefined) timeline.warnings.push({ at, percent: Number(percent) });
        const generation = /<carryover-state [^>]*generation="(\d+)"/.exec(text)?.[1];
        if (generation !== undefined && last) {
          last.given ??= { text, generation: Number(generation) };
        }
      }
    },
    finish: () => timeline,
  };
}

/** The texts of hooks that the client has given to the model. */
function hookTexts(entry: TranscriptEntry): string[] {
  if (!isAttachmentEntry(entry)) return [];
  const { type, content } = entry.attachment;
  if (typeof type !== 'string' || !type.startsWith('hook_')) return [];
  const texts: unknown[] = Array.isArray(content) ? content : [content];
  return texts.filter((text) => typeof text === 'string');
}
