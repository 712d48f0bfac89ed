import type { ObjectShape, Surface } from './surface.ts';
import { header, writeImports } from './write-event.ts';
import { writeFields, writeRoot } from './write-zod.ts';

/** The hooks block of a settings file: one schema per handler type, and the block around them. */
export function writeSettings({ sdk, settings }: Surface): string {
  const names = settings.handlers.map(nameHandler);
  const body = `${settings.handlers.map(writeHandler).join('\n')}
/** A handler of a type that this version does not know. */
export const OtherHandler = looseObject(() => ({ type: text }));
export type OtherHandler = z.infer<typeof OtherHandler>;

export const HookHandler = z.union([
z.discriminatedUnion('type', [${names.join(', ')}]),
OtherHandler,
]);
export type HookHandler = z.infer<typeof HookHandler>;

/** Handlers that run together when their matcher fits. */
export const HookGroup = looseObject(() => ({
${writeFields(settings.group, { style: 'input' })}
hooks: z.array(HookHandler),
}));
export type HookGroup = z.infer<typeof HookGroup>;

/** The part of a settings file that has to do with hooks. */
export const HookSettings = looseObject(() => ({
hooks: z.exactOptional(z.record(text, z.array(HookGroup))),
${writeFields(settings.switches, { style: 'input' })}
}));
export type HookSettings = z.infer<typeof HookSettings>;

/** A plugin's \`hooks/hooks.json\`: its events stand under \`hooks\`, without which the file is ignored. */
export const PluginHooks = looseObject(() => ({
description: optionalText,
hooks: z.record(text, z.array(HookGroup)),
}));
export type PluginHooks = z.infer<typeof PluginHooks>;
`;
  return [header(sdk), ...writeImports(body), '', body].join('\n');
}

function writeHandler(shape: ObjectShape): string {
  const name = nameHandler(shape);
  return `export const ${name} = ${writeRoot(shape)};
export type ${name} = z.infer<typeof ${name}>;
`;
}

/** `mcp_tool` → `McpToolHandler`. */
function nameHandler(shape: ObjectShape): string {
  const type = shape.fields.find((field) => field.name === 'type')?.type;
  if (type?.kind !== 'literal') throw new Error('a handler of the SDK has no literal type');
  const words = String(type.value).split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Handler`;
}
