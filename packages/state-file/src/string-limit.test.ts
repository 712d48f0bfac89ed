import { expect, test } from 'vitest';
import { sessionOf, texts } from './__fixtures__/session-of.ts';
import { editingFiles } from './sections/editing-files.ts';
import { failedAttempts } from './sections/failed-attempts.ts';

/** What a shell line says, between thousands of characters that it writes into other files. */
function amid(command: string): string {
  const text = 'Words of a page that nobody has to read.\n'.repeat(150);
  return `cat > /p/a.md <<'END'\n${text}END\n${command}\ncat > /p/b.md <<'END'\n${text}END`;
}

test('files that the middle of a long command writes are known', () => {
  const { events } = sessionOf((session) => {
    session.tool('Bash', { command: amid("sed -i 's/1/2/' /p/middle.ts") });
  });
  const edited = texts(editingFiles(events)).join('\n');
  for (const file of ['a.md', 'middle.ts', 'b.md']) expect(edited).toContain(`/p/${file}`);
});

test('what stands at the end of a long command is known, and tells it from others', () => {
  const text = 'Words of a page that nobody has to read.\n'.repeat(150);
  const { events } = sessionOf((session) => {
    for (const name of ['one', 'two'])
      session.tool(
        'Bash',
        { command: `cat > /p/a.md <<'END'\n${text}END\nnode ${name}.js` },
        { isError: true, text: 'Exit code 1' },
      );
  });
  const commands = events.flatMap((event) => (event.kind === 'tool' ? event.input['command'] : []));
  expect(commands).toEqual([expect.stringMatching(/one\.js$/), expect.stringMatching(/two\.js$/)]);
  expect(failedAttempts(events)).toHaveLength(2);
});

test('of 60 KB of quotes and parentheses a command is read in no time', () => {
  const before = process.cpuUsage().user;
  sessionOf((session) => {
    for (const part of ["$(a '", '"`b', '((', '<<E\n', 'a && ', '\\\n'])
      session.tool('Bash', { command: part.repeat(60_000 / part.length) });
  });
  expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
});
