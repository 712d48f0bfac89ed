import { type Field, type Shape, type Surface, writeField, writeType } from './surface.ts';

/** What changed from one version of the SDK to another, a sentence each. Empty where hooks are the same. */
export function describeChanges(before: Surface, after: Surface): string[] {
  const [old, now] = [Object.keys(before.events), Object.keys(after.events)];
  return [
    ...now.filter((name) => !old.includes(name)).map((name) => `event ${name} is new`),
    ...old.filter((name) => !now.includes(name)).map((name) => `event ${name} is gone`),
    ...compareFields('every input', before.base, after.base),
    ...compareFields('every output', before.answer, after.answer),
    ...now
      .filter((name) => old.includes(name))
      .flatMap((name) => compareEvent(name, before, after)),
    ...compareFields('settings', before.settings.switches, after.settings.switches),
    ...compareFields('a matcher group', before.settings.group, after.settings.group),
    ...compareOptions('the handler', before.settings.handlers, after.settings.handlers),
    ...Object.keys(after.tools).flatMap((tool) => compareTool(tool, before, after)),
    ...compareNames('the built-in tools', before.toolNames, after.toolNames),
  ];
}

function compareEvent(name: string, before: Surface, after: Surface): string[] {
  const [old, now] = [before.events[name], after.events[name]];
  if (!old || !now) return [];
  if (old.output && !now.output) return [`${name} no longer takes a hookSpecificOutput`];
  const gained = !old.output && now.output ? [`${name} now takes a hookSpecificOutput`] : [];
  return [
    ...gained,
    ...compareFields(`${name} input`, old.input, now.input),
    ...compareFields(`${name} output`, old.output ?? [], now.output ?? []),
  ];
}

const find = (fields: Field[], name: string): Field | undefined =>
  fields.find((field) => field.name === name);

function compareFields(where: string, before: Field[], after: Field[]): string[] {
  const gone = before.filter(({ name }) => !find(after, name));
  return [
    ...gone.map((field) => `${where} lost \`${writeField(field)}\``),
    ...after.flatMap((field) => {
      const old = find(before, field.name);
      return old ? compareField(where, old, field) : [`${where} gained \`${writeField(field)}\``];
    }),
  ];
}

function compareField(where: string, before: Field, after: Field): string[] {
  const at = `${where} \`${after.name}\``;
  const optional = after.optional ? 'optional' : 'required';
  const turned = before.optional === after.optional ? [] : [`${at} became ${optional}`];
  return [...turned, ...compareShape(at, before.type, after.type)];
}

function compareShape(where: string, before: Shape, after: Shape): string[] {
  if (before.kind === 'enum' && after.kind === 'enum')
    return compareNames(where, before.values, after.values);
  if (before.kind === 'object' && after.kind === 'object')
    return compareFields(where, before.fields, after.fields);
  if (before.kind === 'array' && after.kind === 'array')
    return compareShape(where, before.of, after.of);
  if (before.kind === 'union' && after.kind === 'union')
    return compareOptions(where, before.options, after.options);
  const [old, now] = [spellOut(before), spellOut(after)];
  return old === now ? [] : [`${where} changed from \`${old}\` to \`${now}\``];
}

function compareNames(where: string, before: string[], after: string[]): string[] {
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  return [
    ...added.map((name) => `${where} gained '${name}'`),
    ...removed.map((name) => `${where} lost '${name}'`),
  ];
}

const compareTool = (tool: string, before: Surface, after: Surface): string[] => {
  const [old, now] = [before.tools[tool], after.tools[tool]];
  if (!old || !now) return [`the tool ${tool} is ${now ? 'new' : 'gone'}`];
  return [
    ...compareShape(`${tool} input`, old.input, now.input),
    ...compareShape(`${tool} response`, old.response, now.response),
  ];
};

/** Alternatives are paired by the literal that tells them apart. */
function compareOptions(where: string, before: Shape[], after: Shape[]): string[] {
  const [old, now] = [byTag(before), byTag(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((tag) => {
    const [left, right] = [old.get(tag), now.get(tag)];
    if (!left || !right) return [`${where} ${right ? 'gained' : 'lost'} the kind ${tag}`];
    return compareShape(`${where} ${tag}`, left, right);
  });
}

const byTag = (options: Shape[]): Map<string, Shape> =>
  new Map(
    options.map((option) => {
      const fields = option.kind === 'object' ? option.fields : [];
      const tag = fields.find((field) => field.type.kind === 'literal');
      return [tag ? writeType(tag.type) : spellOut(option), option];
    }),
  );

/** Named shapes by what they hold: the name may stay where the fields change. */
function spellOut(shape: Shape): string {
  if (shape.kind === 'object') return writeType({ kind: 'object', fields: shape.fields });
  if (shape.kind === 'union') return shape.options.map(spellOut).join(' | ');
  if (shape.kind === 'nullable') return `${spellOut(shape.of)} | null`;
  return writeType(shape);
}
