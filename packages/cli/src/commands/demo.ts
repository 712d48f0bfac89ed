import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { demoReport } from '../demo/demo-report.ts';
import { demoResult } from '../demo/demo-result.ts';
import { readRecordedSession, type RecordedSession } from '../demo/recorded-session.ts';
import { prepareReplay, type Step } from '../demo/replay.ts';
import { heading, stepLine } from '../demo/show-replay.ts';
import { number } from '../figures.ts';

/** Plays the shipped session through the hooks of the product and shows what they did. */
export function demo(options: { json?: boolean; keep?: string }): void {
  const started = performance.now();
  const session = readRecordedSession();
  const replay = prepareReplay(options.keep === undefined ? undefined : emptyFolder(options.keep));
  const show = options.json ? () => {} : (text: string) => console.log(text);
  try {
    show(introduction(session));
    const steps: Step[] = [];
    for (const step of replay.play(session)) {
      steps.push(step);
      show(stepLine(step));
    }
    const result = demoResult(session, steps, replay, Math.round(performance.now() - started));
    console.log(options.json ? JSON.stringify(result, null, 2) : demoReport(result));
    if (steps.some(isBad)) process.exitCode = 1;
  } finally {
    replay.remove();
  }
}

/** Throws `CliError` for a folder with something in it: the replay would mix with it. */
function emptyFolder(folder: string): string {
  const path = resolve(folder);
  if (!existsSync(path)) mkdirSync(path);
  if (readdirSync(path).length === 0) return path;
  throw new CliError(`--keep ${folder}: there is something in this folder. Name a new one.`);
}

function introduction({ transcript, events }: RecordedSession): string {
  const compactions = events.filter(({ event }) => event === 'PreCompact').length;
  return [
    heading('carryover demo'),
    `A session that Claude Code 2.1.332 wrote: ${number(transcript.length)} bytes of transcript, ${compactions} compactions,`,
    'resumed in a new process. Each line is a hook of the installed product, run as its own process',
    'with the input that the client gave it, in a temporary home.',
    '',
  ].join('\n');
}

function isBad({ outcome, exitCode }: Step): boolean {
  return outcome === 'failed' || exitCode !== 0;
}
