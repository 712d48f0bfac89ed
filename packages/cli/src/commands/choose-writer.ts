import { CliError } from '../cli-error.ts';
import { readConfig } from '../config/read-config.ts';
import type { WriterChoice } from '../config/set-writer.ts';
import { OFFERED_WRITERS } from '../config/offered-writers.ts';
import { ask, isOnTerminal } from './ask.ts';
import { workFolder } from './sessions.ts';

export type WriterOptions = {
  writer?: WriterChoice['writer'];
  keyVariable?: string;
  dryRun?: boolean;
  yes?: boolean;
};

const QUESTION = `A model can add to each state what code cannot see: why things were decided, what
is still open. It costs one call for each compaction, in the background, with the
state and at most 12,000 tokens of the transcript, less the secrets that rules find;
where the model says nothing, a smaller one is called.

  none       no model is asked, nothing is sent, nobody pays
  claude     your claude program; the account that it is logged in as pays
  anthropic  the Messages API; the owner of the key that you name pays
`;

/**
 * Which model adds to the states: by the options, else by asking the person, once. `undefined` leaves
 * that as it is: it is configured already, or nobody can be asked. Throws `CliError` where the person
 * leaves.
 */
export async function chooseWriter(
  home: string,
  { writer, keyVariable, dryRun = false, yes = false }: WriterOptions,
): Promise<WriterChoice | undefined> {
  const { config, origin } = readConfig({ home, project: workFolder() });
  if (writer === 'anthropic') return withKey(keyVariable ?? config.writerOptions['keyVariable']);
  if (keyVariable !== undefined)
    throw new CliError('Nothing was changed: --key-variable belongs to --writer anthropic.');
  if (writer !== undefined) return { writer };
  if (origin.writer !== undefined || dryRun || yes || !isOnTerminal()) return undefined;
  console.log(QUESTION);
  const chosen = await answerOf(
    'Writer [none]: ',
    `Give one of ${OFFERED_WRITERS.join(', ')}.`,
    (answer) => OFFERED_WRITERS.find((name) => name.startsWith(answer.toLowerCase() || 'none')),
  );
  if (chosen !== 'anthropic') return { writer: chosen };
  return withKey(
    await answerOf(
      'Environment variable with the key [ANTHROPIC_API_KEY]: ',
      'Give the name of the variable, not the key.',
      (answer) =>
        isVariable(answer || 'ANTHROPIC_API_KEY') ? answer || 'ANTHROPIC_API_KEY' : undefined,
    ),
  );
}

/** Asks until the answer is one that `read` knows. */
async function answerOf<Value>(
  question: string,
  hint: string,
  read: (answer: string) => Value | undefined,
): Promise<Value> {
  for (;;) {
    // One question after the other.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await ask(question);
    if (answer === undefined) throw new CliError('Nothing was changed.');
    const value = read(answer);
    if (value !== undefined) return value;
    console.log(hint);
  }
}

function withKey(keyVariable: unknown): WriterChoice {
  if (isVariable(keyVariable)) return { writer: 'anthropic', keyVariable };
  throw new CliError(
    'Nothing was changed: --writer anthropic needs the name of the environment variable that holds the key, not the key: --key-variable MY_KEY',
  );
}

/** Also keeps a key that was pasted by mistake out of the file. */
function isVariable(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value);
}
