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
