import { expect, test } from 'vitest';
import { sessionOf } from './__fixtures__/session-of.ts';
import { redactSecrets } from './redact/index.ts';
import { redactRecord } from './redaction.ts';
import { renderState } from './render-state.ts';
import { buildState } from './session-state.ts';

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
