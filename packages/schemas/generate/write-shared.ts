import type { Field, Shape, Surface } from './surface.ts';
import { header, writeImports } from './write-event.ts';
import { sharedName, type Style, writeField, writeObject, writeUnion } from './write-zod.ts';

type NamedShape = Extract<Shape, { kind: 'object' | 'union' }> & { name: string };

/** What every event uses, in one module: each file that a hook loads costs it a millisecond. */
export function writeShared(sdk: Surface): string {
  const events = Object.values(sdk.events);
  const body = [
    writeBase(sdk.base),
    ...findNamed(events.flatMap((event) => event.input)).map((shape) => writeNamed(shape, 'input')),
    ...findNamed(events.flatMap((event) => event.output ?? [])).map((shape) =>
      writeNamed(shape, 'output'),
    ),
  ].join('\n');
  const imports = writeImports(body).filter((line) => !line.includes('./shared.ts'));
  const rules = "export * from '../output-rules.ts';";
  return [header(sdk.sdk), ...imports, '', rules, '', body].join('\n');
}

const writeBase = (base: Field[]): string => `/** The fields of every event's input. */
export const baseFields = /* @__PURE__ */ once(() => ({
${base.map((field) => writeField(field, { style: 'input' })).join('\n')}
}));
`;

function writeNamed(shape: NamedShape, style: Style): string {
  const schema =
    shape.kind === 'object'
      ? writeObject(shape.fields, { style })
      : writeUnion(shape.options, { style });
  return `export const ${sharedName(shape.name, style)} = /* @__PURE__ */ once(() => ${schema});\n`;
}

/** Innermost first, so that each is written before it is used. */
function findNamed(fields: Field[]): NamedShape[] {
  const found = new Map<string, NamedShape>();
  const visit = (shape: Shape): void => {
    if (shape.kind === 'array' || shape.kind === 'nullable') visit(shape.of);
    if (shape.kind === 'object') shape.fields.forEach((field) => visit(field.type));
    if (shape.kind === 'union') shape.options.forEach(visit);
    if ((shape.kind === 'object' || shape.kind === 'union') && shape.name)
      found.set(shape.name, { ...shape, name: shape.name });
  };
  fields.forEach((field) => visit(field.type));
  return [...found.values()];
}
