import type { Redact } from '../redaction.ts';
import type { SessionState } from '../session-state.ts';
import { notesOf, type Mask } from './state-store.ts';
import { trySave } from './try-save.ts';

/** Takes the secrets out of what a person wrote into the Markdown of the state on disk: for `saveState`. */
export async function noteMask(
  home: string,
  onDisk: SessionState | undefined,
  redact: Redact | undefined,
): Promise<Mask | undefined> {
  const lines = redact && notesOf(home, onDisk)?.map(({ line }) => line);
  if (!lines) return undefined;
  const { texts } = await redact(lines);
  const masked = new Map(lines.map((line, index) => [line, texts[index] ?? '']));
  // Typed between the two reads: kept as it is until the state is written again.
  return (line) => masked.get(line) ?? line;
}

/** A state that is on disk, with what a person wrote into its Markdown since; saved where that is new, as it was where it cannot be. */
export async function takeNotes(
  home: string,
  state: SessionState,
  redact: () => Redact | undefined,
): Promise<SessionState> {
  const notes = notesOf(home, state) ?? [];
  if (JSON.stringify(notes) === JSON.stringify(state.notes ?? [])) return state;
  return trySave(home, state, await noteMask(home, state, redact())).state;
}
