import ts from 'typescript';
import type { Field, Shape } from './surface.ts';

/** The fields of an object type in the order the declarations give them, without those named in `except`. */
export function readFields(checker: ts.TypeChecker, type: ts.Type, except: string[] = []): Field[] {
  return checker
    .getPropertiesOfType(type)
    .filter((property) => !except.includes(property.name))
    .map((property) => readField(checker, property));
}

function readField(checker: ts.TypeChecker, property: ts.Symbol): Field {
  const doc = ts.displayPartsToString(property.getDocumentationComment(checker)).trim();
  const deprecated = property.getJsDocTags(checker).find((tag) => tag.name === 'deprecated');
  const node = property.declarations?.findLast(ts.isPropertySignature);
  return {
    name: property.name,
    ...(property.flags & ts.SymbolFlags.Optional ? { optional: true as const } : {}),
    type: readShape(checker, checker.getTypeOfSymbol(property), node?.type),
    ...(doc ? { doc } : {}),
    ...(deprecated ? { deprecated: ts.displayPartsToString(deprecated.text) } : {}),
  };
}

/** @param node Where the type is written. TypeScript sorts unions; this keeps the order people wrote. */
export function readShape(checker: ts.TypeChecker, type: ts.Type, node?: ts.TypeNode): Shape {
  if (type.flags & ts.TypeFlags.String) return { kind: 'string' };
  if (type.flags & ts.TypeFlags.Number) return { kind: 'number' };
  if (type.flags & ts.TypeFlags.Boolean) return { kind: 'boolean' };
  if (type.flags & ts.TypeFlags.Unknown) return { kind: 'unknown' };
  if (type.isStringLiteral() || type.isNumberLiteral())
    return { kind: 'literal', value: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral)
    return { kind: 'literal', value: checker.typeToString(type) === 'true' };
  if (type.isUnion()) return readUnion(checker, type, node);
  const element =
    checker.isArrayType(type) && checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (element) return { kind: 'array', of: readShape(checker, element) };
  const value = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  if (value && checker.getPropertiesOfType(type).length === 0)
    return { kind: 'record', of: readShape(checker, value) };
  if (type.flags & ts.TypeFlags.Object)
    return { kind: 'object', ...nameOf(type), fields: readFields(checker, type) };
  throw new Error(`no shape for the type ${checker.typeToString(type)}`);
}

function readUnion(checker: ts.TypeChecker, union: ts.UnionType, node?: ts.TypeNode): Shape {
  const types = union.types.filter((type) => !(type.flags & ts.TypeFlags.Undefined));
  const rest = types.filter((type) => !(type.flags & ts.TypeFlags.Null));
  const shape = readOptions(checker, rest, {
    ...nameOf(union),
    order: writtenOrder(checker, node),
  });
  return rest.length < types.length ? { kind: 'nullable', of: shape } : shape;
}

function readOptions(
  checker: ts.TypeChecker,
  types: ts.Type[],
  { name, order }: { name?: string; order: string[] },
): Shape {
  const [only] = types;
  if (only && types.length === 1) return readShape(checker, only);
  if (types.every((type) => type.flags & ts.TypeFlags.BooleanLiteral)) return { kind: 'boolean' };
  if (types.every((type) => type.isStringLiteral())) {
    const values = types.map((type) => type.value);
    return { kind: 'enum', values: values.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)) };
  }
  const options = types.map((type) => readShape(checker, type));
  return { kind: 'union', ...(name ? { name } : {}), options };
}

function writtenOrder(checker: ts.TypeChecker, node?: ts.TypeNode): string[] {
  if (!node) return [];
  if (ts.isParenthesizedTypeNode(node)) return writtenOrder(checker, node.type);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((part) => writtenOrder(checker, part));
  if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) return [node.literal.text];
  if (!ts.isTypeReferenceNode(node)) return [];
  const declaration = checker.getSymbolAtLocation(node.typeName)?.declarations?.[0];
  return declaration && ts.isTypeAliasDeclaration(declaration)
    ? writtenOrder(checker, declaration.type)
    : [];
}

const nameOf = (type: ts.Type): { name?: string } =>
  type.aliasSymbol ? { name: type.aliasSymbol.name } : {};
