import { number } from '../figures.ts';
import { heading, quoted } from './show-replay.ts';
import type { DemoResult } from './demo-result.ts';

/** What the hooks made of the session, for people. */
export function demoReport(result: DemoResult): string {
  const { warnings, gaps, backups, stateFile, injections, times } = result;
  return [
    ...warnings.map(
      ({ at, text }) =>
        `${heading(`What the model was told at ${at.slice(11, 19)}`)}\n${quoted(text)}`,
    ),
    heading('Backups of the transcript'),
    ...backups.map(
      ({ originalBytes, bytes }) =>
        `  ${number(originalBytes)} → ${number(bytes)} bytes (gzip, equal to the byte when unpacked)`,
    ),
    heading('The state file at the last compaction'),
    quoted(stateFile),
    heading('What the next context received, before the person spoke'),
    ...injections.map(
      ({ at, text }) => `  ${at.slice(11, 19)}  ${number(text.length)} of at most 9,500 characters`,
    ),
    '',
    quoted(injections.at(-1)?.text ?? ''),
    ...gaps.map(
      ({ at, text }) =>
        `${heading(`What the summary had left out, told with the prompt at ${at.slice(11, 19)}`)}\n${quoted(text)}`,
    ),
    heading('Time of each hook, the whole process'),
    ...times.map(
      ({ event, runs, median, max }) =>
        `  ${event.padEnd(18)} ${runs} runs, median ${median} ms, longest ${max} ms`,
    ),
    `\nThe session played in ${(result.totalMs / 1000).toFixed(1)} s. No model was called, nothing was sent anywhere.`,
  ].join('\n');
}
