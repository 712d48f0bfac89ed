import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from '../__fixtures__/session-of.ts';
import { skillsInvoked } from './skills-invoked.ts';

const runs = (...args: Parameters<typeof sessionOf>) =>
  texts(skillsInvoked(sessionOf(...args).events));

test('tells skills and slash commands that ran, once each with a count', () => {
  const found = runs((session) => {
    const result = { success: true, commandName: 'release-notes' };
    session.tool('Skill', { skill: 'release-notes' }, { result });
    session.tool('Skill', { skill: 'release-notes' }, { result });
    session.prompt(
      '<command-message>hello</command-message>\n<command-name>/hello</command-name>\n<command-args>world</command-args>',
    );
  });
  expect(found).toEqual([
    'Skill release-notes, 2 times (a record: invoke it again to have its text)',
    'Command /hello world (a record: invoke it again to have its text)',
  ]);
});

test('takes no pasted tag, no failed skill and no command of the client for a run', () => {
  const found = runs((session) => {
    session.prompt('What does <command-name>/rm-everything</command-name> do?');
    session.prompt('<command-name>/model</command-name>\n<command-message>model</command-message>');
    session.tool('Skill', { skill: 'gone' }, { isError: true, text: 'Unknown skill: gone' });
  });
  expect(found).toEqual([]);
});

test('tells the command and the skill of the recorded session', () => {
  expect(texts(skillsInvoked(recordedSession().events))).toEqual([
    'Command /check-money src (a record: invoke it again to have its text)',
    'Skill release-notes 1.4.0 (a record: invoke it again to have its text)',
  ]);
});
