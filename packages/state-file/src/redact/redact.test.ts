import { expect, test } from 'vitest';
import { redactSecrets } from './index.ts';

// Put together here, so that no scanner takes this file for a leak.
const GITHUB = `ghp_${'aB3dE5gH'.repeat(4)}aB3d`;
const ANTHROPIC = `sk-ant-api03-${'aB3-eF6_'.repeat(11)}aB3eFAA`;

test.each([
  ['a token of GitHub', `pushed with ${GITHUB} today`, GITHUB],
  ['a key of Anthropic', `export KEY=${ANTHROPIC}`, ANTHROPIC],
  ['a connection string', 'psql postgres://app:hunter22@db.example.org/x', 'hunter22'],
  [
    'an Authorization header',
    "curl -H 'Authorization: Bearer fake-token-123456'",
    'fake-token-123456',
  ],
  ['Basic credentials', 'authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  ['a cookie', 'Cookie: session=abc123def456', 'abc123def456'],
  ['a password', 'DB_PASSWORD=correct-horse-9', 'correct-horse-9'],
])('takes out %s', async (_, text, secret) => {
  const { texts, counts } = await redactSecrets([text]);
  expect(texts[0]).not.toContain(secret);
  expect(texts[0]).toMatch(/\[secret:[\w-]+-1\]/);
  expect(Object.values(counts)).toEqual([1]);
});

test.each([
  'password: string',
  'const token = process.env.TOKEN',
  'Authorization: Bearer $TOKEN',
  'the secret: <your secret here>',
  'tokens: 120,100 of 200,000',
  'sha 0123456789abcdef0123456789abcdef01234567',
])('leaves alone: %s', async (text) => {
  expect((await redactSecrets([text])).texts).toEqual([text]);
});

test('gives one secret one placeholder, wherever it stands', async () => {
  const { texts, counts } = await redactSecrets([`a ${GITHUB} b`, 'plain', GITHUB]);
  expect(texts).toEqual(['a [secret:github-1] b', 'plain', '[secret:github-1]']);
  expect(counts).toEqual({ github: 1 });
});

test('leaves what was redacted before as it is', async () => {
  const once = await redactSecrets([
    `token: ${'a1B2'.repeat(5)} and ghp_${'aB3dE5gH'.repeat(4)}aB3d`,
  ]);
  const again = await redactSecrets(once.texts);
  expect(again).toEqual({ texts: once.texts, counts: {} });
});
