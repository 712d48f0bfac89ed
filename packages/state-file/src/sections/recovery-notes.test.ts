import { expect, test } from 'vitest';
import { recordedSession, sessionOf, texts } from '../__fixtures__/session-of.ts';
import { recoveryNotes } from './recovery-notes.ts';

const context = { session: 's', transcript: '/t.jsonl', skippedLines: 0 };

test('tells where everything is', () => {
  const { events, setting } = sessionOf((session) =>
    session.prompt('hi', { cwd: '/code/app', gitBranch: 'main' }),
  );
  const notes = texts(
    recoveryNotes(events, { ...context, setting, backup: '/b.gz', head: '0123456789abcdef' }),
  );
  expect(notes.slice(0, 4)).toEqual([
    'Session s',
    'Transcript: /t.jsonl',
    'Backup: /b.gz',
    'Work: folder /code/app, branch main, HEAD 0123456789ab',
  ]);
});

test('lists every request, oldest first, one line each', () => {
  const { events, setting } = sessionOf((session) => {
    session.prompt('First\nrequest');
    const typed = { type: 'queued_command', prompt: 'while you work' };
    session.line({ type: 'attachment', attachment: typed });
  });
  const notes = texts(recoveryNotes(events, { ...context, setting }));
  expect(notes).toContain('Request 1 (open): First request');
  expect(notes).toContain('Request 2 (open): while you work');
});

test('marks requests that were answered, stopped and withdrawn', () => {
  const { events, setting } = sessionOf((session) => {
    session.prompt('Write the importer.');
    session.reply({ content: [{ type: 'text', text: 'Done.' }] });
    session.prompt('Add a cron sweep.');
    session.prompt('[Request interrupted by user]');
    session.prompt('Drop the cron sweep, do a queue instead.');
    session.tool('Bash', { command: 'ls' });
  });
  const notes = texts(recoveryNotes(events, { ...context, setting }));
  expect(notes.filter((text) => text.startsWith('Request '))).toEqual([
    'Request 1 (answered): Write the importer.',
    'Request 2 (withdrawn by request 3): Add a cron sweep.',
    'Request 3 (open): Drop the cron sweep, do a queue instead.',
  ]);
});

test('keeps the notes that the person pinned, first and word for word', () => {
  const { events, setting } = sessionOf((session) =>
    session.prompt('Start.\npin: The staging key  rotates on Fridays\nThanks'),
  );
  expect(recoveryNotes(events, { ...context, setting })[0]?.text).toBe(
    'Pinned: The staging key  rotates on Fridays',
  );
});

test('tells the checks whose last run passed, with their last result', () => {
  const { events, setting } = sessionOf((session) => {
    session.tool('Bash', { command: 'npm test' }, { isError: true, text: 'Exit code 1' });
    session.tool('Bash', { command: 'npm test' }, { text: 'ran\n12 tests passed\n' });
    session.tool('Bash', { command: 'npm run lint' }, { text: 'ok' });
    session.tool('Bash', { command: 'npm run lint' }, { isError: true, text: 'Exit code 1' });
    session.tool('Bash', { command: 'ls test' }, { text: 'a.test.ts' });
  });
  const notes = texts(recoveryNotes(events, { ...context, setting }));
  expect(notes.filter((text) => text.startsWith('Passed'))).toEqual([
    'Passed: `npm test` → 12 tests passed',
  ]);
});

test('tells how much was read and what could not be', () => {
  const { events, setting } = sessionOf((session) => session.prompt('hi'));
  const notes = texts(recoveryNotes(events, { ...context, setting, skippedLines: 2 }));
  expect(notes.at(-1)).toBe(
    'Read: 1 request, 0 tool uses, 0 earlier compactions, 2 damaged lines skipped',
  );
});

test('lists all requests of the recorded session', () => {
  const { events, setting } = recordedSession();
  const notes = texts(recoveryNotes(events, { ...context, setting }));
  expect(notes.filter((text) => text.startsWith('Request '))).toHaveLength(9);
});

test('names the commits that were made', () => {
  const { events, setting } = sessionOf((session) => {
    const text = '[main (root-commit) 1a2b3c4] Start\n 1 file changed, 1 insertion(+)';
    session.tool('Bash', { command: 'git add -A && git commit -m Start' }, { text });
    session.tool('Bash', { command: 'git log' }, { text: '[main 7654321] no commit' });
  });
  const notes = texts(recoveryNotes(events, { ...context, setting }));
  expect(notes.filter((text) => text.startsWith('Committed'))).toEqual([
    'Committed 1a2b3c4 on main: Start',
  ]);
});

test('says of a check that passed when files were changed after it', () => {
  const { events, setting } = sessionOf((session) => {
    session.tool('Bash', { command: 'npm test' }, { text: '3 passed' });
    session.tool('Edit', { file_path: '/a.ts' }, { result: { filePath: '/a.ts' } });
    session.tool('Edit', { file_path: '/b.ts' }, { isError: true, text: 'not found' });
  });
  const passed = texts(recoveryNotes(events, { ...context, setting })).filter((text) =>
    text.startsWith('Passed'),
  );
  expect(passed[0]).toMatch(/ \(before 1 later change of files\)$/);
});
