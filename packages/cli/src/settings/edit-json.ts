import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  modify,
  parseTree,
  type Edit,
  type JSONPath,
  type Node,
} from 'jsonc-parser';

const BOM = '\uFEFF';

/** The text with another value at a path. Comments, order and all the rest stay. */
export function edit(
  text: string,
  path: JSONPath,
  value: unknown,
  isArrayInsertion = false,
): string {
  const body = withoutBom(text);
  const formattingOptions = { ...indentation(body), eol: body.includes('\r\n') ? '\r\n' : '\n' };
  const base = body.trim() === '' ? '{}\n' : body;
  const edited = applyEdits(
    base,
    modify(base, path, value, { formattingOptions, isArrayInsertion }),
  );
  return (text.startsWith(BOM) ? BOM : '') + edited;
}

/**
 * The text without what stands at a path: all else stays byte for byte, with its comments. `modify` of
 * jsonc-parser 3.3.1 cannot do it: where a list ends on the line of its last item it cuts too short.
 */
export function remove(text: string, path: JSONPath): string {
  const body = withoutBom(text);
  const node = nodeAt(body, path);
  const item = node?.parent?.type === 'property' ? node.parent : node;
  if (!item) return text;
  return (text.startsWith(BOM) ? BOM : '') + applyEdits(body, removal(body, item));
}

function removal(body: string, item: Node): Edit[] {
  const siblings = item.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(item) - 1];
  const comma = commaAfter(body, endOf(previous ?? item));
  let [start, end] = [item.offset, endOf(item)];
  while (isBlank(body[start - 1])) start -= 1;
  const isWithin = !previous && comma !== undefined && body.slice(end, comma).trim() === '';
  if (isWithin) end = comma + 1;
  while (isBlank(body[end])) end += 1;
  // A line of its own goes as a whole.
  const isLine = body[start - 1] === '\n';
  if (isLine && body.startsWith('\r\n', end)) end += 2;
  else if (isLine && body[end] === '\n') end += 1;
  const edits = [{ offset: start, length: end - start, content: '' }];
  if (comma !== undefined && !isWithin) edits.push({ offset: comma, length: 1, content: '' });
  return edits;
}

/** The place of the comma that follows, with comments before it or not. */
function commaAfter(body: string, offset: number): number | undefined {
  const scanner = createScanner(body, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return body[at] === ',' ? at : undefined;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

/** What stands at a path, `undefined` where nothing does. */
export function valueAt(text: string, path: JSONPath): unknown {
  const node = nodeAt(withoutBom(text), path);
  return node && getNodeValue(node);
}

function nodeAt(body: string, path: JSONPath): Node | undefined {
  const tree = parseTree(body, [], { allowTrailingComma: true });
  return tree && findNodeAtLocation(tree, path);
}

function indentation(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return indent.startsWith('\t')
    ? { insertSpaces: false, tabSize: 1 }
    : { insertSpaces: true, tabSize: indent.length };
}

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}
