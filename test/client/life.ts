import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ApiScript,
  createScratch,
  installClient,
  type PermissionAnswer,
  type PermissionRequest,
  plainText,
  type RecordedRequest,
  type Scratch,
  startFakeApi,
  talk,
  testdir,
  type Turn,
} from '@carryover/testing';
import { type HookRun, readRuns } from './carried-session.ts';
import { type Install, installs } from './installs.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

export type Life = {
  /** Every request, in order. */
  requests: RecordedRequest[];
  runs: HookRun[];
};

/** The prompts of one process of the client, and how it is started. */
export type Process = { args: (session: string) => string[]; prompts: string[] };

/** A session of the real client over several processes. */
export async function liveThrough(options: {
  version: string;
  install: Install;
  processes: Process[];
  script: ApiScript;
  /** carryover's `config.json`, written before it is installed. */
  config?: object;
  /** What the person allows when asked; without it, what is not allowed here is refused. */
  onPermission?: (request: PermissionRequest) => PermissionAnswer;
}): Promise<Life> {
  const { version, install, processes, script, config, onPermission } = options;
  const client = installClient(version, join(repository, '.cache/claude-code'));
  using root = testdir();
  const scratch = createScratch(root.path, {
    version,
    projectName: 'greeter',
    files: { 'CLAUDE.md': '# Rules\n', 'greet.txt': 'hello\n' },
    settings: { permissions: { allow: ['Read', 'Task', 'Agent', 'Skill', 'Bash(sleep:*)'] } },
  });
  if (config) writeConfig(scratch, config);
  const installed = installs[install](client, scratch);
  await using api = await startFakeApi(script);
  // Without a window, 2.1.332 compacts only when the API refuses a prompt; 2.0.77 knows no flag.
  const window = version.startsWith('2.0.') ? [] : ['--autocompact', '200000'];
  const common = ['--model', 'claude-sonnet-4-5-20250929', ...window, ...installed];
  let session = '';
  for (const { args, prompts } of processes) {
    // One after the other: each goes on with what the one before has left.
    // oxlint-disable-next-line no-await-in-loop
    const spoken = await talk({
      client,
      scratch,
      apiUrl: api.url,
      prompts,
      args: [...common, ...args(session)],
      ...(onPermission && { onPermission }),
    });
    session ||= spoken.sessionId;
  }
  return { requests: api.requests, runs: readRuns(scratch) };
}

export function writeConfig({ home }: Scratch, config: object): void {
  const folder = join(home, '.claude/carryover');
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
}

/** What of ours stands in a request: which states, gap reports and warnings; empty for nothing. */
export function received({ body }: RecordedRequest): string {
  const text = (body.messages ?? []).map(({ content }) => plainText(content)).join('\n');
  const states = text.matchAll(/<carryover-state [^>]*generation="(\d+)"/g);
  return [
    ...[...states].map(([, generation]) => `state ${generation}`),
    ...[...text.matchAll(/<carryover-gaps>/g)].map(() => 'gaps'),
    ...[...text.matchAll(/<carryover-warning>/g)].map(() => 'warning'),
  ].join(', ');
}

/** Tokens in the context, as the API reports them with a reply. */
export function tokens(context: number): NonNullable<Turn['usage']> {
  return {
    input_tokens: 10,
    cache_read_input_tokens: context - 10,
    cache_creation_input_tokens: 0,
    output_tokens: 40,
  };
}
