import { expect, test } from 'vitest';
import { tellingSentences } from './sentence-kind.ts';

test.each([
  ['Hands off the parser.', 'constraint'],
  ['I want all of it behind a flag.', 'constraint'],
  ['Not into logs, not into the dead letters.', 'constraint'],
  ['Egal was passiert, der Port bleibt offen.', 'constraint'],
  ['Finger weg vom Parser.', 'constraint'],
  ['Quiero que todo vaya con pruebas.', 'constraint'],
  ['何があってもここは止めない。', 'constraint'],
  ['Works for me.', 'decision'],
  ['On second thought, one table is enough.', 'decision'],
  ['Meinetwegen, merge es.', 'decision'],
])('%j is a %s', (sentence, kind) => {
  expect(tellingSentences(sentence)).toEqual([{ kind, text: sentence }]);
});

test.each([
  'Nothing in the parser is broken.',
  'Without my laptop I could not look at it.',
  'Egal was ich versuche, es stürzt ab.',
  '每次打开都要等十分钟。',
])('%j only tells', (sentence) => {
  expect(tellingSentences(sentence)).toEqual([]);
});
