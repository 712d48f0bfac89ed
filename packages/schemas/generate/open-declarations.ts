import ts from 'typescript';

/** The exports of one declaration file, as TypeScript's checker sees them. */
export type Declarations = {
  checker: ts.TypeChecker;
  findValue: (name: string) => ts.Type | undefined;
  /** Throws where the file no longer exports it. */
  typeNamed: (name: string) => ts.Type;
  findType: (name: string) => ts.Type | undefined;
  docOf: (name: string) => string;
};

export function openDeclarations(file: string): Declarations {
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noResolve: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`cannot read ${file}: is the SDK installed?`);
  const symbols = new Map(
    checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]),
  );
  const symbolNamed = (name: string): ts.Symbol => {
    const symbol = symbols.get(name);
    if (!symbol) throw new Error(`${file} no longer declares ${name}`);
    return symbol;
  };
  return {
    checker,
    findValue: (name) => {
      const symbol = symbols.get(name);
      return symbol && checker.getTypeOfSymbol(symbol);
    },
    typeNamed: (name) => checker.getDeclaredTypeOfSymbol(symbolNamed(name)),
    findType: (name) => {
      const symbol = symbols.get(name);
      return symbol && checker.getDeclaredTypeOfSymbol(symbol);
    },
    docOf: (name) =>
      ts.displayPartsToString(symbols.get(name)?.getDocumentationComment(checker)).trim(),
  };
}

/** The string literals of a tuple such as `HOOK_EVENTS`, in its order. */
export function readNames(checker: ts.TypeChecker, tuple: ts.Type | undefined): string[] {
  const element = tuple && checker.getIndexTypeOfType(tuple, ts.IndexKind.Number);
  const names = element?.isUnion() ? element.types : [];
  return names.filter((type) => type.isStringLiteral()).map((type) => type.value);
}
