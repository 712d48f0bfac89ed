import { matchQueryOf } from './matcher.ts';

/** The event and what a matcher sees of it, as the client names a hook: `SessionStart:compact`. */
export function labelOf(event: string, input: object): string {
  const query = matchQueryOf(event, input);
  return query === undefined || query === '' ? event : `${event}:${query}`;
}
