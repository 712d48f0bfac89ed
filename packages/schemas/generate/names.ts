/** `PreCompact` → `pre-compact`: the event's file, subpath and JSON Schema. */
export const kebabCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
