import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createScratch,
  installClient,
  plainText,
  type RecordedRequest,
  startFakeApi,
  talk,
  type Talk,
  testdir,
} from '@carryover/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SerializedHookOutput, serializeHookOutput } from './index.ts';

const cache = fileURLToPath(new URL('../../../.cache/claude-code/', import.meta.url));
const version = '2.1.332';

type Session = { requests: RecordedRequest[]; talk: Talk; shown: string };

/** A session with one compaction, in which each event's hook prints what stands here. */
async function runSession(stdout: Record<string, string>, prompts: string[]): Promise<Session> {
  using folder = testdir();
  const hooks = Object.entries(stdout).map(([event, text]) => {
    const file = join(folder.path, `${event}.txt`);
    writeFileSync(file, text);
    return [event, [{ hooks: [{ type: 'command', command: `cat ${file}` }] }]];
  });
  const scratch = createScratch(folder.path, {
    version,
    projectName: 'project',
    files: { 'a.txt': 'a\n' },
    settings: { hooks: Object.fromEntries(hooks) },
  });
  await using api = await startFakeApi({});
  const client = installClient(version, cache);
  const spoken = await talk({ client, scratch, apiUrl: api.url, prompts });
  return { requests: [...api.requests], talk: spoken, shown: JSON.stringify(spoken.events) };
}

/** All text that one kind of request carried. */
const sent = ({ requests }: Session, kind: string): string =>
  requests
    .filter((request) => request.kind === kind)
    .flatMap(({ body }) => body.messages ?? [])
    .map((message) => plainText(message.content))
    .join('\n');

const untyped: { serialize(event: string, output: unknown): SerializedHookOutput } = {
  serialize: serializeHookOutput,
};

const prompts = ['First', 'Second', '/compact', 'Third'];

/** Each is refused here, and this is what the client makes of it. */
const mistakes: Record<string, object> = {
  PreCompact: {
    hookSpecificOutput: { hookEventName: 'PreCompact', additionalContext: 'MARK-PRE' },
  },
  PostCompact: {
    hookSpecificOutput: { hookEventName: 'PostCompact', additionalContext: 'MARK-POST' },
  },
  SessionStart: { systemMessage: null, hookSpecificOutput: { additionalContext: 'MARK-START' } },
  UserPromptSubmit: { hookSpecificOutput: { additionalContext: ['MARK-PROMPT'] } },
};

describe(`Claude Code ${version}, given outputs that we refuse`, () => {
  let session: Session;

  beforeAll(async () => {
    const named = Object.entries(mistakes).map(([event, output]) => [
      event,
      nameEvent(event, output),
    ]);
    session = await runSession(Object.fromEntries(named), prompts);
  });

  test.each(Object.keys(mistakes))('we refuse that of %s', (event) => {
    expect(untyped.serialize(event, mistakes[event])).toMatchObject({ ok: false });
  });

  test('none of them reaches the model as what it was meant for', () => {
    expect(sent(session, 'compact')).not.toContain('MARK-PRE');
    const main = sent(session, 'main');
    expect(main).not.toMatch(/hook additional context: MARK/);
    expect(main.match(/MARK-START|MARK-PROMPT/g) ?? []).toStrictEqual([]);
  });

  test('a hookSpecificOutput on PreCompact and PostCompact is a visible error', () => {
    expect(session.shown).toContain('Hook JSON output validation failed');
    expect(session.shown).toMatch(/PreCompact[^"]*Hook JSON output validation failed/);
    expect(session.shown).toMatch(/PostCompact[^"]*Hook JSON output validation failed/);
  });
});

describe(`Claude Code ${version}, given texts over the cap`, () => {
  const long = `MARK-LONG ${'x'.repeat(9991)} MARK-END`;
  let session: Session;

  beforeAll(async () => {
    session = await runSession(
      {
        SessionStart: nameEvent('SessionStart', {
          hookSpecificOutput: { additionalContext: long },
        }),
        UserPromptSubmit: nameEvent('UserPromptSubmit', {
          hookSpecificOutput: { additionalContext: long },
        }),
        PreCompact: long,
      },
      prompts,
    );
  });

  test('we refuse them', () => {
    expect(long.length).toBeGreaterThan(10_000);
    const output = { hookSpecificOutput: { additionalContext: long } };
    expect(untyped.serialize('SessionStart', output)).toMatchObject({ ok: false });
    expect(untyped.serialize('UserPromptSubmit', output)).toMatchObject({ ok: false });
    expect(untyped.serialize('PreCompact', { instructions: long })).toMatchObject({ ok: false });
  });

  test('the model gets a preview, the summariser a part', () => {
    expect(sent(session, 'main')).toContain('<persisted-output>');
    expect(sent(session, 'main')).not.toContain('MARK-END');
    expect(sent(session, 'compact')).not.toContain('MARK-END');
  });
});

describe(`Claude Code ${version}, given outputs that we serialize`, () => {
  let session: Session;

  beforeAll(async () => {
    const cap = 'c'.repeat(10_000 - 'MARK-START  MARK-WHOLE'.length);
    session = await runSession(
      {
        SessionStart: write('SessionStart', {
          hookSpecificOutput: { additionalContext: `MARK-START ${cap} MARK-WHOLE` },
        }),
        UserPromptSubmit: write('UserPromptSubmit', {
          hookSpecificOutput: { additionalContext: 'MARK-PROMPT' },
        }),
        PreCompact: write('PreCompact', { instructions: 'MARK-PRE keep the plan' }),
        PostCompact: write('PostCompact', {}),
      },
      prompts,
    );
  });

  test('the model gets the context, 10,000 units of it whole', () => {
    const main = sent(session, 'main');
    expect(main).toMatch(/SessionStart hook additional context: MARK-START c+ MARK-WHOLE/);
    expect(main).toContain('UserPromptSubmit hook additional context: MARK-PROMPT');
  });

  test('the summariser gets the instructions', () => {
    expect(sent(session, 'compact')).toContain('MARK-PRE keep the plan');
  });

  test('nobody sees an error', () => {
    expect(session.shown).not.toContain('validation failed');
  });
});

test('decision "block" keeps the prompt from the model, and the compaction from happening', async () => {
  const block = { decision: 'block', reason: 'not now' };
  const prompt = await runSession({ UserPromptSubmit: write('UserPromptSubmit', block) }, [
    'First',
  ]);
  expect(sent(prompt, 'main')).not.toContain('First');
  const compaction = await runSession({ PreCompact: write('PreCompact', block) }, prompts);
  expect(compaction.requests.filter(({ kind }) => kind === 'compact')).toStrictEqual([]);
});

/** What the author of the mistake would have printed by hand. */
function nameEvent(event: string, output: object): string {
  const specific: unknown = Reflect.get(output, 'hookSpecificOutput');
  return JSON.stringify({
    ...output,
    hookSpecificOutput: { hookEventName: event, ...Object(specific) },
  });
}

function write(event: string, output: unknown): string {
  const written = untyped.serialize(event, output);
  if (!written.ok) throw new Error(JSON.stringify(written.issues));
  return written.stdout;
}
