import { isRecord } from '../is-record.ts';

/** True where a person sits in front of the command. */
export function isOnTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && !process.env['CI'];
}

/** What the person types, without space around it; `undefined` where they leave (Ctrl-C, Ctrl-D). */
export async function ask(question: string): Promise<string | undefined> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Some versions of Node reject a question that the person leaves, others forget it.
  const closed = new Promise<undefined>((resolve) => {
    terminal.once('close', () => resolve(undefined));
  });
  try {
    const answer = await Promise.race([terminal.question(question), closed]);
    if (answer === undefined) console.log();
    return answer?.trim();
  } catch (error) {
    if (!isRecord(error) || error['code'] !== 'ABORT_ERR') throw error;
    console.log();
    return undefined;
  } finally {
    terminal.close();
  }
}
