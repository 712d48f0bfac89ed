import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installClient } from '../client/install.ts';
import { createScratch, type Scratch } from '../client/scratch.ts';
import { talk } from '../client/talk.ts';
import type { ApiScript } from '../fake-api/script.ts';
import { startFakeApi } from '../fake-api/server.ts';
import { firstContext } from './first-context.ts';
import { nextMorningTurns, secondContext, thirdContext } from './later-contexts.ts';
import { packSession } from './pack-session.ts';
import { projectFiles, projectName, projectSettings } from './project.ts';
import { createPerson, firstDay, nextMorning } from './prompts.ts';
import { subAgents } from './sub-agents.ts';
import { firstSummary, secondSummary } from './summaries.ts';
import { growing } from './usage.ts';

const VERSION = '2.1.332';
const RECORDED = [
  'SessionStart',
  'UserPromptSubmit',
  'PreCompact',
  'PostCompact',
  'Stop',
  'SessionEnd',
];

// pnpm runs scripts in the folder of their package.
const recorder = resolve('programs/record-hook.mjs');
const cache = resolve('../../.cache/claude-code');
const destination = resolve('../cli/demo/session');

const client = installClient(VERSION, cache);
// The client writes real paths, and only those are found again when they are made anonymous.
const root = realpathSync(mkdtempSync(join(tmpdir(), 'carryover-record-')));
const recording = join(root, 'events.jsonl');
const scratch = createScratch(root, {
  version: VERSION,
  projectName,
  files: projectFiles,
  settings: { ...projectSettings, hooks: recorderHooks() },
});
await using api = await startFakeApi(script(scratch));

const options = { client, scratch, apiUrl: api.url, onPermission: createPerson() };
const args = ['--model', 'claude-sonnet-4-5-20250929', '--autocompact', '200000'];
const first = await talk({
  ...options,
  prompts: firstDay,
  args: [...args, '--permission-mode', 'plan'],
});
await talk({ ...options, prompts: nextMorning, args: [...args, '--resume', first.sessionId] });

packSession({ sessionId: first.sessionId, scratch, recorder, recording, destination });
rmSync(root, { recursive: true });

function recorderHooks(): object {
  const hook = { type: 'command', command: `"${process.execPath}" "${recorder}" "${recording}"` };
  return Object.fromEntries(RECORDED.map((event) => [event, [{ hooks: [hook] }]]));
}

function script({ project }: Scratch): ApiScript {
  return {
    usage: { input_tokens: 900, output_tokens: 210 },
    main: [
      ...growing(firstContext(project), { from: 24_000, to: 133_000 }),
      ...growing(secondContext(project), { from: 41_000, to: 171_000 }),
      ...growing(thirdContext(project), { from: 44_000, to: 61_000 }),
      ...growing(nextMorningTurns, { from: 62_000, to: 62_000 }),
    ],
    subagents: subAgents(project),
    compact: [{ text: firstSummary }, { text: secondSummary }],
  };
}
