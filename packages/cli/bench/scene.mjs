import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Tokens of a window of 200,000 that are in use: nobody is warned of these, everybody of those. */
const QUIET = 40_000;
const FULL = 150_000;

const SUMMARY =
  'The parser was rewritten; the API stays as it is. Open: the tests of the reader. '.repeat(40);

/**
 * What one size of transcript is measured with. `prepare` undoes what the run before has left, and is
 * not measured.
 */
export async function makeScene(folder, megabytes) {
  const root = join(folder, `${megabytes} MB`);
  mkdirSync(root, { recursive: true });
  const quiet = join(root, 'quiet.jsonl');
  const full = join(root, 'full.jsonl');
  const { workSession } = await testing(folder);
  for (const [path, tokens] of [
    [quiet, QUIET],
    [full, FULL],
  ]) {
    const lines = workSession({
      prompts: 20 * megabytes,
      bytes: megabytes * 1e6,
      model: 'claude-opus-4-5',
      tokens,
    });
    writeFileSync(path, '');
    for (const line of lines) appendFileSync(path, line);
  }
  const payload = (session, event, fields = {}) => ({
    session_id: session,
    transcript_path: session === 'quiet' ? quiet : full,
    cwd: root,
    hook_event_name: event,
    ...fields,
  });
  const compact = { trigger: 'auto', custom_instructions: null };
  let added = 0;
  const grow = () => {
    const message = { role: 'user', content: `Request ${(added += 1)}: go on with the parser.` };
    const line = { type: 'user', uuid: `added-${added}`, isSidechain: false, message };
    appendFileSync(full, `${JSON.stringify(line)}\n`);
  };
  const rearm = () => {
    rmSync(join(root, 'home/sessions/warned.warned'), { force: true });
    rmSync(join(root, 'tmp/claude-compact-ops'), { recursive: true, force: true });
  };
  return {
    root,
    full,
    megabytes: Math.round(statSync(full).size / 1e5) / 10,
    cases: [
      {
        name: 'UserPromptSubmit, nothing to say',
        payload: payload('quiet', 'UserPromptSubmit', { prompt: 'go on' }),
        overMs: 15,
      },
      {
        name: 'UserPromptSubmit, warns',
        payload: payload('warned', 'UserPromptSubmit', { prompt: 'go on' }),
        prepare: rearm,
        overMs: 15,
      },
      {
        name: 'PostToolUse, below the threshold',
        payload: payload('quiet', 'PostToolUse', tool()),
        overMs: 5,
      },
      {
        name: 'PostToolUse, warned already',
        payload: payload('warned', 'PostToolUse', tool()),
        overMs: 5,
      },
      {
        name: 'PreCompact',
        payload: payload('full', 'PreCompact', compact),
        prepare: grow,
        overReadMs: 60,
      },
      {
        name: 'SessionStart after compaction',
        payload: payload('full', 'SessionStart', { source: 'compact' }),
        overMs: 15,
      },
      {
        name: 'PostCompact',
        payload: payload('full', 'PostCompact', { ...compact, compact_summary: SUMMARY }),
        overMs: 15,
        ratio: 1.35,
      },
      {
        name: 'SessionStart on resume, nothing lost',
        payload: payload('full', 'SessionStart', { source: 'resume' }),
        overMs: 20,
      },
      {
        name: 'SessionStart of a new session',
        payload: payload('new', 'SessionStart', { source: 'startup' }),
        overMs: 30,
      },
    ],
  };
}

/** As large as a file of 200 lines that was read. */
function tool() {
  const content = readFileSync(here('scene.mjs'), 'utf8');
  return {
    tool_name: 'Read',
    tool_use_id: 'toolu_1',
    tool_input: { file_path: '/home/dev/project/scene.mjs' },
    tool_response: { type: 'text', file: { filePath: '/home/dev/project/scene.mjs', content } },
  };
}

/** The package of test support is TypeScript. */
async function testing(folder) {
  const { buildSync } = createRequire(here('../../testing/package.json'))('esbuild');
  const outfile = join(folder, 'work-session.mjs');
  buildSync({
    entryPoints: [here('../../testing/src/work-session.ts')],
    outfile,
    format: 'esm',
    bundle: true,
    platform: 'node',
  });
  return import(pathToFileURL(outfile).href);
}
