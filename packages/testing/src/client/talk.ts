import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import type { ClientCommand } from './install.ts';
import { clientEnvironment, type Scratch } from './scratch.ts';

/** One line of the client's `stream-json` output. */
export type ClientEvent = {
  type: string;
  subtype?: string;
  session_id?: string;
  is_error?: boolean;
  result?: string;
  request_id?: string;
  request?: PermissionRequest & { subtype: string };
  [field: string]: unknown;
};

export type PermissionRequest = { tool_name: string; input: Record<string, unknown> };

export type PermissionAnswer =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string };

export type Talk = {
  sessionId: string;
  exitCode: number | null;
  /** The final answer to each prompt, in order. */
  results: ClientEvent[];
  events: ClientEvent[];
  stderr: string;
};

/**
 * Runs the client in print mode and gives it the prompts, each after the answer to the one before.
 * Throws when it ends early or stays silent for `timeoutMs`.
 */
export async function talk(options: {
  client: ClientCommand;
  scratch: Scratch;
  apiUrl: string;
  prompts: string[];
  args?: string[];
  /** Plays the person at the keyboard; without it, what settings do not allow is refused. */
  onPermission?: (request: PermissionRequest) => PermissionAnswer;
  /** Called after the answer to each prompt, before the next one is sent. */
  onAnswer?: (prompt: string) => void;
  timeoutMs?: number;
}): Promise<Talk> {
  const { client, scratch, onPermission } = options;
  const format = ['--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose'];
  const asking = onPermission === undefined ? [] : ['--permission-prompt-tool', 'stdio'];
  const child = spawn(
    client.file,
    [...client.args, '-p', ...format, ...asking, ...(options.args ?? [])],
    { cwd: scratch.project, env: clientEnvironment(scratch, options.apiUrl), stdio: 'pipe' },
  );
  const exited = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
  });
  const errorText = text(child.stderr);
  const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 180_000);
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);

  const waiting = [...options.prompts];
  const sendNext = () => {
    const content = waiting.shift();
    if (content === undefined) child.stdin.end();
    else send({ type: 'user', message: { role: 'user', content } });
  };

  const events: ClientEvent[] = [];
  let answered = 0;
  sendNext();
  for await (const line of createInterface({ input: child.stdout })) {
    const event: ClientEvent = JSON.parse(line);
    events.push(event);
    if (event.type === 'result') {
      options.onAnswer?.(options.prompts[answered++] ?? '');
      sendNext();
    }
    if (event.request?.subtype === 'can_use_tool' && onPermission !== undefined) {
      const response = onPermission(event.request);
      send({
        type: 'control_response',
        response: { subtype: 'success', request_id: event.request_id, response },
      });
    }
  }
  const exitCode = await exited;
  clearTimeout(timer);

  const results = events.filter((event) => event.type === 'result');
  const stderr = await errorText;
  if (results.length < options.prompts.length) {
    throw new Error(
      `Claude Code answered ${results.length} of ${options.prompts.length} prompts, exit code ${exitCode}.\n${stderr}`,
    );
  }
  const sessionId = events.find((event) => event.session_id !== undefined)?.session_id ?? '';
  return { sessionId, exitCode, results, events, stderr };
}
