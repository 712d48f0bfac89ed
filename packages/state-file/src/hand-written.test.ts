import { expect, test } from 'vitest';
import { recordedState } from './__fixtures__/session-of.ts';
import { handWrittenLines } from './hand-written.ts';
import { renderState } from './render-state.ts';

const state = recordedState(1);
const markdown = renderState(state);
const NOTE = { section: null, line: 'Mind the fixtures.' };

test('finds nothing in what nobody touched', () => {
  expect(handWrittenLines(markdown, state)).toEqual([]);
});

test.each([
  ['a note above the title', (text: string) => `Mind the fixtures.\n\n${text}`],
  ['no header any more', (text: string) => text.replace(/<!-- carryover .*\n/, `${NOTE.line}\n`)],
  ['a byte order mark', (text: string) => `\uFEFF${text.replace('\n', `\n${NOTE.line}\n`)}`],
])('finds the note, and it alone, with %s', (_, edit) => {
  expect(handWrittenLines(edit(markdown), state)).toEqual([NOTE]);
});

test.each([
  ['other heading levels', (text: string) => text.replaceAll('\n## ', '\n### ')],
  ['headings in bold', (text: string) => text.replaceAll(/\n## (.*)/g, '\n**$1**')],
  ['space behind headings', (text: string) => text.replaceAll(/\n## (.*)/g, '\n## $1  ')],
  ['other bullets', (text: string) => text.replaceAll('\n- ', '\n* ')],
])('takes no line of ours for a note with %s', (_, edit) => {
  expect(handWrittenLines(edit(markdown), state)).toEqual([]);
});

test('keeps the empty lines of what somebody wrote, and no others, over every rewrite', () => {
  const lines = ['First  ', '', '    code', '', '', 'Last'];
  const block = lines.map((line) => ({ section: 'Active Plan', line }));
  const heading = '## Current Phase';
  const edited = markdown.replace(heading, `\n${lines.join('\n')}\n\n${heading}`);
  const notes = handWrittenLines(edited, state);
  expect(notes).toEqual(block);
  const next = { ...state, notes };
  expect(handWrittenLines(renderState(next), next)).toEqual(block);
});
