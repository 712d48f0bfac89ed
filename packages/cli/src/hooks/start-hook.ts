import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Test support: a built hook that runs beside others, in a home of its own. */
export type StartedHook = {
  pid: number;
  /** Writes the payload and ends stdin; until then the hook waits. */
  give: (payload: object) => void;
  kill: () => void;
  ended: Promise<EndedHook>;
};

export type EndedHook = {
  pid: number;
  event: string;
  /** `null` where it was killed. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
};

const BUILT_HOOK = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url));

export function startHook(event: string, root: string, env: Record<string, string>): StartedHook {
  const child = spawn(process.execPath, [BUILT_HOOK, event], {
    env: { HOME: root, PATH: '/usr/bin:/bin', CLAUDE_PROJECT_DIR: root, ...env },
  });
  const { pid = -1 } = child;
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  // Who was killed reads no more.
  child.stdin.on('error', () => {});
  return {
    pid,
    give: (payload) => child.stdin.end(`${JSON.stringify(payload)}\n`),
    kill: () => child.kill('SIGKILL'),
    ended: new Promise((resolve) => {
      child.once('close', (exitCode) => resolve({ pid, event, exitCode, ...said }));
    }),
  };
}
