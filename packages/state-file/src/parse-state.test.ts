import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordedState } from './__fixtures__/session-of.ts';
import { SECTIONS } from './fact.ts';
import { parseState } from './parse-state.ts';
import { renderState, TITLE } from './render-state.ts';

const state = recordedState(3);
const markdown = renderState(state);

test('reads back every fact with its body and its place', () => {
  const parsed = parseState(markdown);
  for (const name of SECTIONS) {
    const facts = parsed?.sections[name].filter(({ text }) => !text.startsWith('Coverage:'));
    expect(facts).toEqual(
      state.sections[name].map(({ text, body, at }) => ({
        text,
        ...(body === undefined ? {} : { body: body.replaceAll(/[ \t]+$/gm, '') }),
        offset: at?.offset,
      })),
    );
  }
});

test('reads back any words', () => {
  const words = fc
    .string({ unit: 'binary', maxLength: 60 })
    .map((text) => text.replace(/\s+/g, ' ').trim());
  fc.assert(
    fc.property(fc.array(words, { maxLength: 5 }), fc.nat(), (texts, offset) => {
      const facts = texts.map((text) => ({ text: `x${text}`, at: { offset } }));
      const sections = { ...state.sections, 'Session Decisions': facts };
      const parsed = parseState(renderState({ ...state, sections }));
      const back = parsed?.sections['Session Decisions'];
      expect(back?.length).toBe(facts.length);
      expect(back?.every((fact) => fact.offset === offset)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['a byte order mark', (text: string) => `\uFEFF${text}`],
  ['deeper headings', (text: string) => text.replaceAll(/^## /gm, '### ')],
  ['bold headings', (text: string) => text.replaceAll(/^## (.*)$/gm, '**$1**')],
  ['spaces behind headings', (text: string) => text.replaceAll(/^(## .*)$/gm, '$1  ')],
  ['a fence around it', (text: string) => `Here it is:\n\`\`\`markdown\n${text}\`\`\`\n`],
])('trap 19: does not mind %s', (_, edit) => {
  const parsed = parseState(edit(markdown));
  expect(parsed?.sections['Session Decisions']).toEqual(
    parseState(markdown)?.sections['Session Decisions'],
  );
});

test('gives lines that are no facts as they stand', () => {
  const edited = markdown.replace(
    '## Active Plan\n',
    'Note above\n\n## Active Plan\n\nOwn  words\n',
  );
  expect(parseState(edited)?.others).toEqual(
    expect.arrayContaining([
      { section: null, line: 'Note above' },
      { section: 'Active Plan', line: 'Own  words' },
    ]),
  );
});

test.each(['', '# Notes', '{"a":1}'])('takes %j for no state', (text) => {
  expect(parseState(text)).toBeUndefined();
});

test('trap 19: reads sections in another order, and the parts of one that stands twice', () => {
  const [head = '', ...parts] = markdown.split(/^(?=## )/m);
  const twice = '## Session Decisions\n\n- Use JSON. [@7]\n';
  const parsed = parseState([head, ...parts.toReversed(), twice].join(''));
  const decisions = parseState(markdown)?.sections['Session Decisions'] ?? [];
  expect(parsed?.sections['Session Decisions']).toEqual([
    ...decisions,
    { text: 'Use JSON.', offset: 7 },
  ]);
  for (const name of SECTIONS) expect(parsed?.sections[name].length).toBeGreaterThan(0);
});

test('reads a fact with separators of lines that Markdown does not know', () => {
  const text = 'Keep\u2028this\u2029word for word';
  const parsed = parseState(
    `${TITLE}\n\n## Session Decisions\n\n- ${text} [@7]\n  > said\u2028so\n`,
  );
  expect(parsed?.sections['Session Decisions']).toEqual([
    { text, offset: 7, body: 'said\u2028so' },
  ]);
  expect(parsed?.others).toEqual([]);
});
