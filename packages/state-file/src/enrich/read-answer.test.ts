import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';

const whole = { current_phase: [{ text: 'The parser was moved.', at: 12 }] };
const json = JSON.stringify(whole);
const claim = { section: 'Current Phase', text: 'The parser was moved.', at: 12 };

test.each([
  ['as it was asked for', json],
  ['in a code fence behind words', `Here you go:\n\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`],
  [
    'with a byte order mark and CRLF',
    `\uFEFF${JSON.stringify(whole, null, 2)}\n`.replaceAll('\n', '\r\n'),
  ],
  ['cut in the middle', json.slice(0, -3)],
  ['with trailing commas and comments', json.replace('}]', ',}, /* done */]')],
  ['under other keys', JSON.stringify({ sections: { 'Current Phase': whole.current_phase } })],
  ['as plain texts', '{"currentPhase":["- The parser was moved. [@12]"]}'],
  ['as one text', '{"current-phase":"* The parser was moved. [@12]"}'],
  ['as Markdown', 'Sure.\n\n### **Current Phase**:\n\n- The parser was moved. [@12]\n'],
])('reads an answer %s', (_, answer) => {
  expect(readAnswer(answer)?.claims).toEqual([claim]);
});

test('counts missing and unknown sections', () => {
  const answer = readAnswer('{"active_plan":[],"advice":["x"]}');
  expect(answer).toEqual({ claims: [], repaired: ['9 sections missing', '1 unknown sections'] });
});

test.each([
  ['prose', 'I could not find anything to say about it.'],
  ['other JSON', '{"ok":true}'],
  ['nothing', ''],
  ['nesting without end', '{"a":'.repeat(100_000)],
  ['a megabyte of noise', 'x{"'.repeat(350_000)],
])('finds nothing in %s', (_, answer) => {
  expect(readAnswer(answer)).toBeUndefined();
});
