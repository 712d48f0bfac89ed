import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentBlocks, messageText, toolResults, toolUses } from './content-blocks.ts';
import { toEntry, type TranscriptEntry } from './entry.ts';

function entryWith(content: unknown): TranscriptEntry {
  const entry = toEntry({ type: 'assistant', message: { id: 'm', content } });
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

test('a string is one text block, no content is none', () => {
  expect(contentBlocks(entryWith('hello'))).toEqual([{ type: 'text', text: 'hello' }]);
  expect(contentBlocks(entryWith(undefined))).toEqual([]);
  expect(contentBlocks(entryWith({ type: 'text' }))).toEqual([]);
  expect(contentBlocks({ type: 'user' })).toEqual([]);
});

test('trap 4: tool results keep their text when the content is an array', () => {
  const image = { type: 'image', source: { media_type: 'image/png', data: 'QUJD' } };
  const content = [{ type: 'text', text: 'one' }, image, 'two', { type: 'tool_reference' }];
  const [result] = toolResults(entryWith([{ type: 'tool_result', tool_use_id: 't1', content }]));
  expect(result).toEqual({
    type: 'tool_result',
    toolUseId: 't1',
    isError: false,
    text: 'one\n[image image/png, 3 bytes]\ntwo\n[tool_reference]',
  });
});

test('tool uses survive missing and foreign fields', () => {
  const odd = [
    { type: 'tool_use' },
    { type: 'tool_use', id: 5, name: null, input: '{"a":1}' },
    { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
    null,
    7,
  ];
  expect(toolUses(entryWith(odd))).toEqual([
    { type: 'tool_use', id: '', name: '', input: {} },
    { type: 'tool_use', id: '', name: '', input: {} },
    { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } },
  ]);
});

test('arbitrary content never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (content) => {
      const entry = entryWith(content);
      contentBlocks(entry);
      toolResults(entryWith([{ type: 'tool_result', content }]));
      toolUses(entryWith([{ type: 'tool_use', input: content }]));
      expect(messageText(entry)).toBeTypeOf('string');
    }),
  );
});

const userEntry = (content: unknown) => ({ type: 'user', message: { content } });

test('results within results are read to a depth that exhausts no stack', () => {
  let content: unknown = 'deep';
  for (let depth = 0; depth < 50; depth += 1) content = [{ type: 'tool_result', content }];
  expect(toolResults(userEntry(content))).toMatchObject([{ text: 'deep' }]);
  for (let depth = 0; depth < 20_000; depth += 1) content = [{ type: 'tool_result', content }];
  expect(toolResults(userEntry(content))).toMatchObject([{ text: '' }]);
});
