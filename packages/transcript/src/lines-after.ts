import type { TranscriptEntry } from './entry.ts';
import { classifyUserEntry } from './user-entry.ts';

/**
 * Collects the lines after the newest reply, the last one first, to tell whether the person has gone
 * back to before that reply.
 */
export function createLinesAfter(): {
  add: (entry: TranscriptEntry) => void;
  /** Whether the last prompt hangs on something else than the reply or what came of it. */
  isElsewhere: (reply: TranscriptEntry) => boolean;
} {
  const parents = new Map<string, string | null | undefined>();
  let prompt: string | undefined;
  return {
    add(entry) {
      if (entry.uuid === undefined) return;
      const user = classifyUserEntry(entry);
      if (user?.kind === 'prompt' && !user.isMidTurn) prompt ??= entry.uuid;
      // Results of parallel tools hang on earlier lines of the reply.
      const isResult = user?.kind === 'tool-results';
      parents.set(entry.uuid, isResult ? undefined : entry.parentUuid);
    },
    isElsewhere(reply) {
      const seen = new Set<string>();
      let uuid: string | null | undefined = prompt;
      while (typeof uuid === 'string' && parents.has(uuid) && !seen.has(uuid)) {
        seen.add(uuid);
        uuid = parents.get(uuid);
      }
      return uuid !== undefined && uuid !== reply.uuid && !(uuid !== null && seen.has(uuid));
    },
  };
}
