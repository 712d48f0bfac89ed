import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  parseTree,
  type JSONPath,
} from 'jsonc-parser';

const BOM = '\uFEFF';

/**
 * The text with another value at a path; `undefined` takes it out. Comments, order and all the rest stay.
 */
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

/** What stands at a path, `undefined` where nothing does. */
export function valueAt(text: string, path: JSONPath): unknown {
  const tree = parseTree(withoutBom(text), [], { allowTrailingComma: true });
  const node = tree && findNodeAtLocation(tree, path);
  return node && getNodeValue(node);
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
