import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { purge } from '../store/purge.ts';
import { claimNarrative } from '../store/narrative-store.ts';
import { loadNarrative } from './narrative.ts';
import { enrichedSession, FLAGS } from '../__fixtures__/enriched-session.ts';
import { callLedgerFile, readCalls } from './call-ledger.ts';
import { claudeWriter } from './claude-writer.ts';
import { saveNarrative } from './save-narrative.ts';
import type { Writer, WriterRequest } from './writer.ts';

// Put together here, so that no scanner takes this file for a leak.
const SECRET = `ghp_${'aB3dE5gH'.repeat(4)}aB3d`;

function says(text: string): { writer: Writer; requests: WriterRequest[] } {
  const requests: WriterRequest[] = [];
  const ask = (request: WriterRequest) => {
    requests.push(request);
    return Promise.resolve({
      kind: 'answer',
      text,
      usage: { inputTokens: 7, costUsd: 0.01 },
    } as const);
  };
  return { writer: { name: 'command', ask }, requests };
}

const statement = (text: string) => JSON.stringify({ session_decisions: [{ text, at: null }] });

test('gives the model the session in a fence that no text can close, with the wish and the facts', async () => {
  using session = await enrichedSession();
  const { writer, requests } = says(statement('It was weighed.'));
  await session.enrich(writer, { wish: 'Keep the names of the queues.' });
  const { document, instructions } = requests[0] ?? { document: '', instructions: '' };
  const fence = /^={5}[0-9a-f]{24}={5}$/m.exec(document)?.[0] ?? '?';
  const [, inside = '', after = ''] = document.split(`\n${fence}\n`);
  for (const part of ['# Facts', 'src/parser.ts (edited', 'Keep the names of the queues.', '[1] '])
    expect(inside).toContain(part);
  expect(after).toBe('End of the record. Answer with the JSON object.');
  expect(instructions).not.toContain('parser.ts');
});

test('takes secrets out of what is sent, of the statements and of the answer that is kept', async () => {
  using session = await enrichedSession((builder) =>
    builder.prompt(`Deploy with ${SECRET} today.`),
  );
  const { writer, requests } = says(statement(`The key ${SECRET} was used.`));
  const wish = `mind ${SECRET}`;
  expect(await session.enrich(writer, { wish })).toMatchObject({ outcome: 'written' });
  expect(requests[0]?.document).toContain('[secret:github-1]');
  const files = ['narrative', 'narrativeMarkdown', 'answer'] as const;
  const texts = files.map((name) => readFileSync(session.paths[name], 'utf8'));
  for (const text of [requests[0]?.document, ...texts]) expect(text).not.toContain(SECRET);
  for (const name of files) expect(statSync(session.paths[name]).mode & 0o777).toBe(0o600);
  expect(loadNarrative(session.home, 'p', 's')?.redacted).toMatchObject({ github: 2 });
});

test('tells the model its own notes and everything since, and asks nothing when nothing is new', async () => {
  using session = await enrichedSession();
  const first = says(statement('The parser was moved for its speed.'));
  await session.enrich(first.writer);
  expect(await session.enrich(first.writer)).toMatchObject({ outcome: 'skipped' });
  await session.goOn((builder) => {
    for (let step = 0; step < 400; step += 1) builder.prompt(`Look at step ${step}, please.`);
  });
  const second = says(statement('Many steps were looked at.'));
  await session.enrich(second.writer);
  expect(first.requests).toHaveLength(1);
  const document = second.requests[0]?.document ?? '';
  const [, since = ''] = document.split('# The session since then, condensed');
  expect(document).toContain('The parser was moved for its speed.');
  // Not the last part of it: the middle is there as well.
  for (const step of [0, 123, 200, 321, 399])
    expect(since).toContain(`Look at step ${step}, please.`);
  expect(since).not.toContain('never touch the migrations');
});

test('an older, slower run replaces nothing newer', async () => {
  using session = await enrichedSession();
  const { writer } = says(statement('The old one.'));
  const old = await session.enrich(writer);
  if (old.outcome !== 'written') throw new Error(old.outcome);
  await session.goOn((builder) => builder.prompt('Go on.'));
  await session.enrich(says(statement('The new one.')).writer);
  expect(saveNarrative(session.home, old.narrative)).toBe(false);
  expect(loadNarrative(session.home, 'p', 's')).toMatchObject({ generation: 2 });
  expect(readFileSync(session.paths.narrativeMarkdown, 'utf8')).toContain('The new one.');
});

test('does not ask about a state that is not the newest any more', async () => {
  using session = await enrichedSession();
  const { writer, requests } = says(statement('Late.'));
  await session.goOn((builder) => builder.prompt('Go on.'));
  expect((await session.enrich(writer, { generation: 1 })).outcome).toBe('skipped');
  expect(requests).toEqual([]);
});

test('writes down each call, what it cost and what became of the answer', async () => {
  using session = await enrichedSession();
  await session.enrich(says(statement('Run it.')).writer);
  expect(readCalls(session.home)).toMatchObject([
    { phase: 'started', writer: 'command', model: 'big', role: 'primary', generation: 1 },
    { phase: 'ended', outcome: 'answer', inputTokens: 7, costUsd: 0.01 },
    { phase: 'read', kept: 0, dropped: { imperative: 1 }, repaired: ['9 sections missing'] },
  ]);
  expect(readFileSync(session.paths.answer, 'utf8')).toContain('Run it.');
  expect(statSync(callLedgerFile(session.home)).mode & 0o777).toBe(0o600);
});

test('a call whose process died is not made again', async () => {
  using session = await enrichedSession();
  const dies: Writer = { name: 'command', ask: () => Promise.reject(new Error('killed')) };
  await expect(session.enrich(dies)).rejects.toThrow('killed');
  const { writer, requests } = says(statement('Again.'));
  expect((await session.enrich(writer)).outcome).toBe('skipped');
  expect(requests).toEqual([]);
});

test('a narrative waits to be given to one, and is purged with its session', async () => {
  using session = await enrichedSession();
  await session.enrich(says(statement('It was weighed.')).writer);
  expect([claimNarrative(session.home, 's'), claimNarrative(session.home, 's')]).toEqual([
    true,
    false,
  ]);
  const purged = purge(session.home, { session: 's' });
  const { narrative, narrativeMarkdown, narrativeBlock, answer } = session.paths;
  expect(purged).toEqual(
    expect.arrayContaining([narrative, narrativeMarkdown, narrativeBlock, answer]),
  );
});

test('R21: an abort ends the child at once', async () => {
  using session = await enrichedSession();
  session.behave({ '*': 'hangs' });
  const { program, home, root } = session;
  const env = { PATH: process.env['PATH'] ?? '' };
  const writer = claudeWriter({ program, home, folder: root, env });
  const aborter = new AbortController();
  const enrichment = session.enrich(writer, { signal: aborter.signal, budgetMs: 60_000 });
  setTimeout(() => aborter.abort(), 2_000);
  expect((await enrichment).outcome).toBe('failed');
  expect(session.calls().length).toBeLessThan(2);
});

test('R20, R21: the client is isolated, asked for its flags once per version, and refused where it cannot be', async () => {
  using session = await enrichedSession();
  session.behave({ '*': statement('It was weighed.') }, [
    ...FLAGS,
    '--safe-mode',
    '--permission-prompts',
  ]);
  const { program, home, root } = session;
  const env = { PATH: process.env['PATH'] ?? '', CARRYOVER_CHILD: '1' };
  const writer = claudeWriter({ program, home, folder: root, env });
  await session.enrich(writer);
  const call = session.calls()[0];
  const seen = call?.env ?? {};
  expect(call?.args).toEqual(
    expect.arrayContaining([
      '--tools=',
      '--strict-mcp-config',
      '--setting-sources=',
      '--no-session-persistence',
      '--safe-mode',
      '--permission-prompts',
      '--disable-slash-commands',
      '--model=big',
    ]),
  );
  expect(call?.cwd).toBe(root);
  expect(seen).toMatchObject({ CARRYOVER_CHILD: '1', CLAUDE_CODE_MAX_RETRIES: '0' });
  expect(Object.keys(seen).filter((name) => /KEY|TOKEN$/.test(name))).toEqual([]);

  // Known from here on: that the program has lost its flags goes unnoticed until its version changes.
  session.behave({ '*': statement('It was weighed.') }, []);
  await session.goOn((builder) => builder.prompt('Go on.'));
  expect((await session.enrich(writer)).outcome).toBe('written');
});

test('trap 27: an older client is given no flag that it does not know, or is refused by name before any call', async () => {
  using session = await enrichedSession();
  const { program, home, root } = session;
  const env = { PATH: process.env['PATH'] ?? '', CARRYOVER_CHILD: '1' };
  const writer = claudeWriter({ program, home, folder: root, env });
  const known = FLAGS.filter((flag) => flag !== '--disable-slash-commands');
  session.behave({ '*': statement('It was weighed.') }, known);
  expect((await session.enrich(writer)).outcome).toBe('written');
  const given = (session.calls()[0]?.args ?? []).map((arg) => arg.split('=')[0]);
  expect(given.filter((arg) => arg?.startsWith('--') && !known.includes(arg))).toEqual([]);

  using other = await enrichedSession();
  other.behave({ '*': statement('x') }, ['--print']);
  const old = claudeWriter({ program: other.program, home: other.home, folder: other.root, env });
  expect(await other.enrich(old)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('cannot be isolated: no --output-format'),
  });
  expect(other.calls()).toEqual([]);
  expect(readCalls(other.home)).toMatchObject([
    { phase: 'started', role: 'primary' },
    { phase: 'ended', outcome: 'unavailable', detail: expect.stringContaining('no --output') },
  ]);
});
