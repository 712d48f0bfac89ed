import { join } from 'node:path';
import { testdir, transcriptBuilder } from '@carryover/testing';
import { describe, expect, test } from 'vitest';
import { condense } from './condense.ts';
import { withoutEncoded } from './encoded-runs.ts';

const bytes = Buffer.from(Array.from({ length: 3000 }, (_, n) => (n * 7919 + (n >> 3) * 31) % 256));
const base64 = bytes.toString('base64');
const wrapped = (width: number, lineEnd = '\n'): string =>
  (base64.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(lineEnd);
const numbered = wrapped(76)
  .split('\n')
  .map((line, number) => `${String(number + 1).padStart(6)}\t${line}`)
  .join('\n');

const encoded: [name: string, text: string][] = [
  ['in one run', base64],
  ['with the letters of URLs', bytes.toString('base64url')],
  ['wrapped at 76 columns', wrapped(76)],
  ['wrapped at 64 columns with CRLF', wrapped(64, '\r\n')],
  ['wrapped and indented', wrapped(76, '\n    ')],
  ['wrapped with line numbers', numbered],
  ['as a data URL', `data:image/png;base64,${base64}`],
  [
    'as a data URL with parameters',
    `data:image/svg+xml;charset=utf-8;name="a.svg";base64,${base64}`,
  ],
  ['as a short data URL', `data:;base64,${base64.slice(0, 120)}`],
];

/** No piece of 16 characters of the bytes is in the text. */
function expectNoCopy(text: string): void {
  const plain = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/\s|\d+\t/g, '');
  for (let start = 0; start + 16 <= base64.length; start += 4) {
    expect(plain).not.toContain(base64.slice(start, start + 16));
  }
}

describe('base64 is named, not copied', () => {
  test.each(encoded)('%s', (_name, text) => {
    const named = withoutEncoded(`before\n${text}\nafter`);
    expectNoCopy(named);
    expect(named).toMatch(/^before\n/);
    expect(named).toMatch(/\nafter$/);
    expect(named).toMatch(/characters\]/);
  });

  test.each(encoded)('%s: in prompts, commands, inputs, failures and outputs', (_name, text) => {
    const b = transcriptBuilder();
    b.prompt(`look at this:\n${text}\nand tell me`);
    b.toolUse('t1', 'Bash', { command: `decode <<EOF\n${text}\nEOF` });
    b.toolResult('t1', `Exit code 1\nbad input:\n${text}`, { isError: true });
    b.toolUse('t2', 'mcp__mail__send', { to: 'me', attachment: { data: text } });
    b.toolResult('t2', `${'sent\n'.repeat(3000)}${text}`);
    b.toolUse('t3', 'mcp__mail__read', {});
    b.toolResult('t3', `${text}\n${'read\n'.repeat(3000)}`);
    b.toolUse('t4', 'AskUserQuestion', {});
    b.toolResult('t4', 'ok', { toolUseResult: { answers: { Which: text } } });
    b.reply({ content: `I decided to keep it: ${text}` });
    using dir = testdir({ f: b.toString() });
    const digest = condense(join(dir.path, 'f'), { budget: 50_000 });
    expect(digest.ok).toBe(true);
    expectNoCopy(digest.ok ? digest.text : '');
  });
});

test.each([
  ['a listing of long paths', 'src/components/navigation/sidebar/entries/collapsed\n'.repeat(3)],
  ['rules', `${'='.repeat(300)}\n${'-'.repeat(300)}`],
  ['prose', 'These are words with blanks between them. '.repeat(30)],
  ['code', 'const value = compute(1, 2, 3);\n'.repeat(30)],
  ['a word after full lines', `${'a word and more, '.repeat(20)}\ndone`],
])('%s stays', (_name, text) => {
  expect(withoutEncoded(text)).toBe(text);
});
