export type Moment = { time: string; what: string };

/** Moments from several sources as lines in the order of time. */
export function renderTimeline(...sources: Moment[][]): string {
  return sources
    .flat()
    .toSorted((one, other) => one.time.localeCompare(other.time))
    .map(({ time, what }) => `${time.slice(11, 23)}  ${what}`)
    .join('\n');
}
