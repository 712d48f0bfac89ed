const EXTENSION =
  'ts|tsx|js|jsx|mjs|cjs|mts|cts|json|jsonc|jsonl|md|mdx|txt|ya?ml|toml|ini|cfg|conf|env|lock|sh|bash|zsh|fish|ps1|bat|py|ipynb|rb|go|rs|java|kt|kts|swift|c|h|cc|cpp|hpp|cs|fs|php|pl|lua|r|jl|ex|exs|erl|hs|ml|clj|scala|dart|vue|svelte|astro|html?|css|scss|sass|less|svg|png|jpe?g|gif|ico|pdf|csv|tsv|sql|db|sqlite3?|proto|graphql|gradle|tf|tfvars|nix|xml|plist|log|gz|zip|tar|tgz|pem|key|crt|cer|pub';

/**
 * What names a file, a folder or an address: an absolute or relative path, a name with a known ending.
 * `and/or`, versions and numbers are none.
 */
const PATH = new RegExp(
  String.raw`\b[a-z][a-z0-9+.-]*://[^\s"'<>)\]]+` +
    String.raw`|(?<![\w/.:-])(?:~|\.{1,2})?/[\w.@+~-]+(?:/[\w.@+~-]*)*` +
    String.raw`|\b[A-Za-z]:\\[\w.\\-]+` +
    String.raw`|(?<![\w/.-])(?:[\w.@+~-]+/)*[\w@+~-][\w.@+~-]*\.(?:${EXTENSION})\b(?![\w/])`,
  'giu',
);

/** The first path in a text that the model was not given, `undefined` where all are known. */
export function unknownPath(text: string, known: string): string | undefined {
  return [...text.matchAll(PATH)]
    .map(([path]) => path.replace(/[.,:;]+$/, ''))
    .find((path) => !isKnown(path, known));
}

/** As a whole: `a.ts` is not known from `data.ts`, nor `/etc` from `/etc/hosts`. */
function isKnown(path: string, known: string): boolean {
  for (let at = known.indexOf(path); at !== -1; at = known.indexOf(path, at + 1)) {
    const before = known[at - 1] ?? ' ';
    const after = known.slice(at + path.length, at + path.length + 2);
    if (!/[\w@~-]/.test(before) && !/^(?:[\w@~-]|[/.]\w)/.test(after)) return true;
  }
  return false;
}
