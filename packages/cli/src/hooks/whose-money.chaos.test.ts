import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runProgram, testdir, type TestDir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { startSession } from './start-session.ts';

const BUILT_HOOK = fileURLToPath(new URL('../../dist/hook.cjs', import.meta.url));
const STAND_IN = fileURLToPath(
  new URL('../../../state-file/src/__fixtures__/fake-program.mjs', import.meta.url),
);
/** What the client of today has, as far as the writer asks for it. */
const flags =
  '--print --output-format --model --system-prompt --tools --strict-mcp-config --setting-sources --no-session-persistence --disable-slash-commands'.split(
    ' ',
  );

type Call = { pid: number; child: number; cwd: string; env: Record<string, string> };

/** A `claude` on the PATH that writes down how it was called, in a project with a key of its own. */
function scene(root: TestDir) {
  const bin = join(root.path, 'bin');
  mkdirSync(bin);
  copyFileSync(STAND_IN, join(bin, 'claude'));
  chmodSync(join(bin, 'claude'), 0o755);
  const behaviours = { '*': JSON.stringify({ current_phase: [{ text: 'It was weighed.' }] }) };
  writeFileSync(join(bin, 'behaviour'), JSON.stringify({ behaviours, flags }));
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
    ANTHROPIC_API_KEY: 'dummy-key',
    CLAUDE_PROJECT_DIR: join(root.path, 'work'),
  };
  const calls = (): Call[] => {
    const file = join(bin, 'calls');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line): Call => JSON.parse(line));
  };
  return { env, calls };
}

test(
  'R20, R21: a model is asked once for a compaction, never for a tool, and leaves nothing behind',
  { timeout: 180_000 },
  async () => {
    using root = testdir({ 'work/.env': 'ANTHROPIC_API_KEY=from-the-project\n' });
    const { env, calls } = scene(root);
    const session = startSession(root);
    session.says('Never touch the migrations folder.');
    const cwd = env.CLAUDE_PROJECT_DIR;
    const runTools = () =>
      inBatches(200, () =>
        runProgram(BUILT_HOOK, {
          args: ['PostToolUse'],
          env: { HOME: root.path, ...env },
          cwd,
          stdin: JSON.stringify({
            session_id: 's1',
            transcript_path: session.transcript,
            cwd,
            hook_event_name: 'PostToolUse',
            tool_name: 'Read',
            tool_response: {},
          }),
        }),
      );
    session.run('PreCompact', { cwd, trigger: 'auto' }, { env });
    await sleep(1_000);
    expect(calls()).toEqual([]);

    const config = JSON.stringify({ writer: 'claude' });
    writeFileSync(join(session.home, 'config.json'), config, { mode: 0o600 });
    session.says('Use only Postgres.');
    session.run('PreCompact', { cwd, trigger: 'auto' }, { env });
    await runTools();
    const log = () => readFileSync(join(session.home, 'log/runs.jsonl'), 'utf8');
    await expect.poll(log, { timeout: 20_000 }).toContain('"job:enrich"');
    const [call, ...others] = calls();
    expect(others).toEqual([]);
    expect(JSON.stringify(call?.env)).not.toMatch(/dummy-key|from-the-project/);
    expect(call?.cwd.startsWith(cwd)).toBe(false);
    await sleep(2_000);
    expect([call?.pid, call?.child].filter(isAlive)).toEqual([]);
    expect(readdirSync(cwd)).toEqual(['.env']);
  },
);

async function inBatches(count: number, start: () => Promise<unknown>): Promise<void> {
  for (let started = 0; started < count; started += 10)
    // oxlint-disable-next-line no-await-in-loop
    await Promise.all(Array.from({ length: 10 }, start));
}

/** A process that ended and that nobody has asked about yet is dead too. */
function isAlive(pid: number | undefined): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) [ZX]/.test(readFileSync(stat, 'utf8'));
}
