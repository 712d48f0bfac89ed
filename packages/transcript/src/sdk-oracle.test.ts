import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getSessionMessages } from '@anthropic-ai/claude-agent-sdk';
import {
  sessionFromSteps,
  testdir,
  treeLineKinds,
  treeLines,
  type SessionStep,
  type TestDir,
  type TreeLineKind,
} from '@carryover/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isAttachmentEntry, type TranscriptEntry } from './entry.ts';
import { scanTranscript } from './scan-transcript.ts';
import { createThreadIndex } from './thread-index.ts';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
const sessions = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.jsonl') && !basename(file).startsWith('agent-'),
);

let home: TestDir;
beforeAll(() => {
  home = testdir({});
  vi.stubEnv('CLAUDE_CONFIG_DIR', home.path);
  mkdirSync(join(home.path, 'projects', '-p'), { recursive: true });
});
afterAll(() => {
  vi.unstubAllEnvs();
  home[Symbol.dispose]();
});

function nameOf(entry: TranscriptEntry): string | undefined {
  if (entry.isMeta === true) return undefined;
  const source = isAttachmentEntry(entry) ? entry.attachment['source_uuid'] : undefined;
  return typeof source === 'string' ? source : entry.uuid;
}

/** Uuids as the SDK gives them out: meta lines left out, queued input under its source's uuid. */
function ours(path: string): string[] {
  const index = createThreadIndex();
  const names = new Map<string, string | undefined>();
  const remember = (entry: TranscriptEntry): void => {
    if (entry.uuid !== undefined) names.set(entry.uuid, nameOf(entry));
  };
  scanTranscript(path, [index, { entry: remember }]);
  const uuids = index.finish().liveContext();
  return uuids.map((uuid) => names.get(uuid)).filter((uuid) => uuid !== undefined);
}

async function compare(text: string, id: string): Promise<{ sdk: string[]; own: string[] }> {
  const path = join(home.path, 'projects', '-p', `${id}.jsonl`);
  writeFileSync(path, text);
  const messages = await getSessionMessages(id);
  const own = ours(path);
  rmSync(path);
  return { sdk: messages.map(({ uuid }) => uuid), own };
}

describe('the live context equals getSessionMessages of the Agent SDK 0.3.333', () => {
  test.each(sessions)('%s', async (file) => {
    const text = readFileSync(join(fixtures, file), 'utf8');
    const { sdk, own } = await compare(text, basename(file, '.jsonl'));
    expect(own).toEqual(sdk);
  });

  const step: fc.Arbitrary<SessionStep> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('turn'),
        tools: fc.nat(4),
        isParallel: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('rewind'), pick: fc.nat(20) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('compact'),
        kept: fc.integer({ min: 1, max: 5 }),
        isOld: fc.boolean(),
      }),
    },
    fc.constantFrom<SessionStep>(
      { kind: 'mid-turn' },
      { kind: 'command' },
      { kind: 'meta' },
      { kind: 'agent' },
    ),
  );

  test('600 generated sessions with rewinds, parallel tools and compactions', async () => {
    let run = 0;
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      async (steps) => {
        run += 1;
        const id = `00000000-0000-4000-8000-${String(run).padStart(12, '0')}`;
        const { sdk, own } = await compare(sessionFromSteps(steps, id).toString(), id);
        expect(own).toEqual(sdk);
      },
    );
    await fc.assert(property, { numRuns: 600 });
  }, 60_000);

  const treeLine = fc.record({
    kind: fc.constantFrom<TreeLineKind>(...treeLineKinds, 'prompt', 'reply', 'result'),
    copyOf: fc.option(fc.nat(30), { freq: 8 }),
    parent: fc.nat(6),
    reply: fc.nat(4),
    tool: fc.nat(4),
    source: fc.option(fc.nat(12)),
    kept: fc.array(fc.nat(12), { maxLength: 3 }),
    time: fc.nat(9),
  });

  test('2,000 trees of any shape', async () => {
    let run = 0;
    const property = fc.asyncProperty(
      fc.array(treeLine, { minLength: 1, maxLength: 16 }),
      async (tree) => {
        run += 1;
        const id = `00000000-0000-4000-9000-${String(run).padStart(12, '0')}`;
        const text = treeLines(tree)
          .map((fields) => `${JSON.stringify(fields)}\n`)
          .join('');
        const { sdk, own } = await compare(text, id);
        expect(own).toEqual(sdk);
      },
    );
    await fc.assert(property, { numRuns: 2000 });
  }, 60_000);
});
