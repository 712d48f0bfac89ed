import { join } from 'node:path';
import { testdir } from '@carryover/testing';
import { expect, test } from 'vitest';
import { sessionBuilder } from './__fixtures__/session-of.ts';
import { resumedContext } from './resumed-context.ts';

const MARK = '<carryover-state session="s" generation="1"';

test('sees a mark after the last compaction, and none before it', () => {
  const session = sessionBuilder();
  session.prompt(`before ${MARK}>`);
  session.boundary();
  const before = session.toString();
  session.prompt(`after ${MARK}>`);
  using folder = testdir({ 'a.jsonl': before, 'b.jsonl': session.toString() });
  expect(resumedContext(join(folder.path, 'a.jsonl'), MARK)).toBe('summarised');
  expect(resumedContext(join(folder.path, 'b.jsonl'), MARK)).toBe('marked');
});

test('takes no compaction of a sub-agent for one of the session', () => {
  const session = sessionBuilder();
  session.prompt(MARK);
  session.boundary({}, { isSidechain: true });
  using folder = testdir({ 'a.jsonl': session.toString() });
  expect(resumedContext(join(folder.path, 'a.jsonl'), MARK)).toBe('marked');
});

test('calls a conversation whole that was never compacted, as one that is not there', () => {
  expect(resumedContext('/nowhere.jsonl', MARK)).toBe('whole');
});
