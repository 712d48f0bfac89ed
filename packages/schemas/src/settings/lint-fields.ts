import { type HookLint, lint } from './lint.ts';

/** Fields that the client does not read. Nothing else happens: the entry runs without them. */
export function lintFields(
  entry: object,
  known: readonly string[],
  path: (string | number)[],
): HookLint[] {
  return Object.keys(entry)
    .filter((field) => !known.includes(field))
    .map((field) => {
      const meant = known.find((one) => field.toLowerCase().startsWith(one.toLowerCase()));
      const hint = meant ? ` Did you mean ${meant}?` : '';
      const says = `no field that Claude Code reads here, so it is ignored.${hint}`;
      return lint({ rule: 'unknown-field', effect: 'surprise', path: [...path, field], says });
    });
}
