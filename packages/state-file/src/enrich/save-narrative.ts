import type { Narrative } from '../narrative.ts';
import { withLock } from '../store/lock.ts';
import { leaveNarrative, loadNarrative } from '../store/narrative-store.ts';
import { statePaths } from '../store/store-paths.ts';
import { writeAtomic } from '../store/write-atomic.ts';
import { renderNarrativeFile } from './render-narrative-file.ts';

/**
 * Writes the narrative unless a newer generation has one, and leaves it to be given. False where it
 * came too late.
 */
export function saveNarrative(home: string, narrative: Narrative): boolean {
  const { project, session, generation } = narrative;
  const paths = statePaths(home, project, session);
  const saved = withLock(`${paths.narrative}.lock`, home, () => {
    const newest = loadNarrative(home, project, session);
    if (newest && newest.generation > generation) return false;
    writeAtomic(paths.narrative, `${JSON.stringify(narrative)}\n`, home);
    writeAtomic(paths.narrativeMarkdown, renderNarrativeFile(narrative), home);
    leaveNarrative(home, session);
    return true;
  });
  return saved ?? false;
}
