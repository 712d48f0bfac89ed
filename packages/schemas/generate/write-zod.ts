import { closedEnums, otherCaps, cappedTexts, type EventOverride } from './overrides.ts';
import type { Field, Shape } from './surface.ts';

/** How a field becomes Zod: inputs are loose and their enums open, outputs strict and their texts capped. */
export type Style = 'input' | 'output';

type Context = { style: Style; override?: EventOverride | undefined };

/** One line of an object's shape, with its documentation above. */
export function writeField(field: Field, context: Context): string {
  const since = context.override?.optional?.[field.name];
  const doc = [field.doc, since && `Absent before Claude Code ${since}.`].filter(Boolean).join(' ');
  const schema = writeFieldSchema(field, context);
  const value = field.optional || since ? writeOptional(schema) : schema;
  return `${writeDoc(doc, field.deprecated)}${writeKey(field.name)}: ${value},`;
}

const writeKey = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

const writeOptional = (schema: string): string =>
  schema === 'text' ? 'optionalText' : `z.exactOptional(${schema})`;

function writeFieldSchema(field: Field, context: Context): string {
  const known = context.override?.known?.[field.name];
  if (known) return writeEnum({ values: known, open: true });
  if (context.style === 'output' && cappedTexts.includes(field.name)) return 'cappedText()';
  const cap = context.style === 'output' ? otherCaps[field.name] : undefined;
  if (cap) return `cappedText(${cap})`;
  if (field.type.kind === 'enum')
    return writeEnum({
      values: field.type.values,
      open: context.style === 'input' && !closedEnums.includes(field.name),
    });
  return writeShape(field.type, context);
}

const primitives = { string: 'text', number: 'number', boolean: 'boolean', unknown: 'anything' };

function writeShape(shape: Shape, context: Context): string {
  if (shape.kind === 'enum')
    return writeEnum({ values: shape.values, open: context.style === 'input' });
  if (shape.kind === 'record')
    return shape.of.kind === 'unknown'
      ? 'record()'
      : `z.record(text, ${writeShape(shape.of, context)})`;
  if (shape.kind === 'literal') return `z.literal(${JSON.stringify(shape.value)})`;
  if (shape.kind === 'nullable' || shape.kind === 'array')
    return `z.${shape.kind}(${writeShape(shape.of, context)})`;
  if (shape.kind !== 'object' && shape.kind !== 'union') return primitives[shape.kind];
  if (shape.name) return callShared(shape.name, context);
  return shape.kind === 'object'
    ? writeObject(shape.fields, context)
    : writeUnion(shape.options, context);
}

export function writeObject(fields: Field[], context: Context): string {
  const kind = context.style === 'input' ? 'looseObject' : 'strictObject';
  return `z.${kind}({\n${writeFields(fields, context)}\n})`;
}

/** A schema that stands by itself: its objects are built on first use. */
export function writeRoot(shape: Shape): string {
  const context: Context = { style: 'input' };
  if (shape.kind === 'union') return writeUnion(shape.options, context, writeRoot);
  if (shape.kind !== 'object') return writeShape(shape, context);
  return `looseObject(() => ({\n${writeFields(shape.fields, context)}\n}))`;
}

export const writeFields = (fields: Field[], context: Context): string =>
  fields.map((field) => writeField(field, context)).join('\n');

export function writeUnion(
  options: Shape[],
  context: Context,
  writeOption = (option: Shape): string => writeShape(option, context),
): string {
  const parts = options.map(writeOption).join(',\n');
  const discriminator = options.every((option) => option.kind === 'object')
    ? findDiscriminator(options)
    : undefined;
  return discriminator
    ? `z.discriminatedUnion('${discriminator}', [\n${parts},\n])`
    : `z.union([\n${parts},\n])`;
}

function findDiscriminator(options: { fields: Field[] }[]): string | undefined {
  return options[0]?.fields.find(({ name }) =>
    options.every((option) => isLiteral(option.fields.find((field) => field.name === name))),
  )?.name;
}

const isLiteral = (field?: Field): boolean => field?.type.kind === 'literal' && !field.optional;

/** Shapes that the SDK names live in `shared.ts`, a loose one for inputs and a strict one for outputs. */
const callShared = (name: string, { style }: Context): string => `${sharedName(name, style)}()`;

export const sharedName = (name: string, style: Style): string =>
  `${name.charAt(0).toLowerCase()}${name.slice(1)}${style === 'output' ? 'Answer' : ''}`;

function writeEnum({ values, open }: { values: string[]; open: boolean }): string {
  const list = values.map((value) => JSON.stringify(value)).join(', ');
  return open ? `open([${list}])` : `z.enum([${list}])`;
}

export function writeDoc(doc: string, deprecated?: string): string {
  const lines = [doc, deprecated && `@deprecated ${deprecated}`].filter(Boolean);
  if (lines.length === 0) return '';
  return lines.length === 1 && !deprecated
    ? `/** ${doc} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;
}
