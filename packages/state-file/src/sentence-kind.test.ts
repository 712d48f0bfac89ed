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
  ['and no extra migrations', 'constraint'],
  ['the worker is not to move, u can edit tests but not fixtures', 'constraint'],
  ['tests werden nicht gelöscht', 'constraint'],
  ['casse pas les tests', 'constraint'],
  ['antes de mergear preguntame', 'constraint'],
  ['这个文件大家别乱改', 'constraint'],
  ['ここは消さないでね', 'constraint'],
  ['redis it is', 'decision'],
  ['the other option please', 'decision'],
  ['nee, die andere', 'decision'],
  ['usemos la tabla', 'decision'],
  ['tu peux publier', 'decision'],
  ['就这个吧', 'decision'],
  ['Works for me.', 'decision'],
  ['On second thought, one table is enough.', 'decision'],
  ['Meinetwegen, merge es.', 'decision'],
])('%j is a %s', (sentence, kind) => {
  expect(tellingSentences(sentence)).toEqual([{ kind, text: sentence }]);
});

test.each([
  'should we only use the standard library',
  'Error: value must be a string',
  'ich hab nur kurz reingeschaut',
  'la página siempre se cuelga',
  'no sé qué pasa en la página',
  'no idea why it fails',
  'Nothing in the parser is broken.',
  'Without my laptop I could not look at it.',
  'Egal was ich versuche, es stürzt ab.',
  '每次打开都要等十分钟。',
])('%j only tells', (sentence) => {
  expect(tellingSentences(sentence)).toEqual([]);
});
