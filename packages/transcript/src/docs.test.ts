import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { testdir, workSession } from '@carryover/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const pages = ['../README.md', '../../../docs/transcript-format.md'];
const snippet = /```js\n([\s\S]*?)```\s+```text\n([\s\S]*?)```/g;

const snippets = pages.flatMap((page) => {
  const text = readFileSync(join(folder, page), 'utf8');
  const codes = [...text.matchAll(snippet)].map(([, code = '', output = '']) => ({ code, output }));
  const all = text.match(/```js\n/g)?.length ?? 0;
  return codes.map((found, number) => ({ page, number: number + 1, all, ...found }));
});

/** The packages' names as the files that they stand for. */
function toSource(code: string): string {
  return code.replaceAll(/from '@carryover\/transcript(\/\w+)?'/g, (_, path: string = '/index') => {
    return `from ${JSON.stringify(pathToFileURL(join(folder, `${path}.ts`)).href)}`;
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('snippets print what the page says', () => {
  test.each(snippets)('$page $number', async ({ page, all, code, output }) => {
    expect(snippets.filter((other) => other.page === page)).toHaveLength(all);
    using dir = testdir({ 's.jsonl': [...workSession({ prompts: 4, bytes: 150_000 })].join('') });
    const file = join(dir.path, 'snippet.mjs');
    writeFileSync(file, toSource(code));
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...words) => lines.push(words.join(' ')));
    const argv = process.argv[2];
    process.argv[2] = join(dir.path, 's.jsonl');
    await import(/* @vite-ignore */ file);
    process.argv[2] = argv ?? '';
    expect(`${lines.join('\n')}\n`).toBe(output);
  });
});
