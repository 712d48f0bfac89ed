import { beforeAll, describe, expect, test } from 'vitest';
import type { Install } from './installs.ts';
import { type Life, liveThrough, received } from './life.ts';
import { firstProcess, forkedProcess, resumedProcess, scriptOf } from './life-steps.ts';

const INSTALLS: Install[] = ['settings', 'marketplace'];

describe.each(['2.1.332', '2.0.77'])('Claude Code %s', (version) => {
  const isOld = version.startsWith('2.0.');
  const first = firstProcess(isOld);
  const resumed = resumedProcess(isOld);
  const steps = [...first, ...resumed, ...forkedProcess];
  let lives: Record<string, Life>;

  beforeAll(async () => {
    const started = INSTALLS.map(async (install): Promise<[string, Life]> => {
      const processes = [
        { args: () => [], prompts: first.flatMap(({ prompts = [] }) => prompts) },
        {
          args: (session: string) => ['--resume', session],
          prompts: resumed.flatMap(({ prompts = [] }) => prompts),
        },
        {
          args: (session: string) => ['--resume', session, '--fork-session'],
          prompts: forkedProcess.flatMap(({ prompts = [] }) => prompts),
        },
      ];
      const script = scriptOf(steps, isOld);
      return [install, await liveThrough({ version, install, processes, script })];
    });
    lives = Object.fromEntries(await Promise.all(started));
  }, 300_000);

  describe.each(INSTALLS)('with carryover by %s', (install) => {
    const ofKind = (kind: string) =>
      (lives[install]?.requests ?? []).filter((request) => request.kind === kind);

    test.each(steps.map((step, index) => [step.step, step, index] as const))(
      'the model receives what it needs: %s',
      (_, step, index) => {
        const request = ofKind('main')[index];
        expect(request && received(request)).toBe(isOld ? step.old : step.new);
      },
    );

    test('no request of the main conversation is left out above', () => {
      expect(ofKind('main')).toHaveLength(steps.length);
    });

    // 2.0.77 does not tell a sub-agent's compaction from the session's own.
    test(`a sub-agent that was compacted ${isOld ? 'is given the state' : 'is given nothing'}`, () => {
      expect(ofKind('subagent').map((request) => received(request))).toEqual(
        isOld ? ['', 'state 7'] : ['', ''],
      );
    });

    test('no hook fails', () => {
      const { runs = [] } = lives[install] ?? {};
      expect(runs.length).toBeGreaterThan(steps.length);
      expect(runs.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    });
  });
});
