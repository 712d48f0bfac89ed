import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payload } from './fixtures/index.ts';
import { isHookEventName } from './index.ts';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const pages = ['README.md', '../../docs/schemas.md'];
// Inside the package, so that its name resolves to its own sources.
const folder = join(packageFolder, '.cache', `snippets-${process.pid}`);

type Snippet = {
  file: string;
  stdin: string | undefined;
  code: string;
  output: string | undefined;
};

/** Each TypeScript block of a page, with the block of output that follows it, if any. */
const readSnippets = (page: string): Snippet[] =>
  readFileSync(join(packageFolder, page), 'utf8')
    .split(/^```ts/m)
    .slice(1)
    .map((rest) => {
      const [head = '', code = ''] = rest.split(/\n([\s\S]*?)^```$/m);
      const output = /^```[\s\S]*?^```text output\n([\s\S]*?)^```$/m.exec(rest);
      return {
        file: /file=(\S+)/.exec(head)?.[1] ?? '',
        stdin: /stdin=(\S+)/.exec(head)?.[1],
        code,
        output: output?.[1],
      };
    });

const snippets = pages.flatMap(readSnippets);

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const { file, code } of snippets) writeFileSync(join(folder, file), code);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every TypeScript block has a name, and there are enough of them', () => {
  expect(snippets.map(({ file }) => file)).not.toContain('');
  expect(snippets.length).toBeGreaterThanOrEqual(8);
});

test('the example of the README has less than 15 lines', () => {
  expect(readSnippets('README.md')[0]?.code.split('\n').length).toBeLessThan(15);
});

test('every snippet compiles under the strictest options of this repository', () => {
  const config = join(packageFolder, '../../tsconfig.base.json');
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (path) => readFileSync(path, 'utf8')).config,
    ts.sys,
    packageFolder,
  );
  const files = snippets.map(({ file }) => join(folder, file));
  const program = ts.createProgram(files, options);
  const messages = files.flatMap((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  );
  expect(messages).toStrictEqual([]);
});

test.each(snippets)('$file runs and prints what the page says', async ({ file, stdin, output }) => {
  const outfile = join(folder, file.replace('.ts', '.mjs'));
  await build({
    entryPoints: [join(folder, file)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@carryover/source'],
  });
  const input = stdin && isHookEventName(stdin) ? JSON.stringify(payload(stdin)) : '';
  const run = spawnSync(process.execPath, [outfile], { input, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  expect(run.stdout.trimEnd()).toBe((output ?? run.stdout).trimEnd());
  expect(run.stdout).not.toBe('');
});
