import { expect, test } from 'vitest';
import { sessionOf, texts } from './__fixtures__/session-of.ts';
import { editingFiles } from './sections/editing-files.ts';

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

test('of 60 KB of quotes and parentheses a command is read in no time', () => {
  const before = process.cpuUsage().user;
  sessionOf((session) => {
    for (const part of ["$(a '", '"`b', '((', '<<E\n', 'a && ', '\\\n'])
      session.tool('Bash', { command: part.repeat(60_000 / part.length) });
  });
  expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
});
