import { spawnSync } from 'node:child_process';
import type { GeneratedSession, Kind } from './planted.ts';

/** How many of the planted facts stand in a text, by kind. */
export type Reached = Map<Kind, { found: number; planted: number }>;

/** How our own state marks a fact: no word of the session. */
const OUR_WORDS =
  /^Request \d+ $|^\[.\] \S+ #\d+ |^not: |^(?:approved|refused|later|denied|completed|running)$/;

/**
 * Counts what of a session reaches the output of a command that gets the transcript on stdin. Words
 * alone are looked for: a fact counts as told wherever its words stand, which flatters raw excerpts.
 */
export function measureCommand(command: string, session: GeneratedSession, sum: Reached): void {
  const { stdout } = spawnSync('sh', ['-c', command], {
    input: `${session.lines.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
  });
  for (const { kind, words } of session.planted) {
    const own = words.map((word) => word.replace(OUR_WORDS, ''));
    const before = sum.get(kind) ?? { found: 0, planted: 0 };
    before.planted += 1;
    if (own.every((word) => stdout.includes(JSON.stringify(word.trim()).slice(1, -1)))) {
      before.found += 1;
    }
    sum.set(kind, before);
  }
}
