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
    const notes = [...event.text.matchAll(/^\s*pin:\s*(\S.*?)\s*$/gim)];
    return notes.map(([, note = '']) => ({ text: `${PINNED}${note}`, at: event.at }));
  });
}
