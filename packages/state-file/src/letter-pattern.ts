/**
 * Letters of lower case, and marks that belong to them. `\p{L}` has 650 ranges, and twice as many without
 * regard to case: patterns that hold it many times take a process longer to compile than all else it does.
 */
const LETTERS = String.raw`a-zªµº\u00df-\u00f6\u00f8-\u1fff\u3005\u3040-\u30ff\u3105-\ud7ff\uf900-\ufdff\uff41-\uff5a\uff66-\uffdc`;

/**
 * A pattern for text of lower case, in which `\p{L}` and `\p{N}` stand for letters and digits. Compiled
 * when it is asked the first time.
 */
export function letterPattern(source: () => string): (lowerCase: string) => boolean {
  let compiled: RegExp | undefined;
  return (lowerCase) => {
    compiled ??= letterRegExp(source());
    return compiled.test(lowerCase);
  };
}

/** The same where more is asked than whether it matches. */
export function letterRegExp(source: string, flags?: 'g'): RegExp {
  const withoutClasses = source
    .replaceAll(String.raw`[\p{L}\p{N}]`, `[${LETTERS}0-9]`)
    .replaceAll(String.raw`\p{L}`, `[${LETTERS}]`);
  return new RegExp(withoutClasses, flags);
}
