import { kebabCase } from './names.ts';
import type { Surface } from './surface.ts';
import { header } from './write-event.ts';

/** Every event under its name. */
export function writeRegistry({ sdk, events }: Surface): string {
  const names = Object.keys(events);
  return `${header(sdk)}
${names.map((name) => `import { ${name} } from './${kebabCase(name)}.ts';`).join('\n')}

/** Every hook event under its name. Reading one builds nothing; its schemas are built when first used. */
export const hookEvents = { ${names.join(', ')} } as const;

/** The Claude Code version these events were generated from; an SDK 0.x has the client's patch number. */
export const SUPPORTED_CLAUDE_CODE = '2.1.${sdk.split('.')[2]}';
`;
}

/** The schemas of every event, for the package's entry. */
export function writeEventIndex({ sdk, events }: Surface): string {
  const lines = Object.keys(events).map(
    (name) => `export { ${name}Input, ${name}Output } from './${kebabCase(name)}.ts';`,
  );
  return `${header(sdk)}\n${lines.join('\n')}\n`;
}

/** The union of all inputs. Its type is written out, or declarations would repeat every schema. */
export function writeUnionOfInputs({ sdk, events }: Surface): string {
  const names = Object.keys(events);
  return `${header(sdk)}
import * as z from 'zod/mini';
${names.map((name) => `import { ${name}Input } from './${kebabCase(name)}.ts';`).join('\n')}

/** The input of any known event. Its first use builds all of them; \`parseHookInput\` builds one. */
export const HookInput: z.ZodMiniDiscriminatedUnion<
[${names.map((name) => `typeof ${name}Input`).join(', ')}], 'hook_event_name'> =
z.discriminatedUnion('hook_event_name', [${names.map((name) => `${name}Input`).join(', ')}]);
export type HookInput = z.infer<typeof HookInput>;
`;
}
