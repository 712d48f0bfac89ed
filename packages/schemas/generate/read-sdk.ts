import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type Declarations, openDeclarations, readNames } from './open-declarations.ts';
import { readFields, readShape } from './read-type.ts';
import type { EventSurface, Field, ObjectShape, Shape, Surface, ToolSurface } from './surface.ts';
import { toolTypes } from './tool-types.ts';

/** Reads every hook event, the hooks block of settings and the stable tools out of this folder of the SDK. */
export function readSdk(folder: string): Surface {
  const sdk = openDeclarations(join(folder, 'sdk.d.ts'));
  const base = readFields(sdk.checker, sdk.typeNamed('BaseHookInput'));
  const events = readNames(sdk.checker, sdk.findValue('HOOK_EVENTS'));
  return {
    sdk: readVersion(folder),
    base,
    answer: readFields(sdk.checker, sdk.typeNamed('SyncHookJSONOutput'), ['hookSpecificOutput']),
    events: Object.fromEntries(events.map((name) => [name, readEvent(sdk, name, base)])),
    settings: readSettings(sdk),
    // Marked as alpha: it may go again.
    toolNames: readNames(sdk.checker, sdk.findValue('BUILTIN_TOOL_NAMES')),
    tools: readTools(openDeclarations(join(folder, 'sdk-tools.d.ts'))),
  };
}

function readEvent(sdk: Declarations, event: string, base: Field[]): EventSurface {
  const own = readFields(sdk.checker, sdk.typeNamed(`${event}HookInput`), ['hook_event_name']);
  const output = sdk.findType(`${event}HookSpecificOutput`);
  const doc = sdk.docOf(`${event}HookInput`);
  const repeated = new Set(base.map((field) => JSON.stringify(field)));
  return {
    ...(doc ? { doc } : {}),
    // An event may repeat a base field to make it required: that one is the event's own.
    input: own.filter((field) => !repeated.has(JSON.stringify(field))),
    ...(output ? { output: readFields(sdk.checker, output, ['hookEventName']) } : {}),
  };
}

/** Settings that decide whether and which hooks run. */
const switches = [
  'disableAllHooks',
  'allowManagedHooksOnly',
  'allowedHttpHookUrls',
  'httpHookAllowedEnvVars',
];

function readSettings({ checker, typeNamed }: Declarations): Surface['settings'] {
  const settings = typeNamed('Settings');
  const hooks = checker.getNonNullableType(
    checker.getTypeOfSymbol(required(settings.getProperty('hooks'), 'Settings.hooks')),
  );
  const groups = required(
    checker.getIndexTypeOfType(hooks, ts.IndexKind.String),
    'a list of groups per event',
  );
  const group = required(checker.getIndexTypeOfType(groups, ts.IndexKind.Number), 'a group');
  const fields = readFields(checker, group);
  const handlers = required(
    fields.find((field) => field.name === 'hooks'),
    'the handlers of a group',
  );
  if (handlers.type.kind !== 'array' || handlers.type.of.kind !== 'union')
    throw new Error('the SDK no longer types the handlers of a group as a list of alternatives');
  return {
    switches: readFields(checker, settings).filter(({ name }) => switches.includes(name)),
    group: fields.filter((field) => field !== handlers),
    handlers: handlers.type.of.options.filter(isObjectShape),
  };
}

const isObjectShape = (shape: Shape): shape is ObjectShape => shape.kind === 'object';

const readTools = ({ checker, typeNamed }: Declarations): Record<string, ToolSurface> =>
  Object.fromEntries(
    Object.entries(toolTypes).map(([tool, { input, response }]) => [
      tool,
      {
        input: readShape(checker, typeNamed(input)),
        response: readShape(checker, typeNamed(response)),
      },
    ]),
  );

function readVersion(folder: string): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return manifest.version;
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the SDK no longer declares ${name}`);
  return value;
}
