import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientCommand, clientEnvironment, type Scratch } from '@carryover/testing';

/** The client as a person has it, in a pseudo terminal that `script` of util-linux makes. */
export type Terminal = AsyncDisposable & {
  /** Types a line, once `isDue`; throws with the screen where that takes half a minute. */
  type: (line: string, isDue: () => boolean) => Promise<void>;
  until: (isDone: () => boolean) => Promise<void>;
};

const PATIENCE_MS = 30_000;

const LISTENS_MS = 5_000;
const PROMPT = '❯';
const CLEAR_LINE = '\u0015';

/** Until what is shown is also what Return sends. */
const SETTLE_MS = 500;

export function startTerminal(options: {
  client: ClientCommand;
  scratch: Scratch;
  apiUrl: string;
  args: string[];
}): Terminal {
  const { client, scratch } = options;
  const words = [client.file, ...client.args, ...options.args].map((word) => `'${word}'`);
  // Without a size the client draws nothing.
  const command = `stty cols 120 rows 40; exec ${words.join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: scratch.project,
    env: clientEnvironment(scratch, options.apiUrl),
  });
  const exited = new Promise((resolve) => {
    child.once('close', resolve);
  });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  const until = async (isDone: () => boolean, patienceMs = PATIENCE_MS): Promise<void> => {
    const end = Date.now() + patienceMs;
    // oxlint-disable-next-line no-await-in-loop
    for (; !isDone(); await sleep(100))
      if (Date.now() > end) throw new Error(`The client shows:\n${screen.slice(-2_000)}`);
  };
  /** False where the client was not listening yet. */
  const isTaken = async (line: string): Promise<boolean> => {
    const from = screen.length;
    const word = line.split(' ').at(-1) ?? line;
    child.stdin.write(line);
    return until(() => screen.slice(from).includes(word), LISTENS_MS).then(
      () => true,
      () => false,
    );
  };
  return {
    until,
    async type(line, isDue) {
      await until(() => isDue() && screen.includes(PROMPT));
      // oxlint-disable-next-line no-await-in-loop
      while (!(await isTaken(line))) child.stdin.write(CLEAR_LINE);
      // Return in the same piece counts as pasted: a new line of the prompt.
      await sleep(SETTLE_MS);
      child.stdin.write('\r');
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}
