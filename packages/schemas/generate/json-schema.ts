import * as z from 'zod/mini';
import type { HookEvent } from '../src/hook-event.ts';
import type { Field, Surface } from './surface.ts';

export type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

export function toJsonSchema(schema: z.core.$ZodType, title: string): JsonSchema {
  const json: JsonSchema = JSON.parse(JSON.stringify(z.toJSONSchema(schema)));
  const { $schema, ...rest } = json;
  return { $schema, title, ...rest };
}

/** Adds the documentation that Zod does not carry. */
export function describeFields(schema: JsonSchema, fields: Field[]): JsonSchema {
  for (const { name, doc, deprecated } of fields) {
    const property = schema.properties?.[name];
    if (property && doc) property['description'] = doc;
    if (property && deprecated !== undefined) property['deprecated'] = true;
  }
  return schema;
}

/** What a command hook prints: the author's answer as the client reads it. */
export function writeOutputSchema(event: HookEvent, surface: Surface): JsonSchema {
  const title = `What a ${event.name} hook may print`;
  const schema = describeFields(toJsonSchema(event.output, title), surface.answer);
  if (event.stdout === 'path') return { $schema: schema['$schema'], title, type: 'string' };
  if (event.stdout === 'instructions') return withText(schema);
  const own = schema.properties?.['hookSpecificOutput'];
  if (own) nameEvent(describeFields(own, surface.events[event.name]?.output ?? []), event.name);
  return schema;
}

function nameEvent(own: JsonSchema, name: string): void {
  own.properties = { hookEventName: { type: 'string', const: name }, ...own.properties };
  own.required = ['hookEventName', ...(own.required ?? [])];
}

/** Either text for the summariser or a JSON object that blocks. */
function withText({ $schema, title, properties, ...block }: JsonSchema): JsonSchema {
  const { instructions, ...blocking } = properties ?? {};
  return { $schema, title, anyOf: [{ ...instructions }, { ...block, properties: blocking }] };
}
