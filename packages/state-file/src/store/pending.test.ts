import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { leaveForPrompt, takeForPrompt } from './pending.ts';

test('gives what was left last, once', () => {
  using home = testdir();
  expect(takeForPrompt(home.path, 's')).toBeUndefined();
  leaveForPrompt(home.path, 's', 'old');
  leaveForPrompt(home.path, 's', 'new');
  expect([1, 2].map(() => takeForPrompt(home.path, 's'))).toEqual(['new', undefined]);
  leaveForPrompt(home.path, 's', 'withdrawn');
  leaveForPrompt(home.path, 's', '');
  expect(takeForPrompt(home.path, 's')).toBeUndefined();
  expect(readdirSync(join(home.path, 'sessions'))).toEqual([]);
});
