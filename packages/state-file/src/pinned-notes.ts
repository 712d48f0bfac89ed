import type { Fact } from './fact.ts';
import type { SessionEvent } from './session-event.ts';

/** How a note is marked in the state file, where a person may also write one by hand. */
export const PINNED = 'Pinned: ';

export function isPinned({ text }: Fact): boolean {
  return text.startsWith(PINNED);
}

/** What the person asked to be kept word for word: lines of a prompt that begin with `pin:`. */
export function pinnedNotes(events: SessionEvent[]): Fact[] {
  return events.flatMap((event) => {
    if (event.kind !== 'prompt') return [];
    // Line by line: a pattern over a whole prompt looks through its blank lines again and again.
    const notes = event.text.split('\n').flatMap((line) => {
      const text = line.trim();
      return /^pin:/i.test(text) ? text.slice(4).trim() || [] : [];
    });
    return notes.map((note) => ({ text: `${PINNED}${note}`, at: event.at }));
  });
}
