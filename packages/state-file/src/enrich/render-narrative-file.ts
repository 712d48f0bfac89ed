import { SECTIONS } from '../fact.ts';
import type { Narrative } from '../narrative.ts';
import { NOTHING, renderFact } from '../render-state.ts';

/** The narrative as Markdown, for people: who wrote it, what was left out, ten sections. */
export function renderNarrativeFile(narrative: Narrative): string {
  const { author, createdAt, generation, dropped } = narrative;
  const counts = Object.entries(dropped).map(([reason, count]) => `${count} ${reason}`);
  return [
    '# Narrative',
    '',
    `Made by ${author.model ?? author.writer} at ${createdAt} for generation ${generation} of the state beside it, ` +
      'whose facts are the truth. `[@n]` is where a statement rests: n bytes into the transcript.',
    ...(counts.length > 0 ? ['', `Left out: ${counts.join(', ')}.`] : []),
    ...SECTIONS.flatMap((name) => {
      const lines = narrative.sections[name].flatMap(renderFact);
      return ['', `## ${name}`, '', ...(lines.length > 0 ? lines : [NOTHING])];
    }),
    '',
  ].join('\n');
}
