import { testdir } from '@carryover/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createHookHost,
  executeHooks,
  executePostCompactHooks,
  executePreCompactHooks,
  withCompactHooks,
} from './index.ts';

const command = (text: string) => [{ hooks: [{ type: 'command', command: text }] }];

const settings = {
  hooks: {
    Stop: command('echo "go on" >&2; exit 2'),
    PreCompact: command('echo keep the plan'),
    PostCompact: command('echo done'),
  },
};

let project: ReturnType<typeof testdir>;

beforeEach(() => {
  project = testdir({ '.claude/settings.json': JSON.stringify(settings) });
  vi.spyOn(process, 'cwd').mockReturnValue(project.path);
  vi.stubEnv('CLAUDE_CONFIG_DIR', `${project.path}/none`);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  project[Symbol.dispose]();
});

test('run the hooks of the working directory', async () => {
  const stop = await executeHooks({ hookInput: { hook_event_name: 'Stop' } });
  expect(stop.blocked).toBe('go on');
  const before = await executePreCompactHooks({ trigger: 'auto', customInstructions: null });
  expect(before.newCustomInstructions).toBe('keep the plan');
  const after = await executePostCompactHooks({ trigger: 'auto', compactSummary: 's' });
  expect(after.userDisplayMessage).toBe('PostCompact [echo done] completed successfully: done');
  const compacted = await withCompactHooks({
    trigger: 'auto',
    summarize: (text) => ({ text: text ?? '' }),
  });
  expect(compacted.summary).toEqual({ text: 'keep the plan' });
});

test('run none where the working directory was deleted', async () => {
  vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw Object.assign(new Error('uv_cwd'), { code: 'ENOENT' });
  });
  expect((await executeHooks({ hookInput: { hook_event_name: 'Stop' } })).results).toEqual([]);
});

test('run those of a host that is given', async () => {
  const session = { sessionId: 's1', transcriptPath: '/t.jsonl', cwd: '/' };
  const host = createHookHost({ hooks: [], session });
  const compaction = { trigger: 'auto', customInstructions: null } as const;
  expect(await executePreCompactHooks(compaction, undefined, undefined, host)).toEqual({});
  expect((await executeHooks({ hookInput: { hook_event_name: 'Stop' } }, host)).results).toEqual(
    [],
  );
});
