import { spawn, spawnSync } from 'node:child_process';
import { quote } from '../settings/hook-entries.ts';
import { BUILT_CLI } from './run-built-cli.ts';

/** Test support: the built command in a real pseudo terminal, made by `script` of util-linux. */
export type TerminalRun = {
  status: number | null;
  /** All that the person sees. */
  screen: string;
};

/** macOS has a `script` that takes other arguments; a slim image may have none. */
export const hasTerminal = spawnSync('script', ['--version'], {
  encoding: 'utf8',
}).stdout?.includes('util-linux');

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';

/** `typed`: what the person types when they see a text, or does first, one after the other. */
export function runOnTerminal(
  home: string,
  args: string[],
  {
    typed = [],
    env = {},
  }: { typed?: [sees: string, types: string | (() => string)][]; env?: Record<string, string> },
): Promise<TerminalRun> {
  const command = [process.execPath, BUILT_CLI, ...args].map(quote).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: home,
    env: { HOME: home, PATH: '/usr/bin:/bin', TERM: 'xterm', SHELL: '/bin/sh', ...env },
  });
  const steps = [...typed];
  let screen = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    for (let [step] = steps; step; [step] = steps) {
      const at = screen.indexOf(step[0], seen);
      if (at < 0) break;
      seen = at + step[0].length;
      child.stdin.write(typeof step[1] === 'string' ? step[1] : step[1]());
      steps.shift();
    }
  });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, screen }));
  });
}
