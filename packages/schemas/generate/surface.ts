/** What the SDK's declarations say about hooks, as plain data: the generator's input, and what `check:sdk` compares. */
export type Surface = {
  /** Version of `@anthropic-ai/claude-agent-sdk`. Its patch number is Claude Code's. */
  sdk: string;
  /** Fields that every hook input has. */
  base: Field[];
  /** Fields that the declarations allow at the top of any hook output. */
  answer: Field[];
  events: Record<string, EventSurface>;
  /** The hooks block of a settings file. */
  settings: {
    switches: Field[];
    /** Fields of a matcher group beside its handlers. */
    group: Field[];
    handlers: ObjectShape[];
  };
  toolNames: string[];
  tools: Record<string, ToolSurface>;
};

export type ToolSurface = { input: Shape; response: Shape };

export type EventSurface = {
  doc?: string;
  /** Input fields beyond the base, without `hook_event_name`. */
  input: Field[];
  /** Fields of `hookSpecificOutput` without `hookEventName`; absent where the client refuses one. */
  output?: Field[];
};

export type Field = {
  name: string;
  optional?: true;
  type: Shape;
  doc?: string;
  deprecated?: string;
};

export type Shape =
  | { kind: 'string' | 'number' | 'boolean' | 'unknown' }
  | { kind: 'enum'; values: string[] }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'nullable' | 'array' | 'record'; of: Shape }
  | ObjectShape
  | { kind: 'union'; name?: string; options: Shape[] };

export type ObjectShape = { kind: 'object'; name?: string; fields: Field[] };

/** The type as TypeScript would write it, on one line. */
export function writeType(shape: Shape): string {
  if (shape.kind === 'record') return `Record<string, ${writeType(shape.of)}>`;
  if (shape.kind === 'enum') return shape.values.map((value) => `'${value}'`).join(' | ');
  if (shape.kind === 'literal')
    return typeof shape.value === 'string' ? `'${shape.value}'` : String(shape.value);
  if (shape.kind === 'nullable') return `${writeType(shape.of)} | null`;
  if (shape.kind === 'array') return `Array<${writeType(shape.of)}>`;
  if (shape.kind === 'object')
    return shape.name ?? `{ ${shape.fields.map(writeField).join('; ')} }`;
  if (shape.kind === 'union') return shape.name ?? shape.options.map(writeType).join(' | ');
  return shape.kind;
}

export const writeField = (field: Field): string =>
  `${field.name}${field.optional ? '?' : ''}: ${writeType(field.type)}`;
