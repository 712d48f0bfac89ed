import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { sessionBuilder } from './__fixtures__/session-of.ts';
import { contextHolds } from './context-holds.ts';

const MARK = '<carryover-state session="s" generation="1"';

test('sees a mark after the last compaction, and none before it', () => {
  const session = sessionBuilder();
  session.prompt(`before ${MARK}>`);
  session.boundary();
  const before = session.toString();
  session.prompt(`after ${MARK}>`);
  using folder = testdir({ 'a.jsonl': before, 'b.jsonl': session.toString() });
  expect(contextHolds(join(folder.path, 'a.jsonl'), MARK)).toBe(false);
  expect(contextHolds(join(folder.path, 'b.jsonl'), MARK)).toBe(true);
});

test('takes no compaction of a sub-agent for one of the session', () => {
  const session = sessionBuilder();
  session.prompt(MARK);
  session.boundary({}, { isSidechain: true });
  using folder = testdir({ 'a.jsonl': session.toString() });
  expect(contextHolds(join(folder.path, 'a.jsonl'), MARK)).toBe(true);
});

test('finds nothing in a file that is not there', () => {
  expect(contextHolds('/nowhere.jsonl', MARK)).toBe(false);
});
