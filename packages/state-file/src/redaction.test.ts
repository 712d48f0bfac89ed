import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { RECORDED, sessionOf } from './__fixtures__/session-of.ts';
import { redactSecrets } from './redact/index.ts';
import { redactRecord } from './redaction.ts';
import { renderState } from './render-state.ts';
import { buildState } from './session-state.ts';
import { snapshotSession } from './snapshot-session.ts';
import { takeNotes } from './store/take-notes.ts';

test('trap 40: leaves no secret in the state, from wherever in the session it came', async () => {
  const secret = `ghp_${'aB3dE5gH'.repeat(4)}aB3d`;
  const session = sessionOf((builder) => {
    builder.prompt(`Never print ${secret}.`);
    builder.tool(
      'Bash',
      { command: `curl -H "X-Api-Key: abcdef123456" ${secret}` },
      { isError: true, text: `Exit code 1\nError: Authorization: Bearer abc.def.123456 ${secret}` },
    );
    const question = `Use ${secret}?`;
    builder.tool(
      'AskUserQuestion',
      { questions: [{ question, options: [] }] },
      { result: { answers: { [question]: `no, ${secret}` } } },
    );
  });
  const { record, counts } = await redactRecord(session, redactSecrets);
  const state = buildState(record, {
    session: 's',
    project: 'p',
    generation: 1,
    createdAt: '2026-11-01T12:00:00.000Z',
    transcript: { path: '/t', bytes: 1, skippedLines: 0 },
    redacted: counts,
  });
  const markdown = renderState(state);
  for (const text of [markdown, JSON.stringify(state)]) {
    expect(text).not.toMatch(/ghp_|abcdef123456|abc\.def\.123456/);
  }
  expect(markdown).toContain('User: "Never print [secret:github-1]."');
  expect(markdown).toContain('"redacted":{"github":1');
});

test('trap 40: takes secrets out of what a person wrote into the state, and keeps the rest word for word', async () => {
  using folder = testdir();
  const transcript = join(folder.path, 's.jsonl');
  copyFileSync(RECORDED, transcript);
  const home = join(folder.path, 'home');
  const options = { home, project: 'p', session: 's', transcript, now: new Date() };
  const made = await snapshotSession({ ...options, redact: redactSecrets });
  if (!made.ok) throw new Error(made.reason);
  const secret = `ghp_${'aB3dE5gH'.repeat(4)}aB3d`;
  appendFileSync(made.path, `My  note: ${secret}\n`);
  const state = await takeNotes(home, made.state, () => redactSecrets);
  expect(state.notes).toEqual([{ section: 'Recovery Notes', line: 'My  note: [secret:github-1]' }]);
  appendFileSync(made.path, `Another: ${secret}\n`);
  await snapshotSession({ ...options, redact: redactSecrets });
  const json = made.path.replace(/md$/, 'json');
  for (const path of [made.path, json]) {
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain('ghp_');
    expect(text).toContain('My  note: [secret:github-1]');
    expect(text).toContain('Another: [secret:github-1]');
  }
});

test('leaves no secret in what git says, nor in the branch that the transcript names', async () => {
  const secret = `ghp_${'aB3dE5gH'.repeat(4)}aB3d`;
  using folder = testdir({ 'session.jsonl': '', [`repo/${secret}.txt`]: 'x' });
  const [transcript, repo] = [join(folder.path, 'session.jsonl'), join(folder.path, 'repo')];
  execFileSync('git', ['init', '-q', '-b', `br-${secret}`, repo]);
  const entry = { type: 'user', uuid: 'u', gitBranch: `br-${secret}`, message: { content: 'Hi.' } };
  appendFileSync(transcript, `${JSON.stringify(entry)}\n`);
  const home = join(folder.path, 'home');
  const session = { home, project: 'p', session: 's', transcript, folder: repo, now: new Date() };
  const snapshot = await snapshotSession({ ...session, redact: redactSecrets });
  if (!snapshot.ok) throw new Error(snapshot.reason);
  const said = [readFileSync(snapshot.path, 'utf8'), JSON.stringify(snapshot.state)];
  expect(said.join('\n')).toContain('br-[secret:github-1]');
  expect(said.join('\n')).not.toContain(secret);
});

test('leaves no part of a secret where a long text was cut', async () => {
  const secret = `ghp_${'aB3dE5gH'.repeat(4)}aB3d`;
  for (let before = 940; before < 1_000; before += 2) {
    const session = sessionOf((builder) => {
      builder.tool('Bash', { command: 'cat log' }, { isError: true, text: around(secret, before) });
      builder.reply({ content: around(secret, before) });
    });
    // Each cut in turn falls into the secret.
    // oxlint-disable-next-line no-await-in-loop
    const { record } = await redactRecord(session, redactSecrets);
    expect(JSON.stringify(record.events)).not.toContain('ghp_');
  }
});

function around(text: string, before: number): string {
  return `${'x '.repeat(before / 2)}${text} ${'y '.repeat(9_000)}`;
}
