import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createScratch,
  installClient,
  type RecordedRequest,
  type Scratch,
  startFakeApi,
  talk,
  type Talk,
  testdir,
} from '@carryover/testing';
import { installCarryover } from './installs.ts';
import { apiScript, FILES, PROMPTS, RESUMES, SETTINGS } from './script.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

export type HookRun = {
  time: string;
  event: string;
  session: string;
  ms: number;
  outcome: string;
  reason?: string;
};

export type CarriedSession = {
  requests: RecordedRequest[];
  /** The first process, and those that resume its session. */
  talks: Talk[];
  /** The state file as it stood after each compaction, and after each resume by its prompt. */
  states: { manual: string; auto: string; resumed: Record<string, string> };
  runs: HookRun[];
  /** The events that `carryover install` registered. */
  registered: string[];
  transcript: string;
};

/** A session of the real client with carryover installed: two compactions and two resumes. */
export async function carrySession(version: string): Promise<CarriedSession> {
  const client = installClient(version, join(repository, '.cache/claude-code'));
  using root = testdir();
  const scratch = createScratch(root.path, {
    version,
    projectName: 'greeter',
    files: FILES,
    settings: SETTINGS,
  });
  installCarryover(client, scratch);
  await using api = await startFakeApi(apiScript(scratch.project));

  // Without a window, 2.1.332 compacts only when the API refuses a prompt; 2.0.77 knows no flag.
  const window = version.startsWith('2.0.') ? [] : ['--autocompact', '200000'];
  const args = ['--model', 'claude-sonnet-4-5-20250929', ...window];
  const options = { client, scratch, apiUrl: api.url };
  const states: CarriedSession['states'] = { manual: '', auto: '', resumed: {} };
  const first = await talk({
    ...options,
    prompts: PROMPTS,
    args,
    onAnswer: (prompt) => {
      if (prompt.startsWith('/compact')) states.manual = readState(scratch);
    },
  });
  states.auto = readState(scratch);
  const talks = [first];
  for (const prompt of RESUMES) {
    const resume = [...args, '--resume', first.sessionId];
    // One after the other: each resumes what the one before has left.
    // oxlint-disable-next-line no-await-in-loop
    talks.push(await talk({ ...options, prompts: [prompt], args: resume }));
    states.resumed[prompt] = readState(scratch);
  }

  const settings: { hooks?: object } = JSON.parse(
    readFileSync(join(scratch.home, '.claude/settings.json'), 'utf8'),
  );
  return {
    requests: api.requests,
    talks,
    states,
    runs: readRuns(scratch),
    registered: Object.keys(settings.hooks ?? {}),
    transcript: filesBelow(join(scratch.home, '.claude/projects'), `${first.sessionId}.jsonl`),
  };
}

function readState({ home }: Scratch): string {
  return filesBelow(join(home, '.claude/carryover/state'), '.md');
}

export function readRuns({ home }: Scratch): HookRun[] {
  const lines = filesBelow(join(home, '.claude/carryover/log'), 'runs.jsonl').split('\n');
  return lines.filter((line) => line !== '').map((line): HookRun => JSON.parse(line));
}

/** What the files whose name ends so hold, together. */
function filesBelow(folder: string, ending: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => basename(name).endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}
