import { ABOUT } from './about.ts';
import { CONFIG_KEYS, configKeys } from './keys.ts';

/** `config.json` as JSON Schema; a project's file takes the keys that do not say "not in a project". */
export function configSchema(): Record<string, unknown> {
  const properties = configKeys().map((key) => {
    const { kind, fallback, userOnly } = CONFIG_KEYS[key];
    const description = `${ABOUT[key]}${userOnly ? ' (not in a project)' : ''}`;
    return [key, { ...kind.schema, default: fallback, description }];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of carryover',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(properties) },
    additionalProperties: false,
  };
}
