import { expect, test } from 'vitest';
import { mayHoldSecret } from './secret-signs.ts';

test.each([
  'carryover: context at 63 % before this prompt (126,012 of 200,000 tokens, the window by the model).',
  'Let us go with SQLite in src/store/retry-queue.ts, not Redis 7.',
  'Use the second option. Never touch the migrations; ask me first!',
])('%j holds nothing that would be taken out', (text) => {
  expect(mayHoldSecret(text)).toBe(false);
});

test('is quick on a long word', () => {
  const started = performance.now();
  expect(mayHoldSecret('a-b.'.repeat(1_000_000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(2_000);
});
