import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from '../__fixtures__/session-of.ts';
import { taskList } from './task-list.ts';

test('folds TaskCreate and TaskUpdate into the final state', () => {
  const { events } = sessionOf((session) => {
    for (const [id, subject] of [
      ['1', 'Parse'],
      ['2', 'Render'],
      ['3', 'Old'],
    ]) {
      session.tool('TaskCreate', { subject }, { result: { task: { id, subject } } });
    }
    session.tool('TaskUpdate', { taskId: '1', status: 'completed' });
    session.tool('TaskUpdate', { taskId: '2', owner: 'agent-b' });
    session.tool('TaskUpdate', { taskId: '3', status: 'deleted' });
  });
  expect(texts(taskList(events))).toEqual([
    '[x] completed #1 Parse',
    '[ ] pending #2 Render, owner agent-b',
  ]);
});

function waitingAfter(...updates: Record<string, unknown>[]): string[] {
  const { events } = sessionOf((session) => {
    for (const id of ['1', '2', '3', '4']) {
      session.tool('TaskCreate', { subject: `T${id}` }, { result: { task: { id } } });
    }
    session.tool('TaskUpdate', { taskId: '3', addBlockedBy: ['1', '2'] });
    session.tool('TaskUpdate', { taskId: '1', addBlocks: ['4'] });
    for (const update of updates) session.tool('TaskUpdate', update);
  });
  return texts(taskList(events)).filter((text) => text.includes('pending'));
}

test('tells what a task waits for, until that is completed or deleted', () => {
  expect(waitingAfter().slice(2)).toEqual([
    '[ ] pending #3 T3, blocked by #1, #2',
    '[ ] pending #4 T4, blocked by #1',
  ]);
  expect(waitingAfter({ taskId: '1', status: 'completed' })).toEqual([
    '[ ] pending #2 T2',
    '[ ] pending #3 T3, blocked by #2',
    '[ ] pending #4 T4',
  ]);
  expect(waitingAfter({ taskId: '1', status: 'deleted' }).at(-1)).toBe('[ ] pending #4 T4');
  const reopened = [
    { taskId: '1', status: 'completed' },
    { taskId: '1', status: 'pending' },
  ];
  expect(waitingAfter(...reopened).at(-1)).toBe('[ ] pending #4 T4, blocked by #1');
});

test('reads the id from the text where the result has no structure', () => {
  const { events } = sessionOf((session) =>
    session.tool('TaskCreate', { subject: 'A' }, { text: 'Task #7 created successfully: A' }),
  );
  expect(texts(taskList(events))).toEqual(['[ ] pending #7 A']);
});

test('leaves an update that failed without effect', () => {
  const { events } = sessionOf((session) => {
    session.tool('TaskCreate', { subject: 'A' }, { result: { task: { id: '1' } } });
    session.tool('TaskUpdate', { taskId: '1', status: 'completed' }, { isError: true });
    session.tool(
      'TaskUpdate',
      { taskId: '1', status: 'completed' },
      { result: { success: false } },
    );
  });
  expect(texts(taskList(events))).toEqual(['[ ] pending #1 A']);
});

test('takes the last TodoWrite whole, from before a compaction too', () => {
  const { events } = sessionOf((session) => {
    session.tool('TodoWrite', { todos: [{ content: 'gone', status: 'pending' }] });
    session.tool('TodoWrite', {
      todos: [
        { content: 'One', status: 'completed' },
        { content: 'Two', status: 'in_progress' },
      ],
    });
    session.boundary();
    session.summary('…');
  });
  expect(texts(taskList(events))).toEqual(['[x] completed #1 One', '[~] in_progress #2 Two']);
});

test('believes the list that the client attached itself', () => {
  const { events } = sessionOf((session) => {
    session.tool('TaskCreate', { subject: 'A' }, { result: { task: { id: '1' } } });
    const content = [{ id: '1', subject: 'A', status: 'completed', blockedBy: [] }];
    session.line({ type: 'attachment', attachment: { type: 'task_reminder', content } });
  });
  expect(texts(taskList(events))).toEqual(['[x] completed #1 A']);
});

test('applies results in the order in which they came', () => {
  const { events } = sessionOf((session) => {
    session.tool('TaskCreate', { subject: 'A' }, { result: { task: { id: '1' } } });
    session.toolUse('u1', 'TaskUpdate', { taskId: '1', status: 'completed' });
    session.toolUse('u2', 'TaskList', {});
    const tasks = [{ id: '1', subject: 'A', status: 'pending' }];
    session.toolResult('u2', '#1', { toolUseResult: { tasks } });
    session.toolResult('u1', 'Updated task #1 status', { toolUseResult: { success: true } });
  });
  expect(texts(taskList(events))).toEqual(['[x] completed #1 A']);
});

test('knows all six tasks of the recorded session across two compactions', () => {
  const tasks = texts(taskList(recordedSession().events));
  expect(tasks).toHaveLength(6);
  expect(tasks.at(-1)).toBe('[ ] pending #6 Try the queue against ledger staging');
});
