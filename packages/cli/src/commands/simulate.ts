import { CliError } from '../cli-error.ts';
import { simulateSession, type SimulatedSession } from '../simulate/simulate-session.ts';
import { number } from '../figures.ts';
import { folders } from './folders.ts';
import { print } from './print.ts';

/** What a compaction right now would keep, write and give back. Nothing is written to the home. */
export function simulate(transcript: string, options: { json?: boolean }): void {
  const simulated = simulateSession(transcript, folders().home);
  if ('problem' in simulated) throw new CliError(`${transcript}: ${simulated.problem}`);
  print(options, simulated, () => describe(simulated));
}

function describe({ steps, state, injection, omitted }: SimulatedSession): string {
  return [
    'The hooks, run on this transcript in a temporary home:',
    ...steps.map(
      ({ event, outcome, reason, ms }) => `  ${event}: ${outcome}, ${reason} (${ms} ms)`,
    ),
    ...steps.flatMap(({ event, text }) =>
      text === '' || text === injection ? [] : ['', `${event} says:`, text],
    ),
    '',
    `The state file would have ${number(state.bytes)} bytes:`,
    ...state.sections.map(
      ({ name, facts, characters }) =>
        `  ${name}: ${facts} facts, ${number(characters)} characters`,
    ),
    '',
    injection === ''
      ? 'Nothing would be given back.'
      : `Given back after the compaction (${number(injection.length)} of at most 9,500 characters):\n${injection}`,
    '',
    omitted.length === 0
      ? 'Every fact stands in what is given back.'
      : `Only in the state file: ${omitted.map(({ name, facts }) => `${facts} of ${name}`).join(', ')}.`,
  ].join('\n');
}
