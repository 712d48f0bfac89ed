import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram, runProgram, testdir } from '@carryover/testing';
import { beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
// Inside the package, where its own name and its dependencies resolve.
const folder = fileURLToPath(new URL('../node_modules/.guides', import.meta.url));

const GUIDES = ['write-a-hook', 'use-a-hook-in-the-agent-sdk', 'test-a-hook', 'run-all-hooks'];

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(repository, 'tsconfig.base.json'), include: ['*.ts'] }),
  );
  for (const guide of GUIDES) {
    const text = readFileSync(join(repository, 'docs', `${guide}.md`), 'utf8');
    for (const [, name = '', code = ''] of text.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs))
      writeFileSync(join(folder, name), code);
  }
});

const run = (program: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(repository, 'node_modules', program), ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });

test('every snippet compiles', () => {
  expect(run('typescript/bin/tsc', '-p', '.')).toBe('');
});

test('the hook of the guide on writing: it gives the branch, and fails open outside a repository', async () => {
  using root = testdir();
  const hook = bundleProgram(join(folder, 'branch.ts'));
  const start = (cwd: string) =>
    runProgram(hook, {
      stdin: JSON.stringify({ session_id: 's1', source: 'startup', cwd }),
      env: { CARRYOVER_HOME: join(root.path, 'home') },
    });
  execFileSync('git', ['init', '--quiet', '--initial-branch=topic', root.path]);
  expect((await start(root.path)).stdout).toContain('The branch is topic.');
  expect(await start('/nowhere')).toMatchObject({ exitCode: 0, stdout: '' });
});

test('the callback of the guide on the SDK: it refuses what it should', async () => {
  const { hooks, observer } = await import(/* @vite-ignore */ join(folder, 'agent.ts'));
  const input = {
    session_id: 's1',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'push --force' },
  };
  const answer = await hooks.PreToolUse[0].hooks[0](input, 't1', {
    signal: new AbortController().signal,
  });
  expect(answer).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  expect(observer.needsResend).toBe('no');
});

test('the tests of the guide on testing pass', () => {
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    "export default { resolve: { conditions: ['@carryover/source'] }, ssr: { resolve: { conditions: ['@carryover/source'] } }, test: { include: ['**/*.test.ts'], exclude: [] } };\n",
  );
  expect(run('vitest/vitest.mjs', 'run', '--root', folder)).toContain('2 passed');
});

test('the program of the guide on running all hooks: a compaction with its hooks', async () => {
  const command = 'echo keep the plan';
  const settings = {
    hooks: { PreCompact: [{ hooks: [{ type: 'command', command }] }], Novel: [] },
  };
  using root = testdir({ '.claude/settings.json': JSON.stringify(settings) });
  const program = bundleProgram(join(folder, 'compact.ts'));
  const { stdout, stderr } = await runProgram(program, {
    cwd: root.path,
    env: { HOME: root.path },
  });
  expect(JSON.parse(stdout)).toMatchObject({
    summary: { text: 'A summary (be brief\n\nkeep the plan).' },
  });
  expect(stderr).toContain('hooks.Novel is no event');
  expect(stderr).toContain('hooks: post_compact');
});
