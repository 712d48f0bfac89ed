import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from '../__fixtures__/session-of.ts';
import { editingFiles } from './editing-files.ts';

const patch = (newStart: number, newLines: number) => ({
  structuredPatch: [{ newStart, newLines, lines: [] }],
});

test('counts the writes of each file, the one worked on last at the end', () => {
  const { events } = sessionOf((session) => {
    session.tool('Write', { file_path: '/p/a.ts' }, { result: { type: 'create' } });
    session.tool('Edit', { file_path: '/p/b.ts' }, { result: patch(3, 4) });
    session.tool('Edit', { file_path: '/p/a.ts' }, { result: patch(10, 1) });
    session.tool('NotebookEdit', { notebook_path: '/p/n.ipynb' });
  });
  const files = texts(editingFiles(events)).map((text) => text.replace(/, 2026.*\)/, ')'));
  expect(files).toEqual([
    '/p/b.ts (edited, last lines 3-6)',
    '/p/a.ts (created, 2 writes, last lines 10)',
    '/p/n.ipynb (edited)',
  ]);
});

test('leaves out edits that failed and plan files of the client', () => {
  const { events } = sessionOf((session) => {
    session.tool('Edit', { file_path: '/p/a.ts' }, { isError: true, text: 'String to replace' });
    session.tool('Write', { file_path: '/home/dev/.claude/plans/x.md' });
    session.tool('Read', { file_path: '/p/read.ts' });
  });
  expect(editingFiles(events)).toEqual([]);
});

test('tells the files of the recorded session', () => {
  const files = texts(editingFiles(recordedSession().events));
  expect(files.some((text) => text.includes('src/handle-event.js (edited, 2 writes'))).toBe(true);
  expect(files.some((text) => text.includes('src/retry-queue.js (created, 3 writes'))).toBe(true);
});

test('counts writes by commands with those by tools, relative to the folder of that moment', () => {
  const { events } = sessionOf((session) => {
    session.tool('Write', { file_path: '/p/src/a.ts' }, { result: { type: 'create' } });
    session.toolUse('s', 'Bash', { command: "cd src && sed -i 's/a/b/' a.ts" }, { cwd: '/p' });
    session.toolResult('s', '');
    session.tool('Bash', { command: 'rm /p/old.ts' });
    session.tool('Bash', { command: 'echo x > /p/failed.ts' }, { isError: true });
  });
  const files = texts(editingFiles(events)).map((text) => text.replace(/, 2026.*\)/, ')'));
  expect(files).toEqual([
    '/p/src/a.ts (created, also by a command, 2 writes)',
    '/p/old.ts (removed by a command)',
  ]);
});

test('tells what a file was last: edited after it was removed, written by a line that failed later', () => {
  const { events } = sessionOf((session) => {
    session.tool('Bash', { command: 'rm /p/a.ts' });
    session.tool('Bash', { command: 'git checkout /p/a.ts' });
    session.tool('Edit', { file_path: '/p/a.ts' });
    const failed = { isError: true, text: 'Exit code 1' };
    session.tool('Bash', { command: 'echo x > /p/b.ts && false' }, failed);
  });
  const files = texts(editingFiles(events)).map((text) => text.replace(/, 2026.*\)/, ')'));
  expect(files).toEqual([
    '/p/a.ts (edited, also by a command, 2 writes)',
    '/p/b.ts (created by a command)',
  ]);
});
