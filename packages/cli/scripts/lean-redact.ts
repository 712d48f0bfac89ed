import { readFile } from 'node:fs/promises';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** What the runner of the rules loads beside them, by the text of a module that does nothing instead. */
const NOTHING: Record<string, string> = {
  // It looks at the terminal, which loads Node's streams and network.
  debug: 'export default () => () => {};',
  // It watches Node's performance entries.
  '@secretlint/profiler': 'export const secretLintProfiler = { mark() {} };',
};

/**
 * A hook waits for the rules that find secrets to load, so what finds none in a text stays out. One
 * rule imports a library, five times all rules, for a key file on the disk: it takes care of an import
 * that fails, and no text names a file. Nobody reads what a rule
 * says of a find; in Japanese that is six bytes a letter.
 */
export const leanRedact: Plugin = {
  name: 'lean-redact',
  setup(build) {
    build.onResolve({ filter: /^(?:debug|@secretlint\/profiler)$/ }, ({ path }) => ({
      path,
      namespace: 'nothing',
    }));
    build.onLoad({ filter: /./, namespace: 'nothing' }, ({ path }) => ({
      contents: NOTHING[path] ?? '',
    }));
    build.onResolve({ filter: /^\.\/index-/ }, ({ path, kind, importer }) =>
      kind === 'dynamic-import' && importer.includes('secretlint-rule-preset-recommend')
        ? { path, external: true }
        : undefined,
    );
    build.onLoad({ filter: /secretlint-rule-preset-recommend.*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/\bja: \(\w+\) => `[^`]*`,?/g, ''),
    }));
  },
};
