import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from './__fixtures__/session-of.ts';
import { constraints } from './sections/constraints.ts';
import { editingFiles } from './sections/editing-files.ts';
import { failedAttempts } from './sections/failed-attempts.ts';
import { listRequests } from './requests.ts';
import { taskList } from './sections/task-list.ts';

test('keeps a branch that the person went back from apart, and tells of it only what matters', () => {
  const { events, asides } = sessionOf((session) => {
    session.prompt('Start.');
    const fork = session.reply({ content: [{ type: 'text', text: 'Ready.' }] });
    session.prompt('Never use tabs in this dead branch.');
    session.tool('TodoWrite', { todos: [{ content: 'Dead task', status: 'pending' }] });
    session.tool('Write', { file_path: '/p/dead.ts' }, { result: { type: 'create' } });
    session.tool('Bash', { command: 'make dead' }, { isError: true, text: 'Exit code 2' });
    session.continueFrom(fork);
    session.prompt('Do it like this instead.');
    session.reply({ content: [{ type: 'text', text: 'Done.' }] });
  });
  expect(listRequests(events).map(({ prompt }) => prompt.text)).toEqual([
    'Start.',
    'Do it like this instead.',
  ]);
  expect(taskList(events)).toEqual([]);
  expect(texts(constraints(events))).toEqual([]);
  expect(texts(editingFiles(events, asides))[0]).toMatch(/^\/p\/dead\.ts \(created.*\(rewound\)$/);
  expect(texts(failedAttempts(events, asides))).toEqual([
    'Bash `make dead`: Exit code 2 (rewound)',
  ]);
});

test('takes what stands before a compaction for the work as it stands', () => {
  const { events, asides } = sessionOf((session) => {
    session.prompt('First.');
    session.tool('Bash', { command: 'ls' });
    session.boundary();
    session.summary('…');
    session.prompt('Second.');
  });
  expect(listRequests(events)).toHaveLength(2);
  expect(asides).toEqual([]);
});

test('counts a line once that a resumed session holds twice', () => {
  const { events } = sessionOf((session) => {
    session.prompt('Hello.', { uuid: 'same' });
    session.prompt('Hello.', { uuid: 'same' });
  });
  expect(listRequests(events)).toHaveLength(1);
});

test('takes nothing of the recorded session for rewound', () => {
  expect(recordedSession().asides).toEqual([]);
});

test('takes lines that name no parent for the work as it stands', () => {
  const { events, asides } = sessionOf((session) => {
    session.prompt('First.', { parentUuid: undefined });
    session.prompt('Second.', { parentUuid: undefined });
  });
  expect(listRequests(events)).toHaveLength(2);
  expect(asides).toEqual([]);
});
