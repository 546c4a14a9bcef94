import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

const LIB = resolve(__dirname, "../../lib");

/** The entries of the package, as `npm run build` makes them. */
const ENTRIES: Readonly<Record<string, string>> = {
  tfprojects: join(LIB, "index.d.ts"),
  "tfprojects/cdktn": join(LIB, "cdktn/index.d.ts"),
  "tfprojects/client": join(LIB, "api/index.d.ts"),
  "tfprojects/engine": join(LIB, "engine/index.d.ts"),
  "tfprojects/emulator": join(LIB, "emulator/index.d.ts"),
};

const NUMBER = ts.IndexKind.Number;

/** The package's own declarations alone: what they import from libraries is left unresolved. */
function loadDeclarations(): ts.Program {
  const options: ts.CompilerOptions = { noLib: true, types: [], noEmit: true };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, containingFile) =>
    literals.map(({ text }) => {
      const path = resolve(dirname(containingFile), text);
      const candidates = text.startsWith(".") ? [`${path}.d.ts`, join(path, "index.d.ts")] : [];
      const found = candidates.find((file) => existsSync(file));
      if (found === undefined) return { resolvedModule: undefined };
      return { resolvedModule: { resolvedFileName: found, extension: ts.Extension.Dts } };
    });
  return ts.createProgram(Object.values(ENTRIES), options, host);
}

/** The names in a declaration that refer to types: in annotations, type arguments and heritage clauses. */
function typeNamesIn(declaration: ts.Declaration, withConstructors: boolean): readonly ts.Node[] {
  const names: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (!withConstructors && ts.isConstructorDeclaration(node)) return;
    if (ts.isTypeReferenceNode(node)) names.push(node.typeName);
    else if (ts.isExpressionWithTypeArguments(node)) names.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return names;
}

/** Types that the public members of an entry mention, but which neither it nor the client exports. */
function missingExports(program: ts.Program, entry: string): readonly string[] {
  const checker = program.getTypeChecker();
  const target = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const exportsOf = (path: string): readonly ts.Symbol[] =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(path)!)!);
  const exported = exportsOf(entry);
  const exportedTypes = new Set([...exported, ...exportsOf(ENTRIES["tfprojects/client"]!)].map(target));
  const missing = new Set<string>();
  const checked = new Set<ts.Symbol>();
  const check = (symbol: ts.Symbol, mention: string, withConstructors: boolean): void => {
    if (checked.has(symbol)) return;
    checked.add(symbol);
    for (const declaration of symbol.declarations ?? []) {
      for (const name of typeNamesIn(declaration, withConstructors)) {
        const found = checker.getSymbolAtLocation(name);
        const type = found && target(found);
        const declared = type?.declarations?.[0];
        if (type === undefined || declared === undefined || ts.isTypeParameterDeclaration(declared)) continue;
        // Nobody needs the name of a function of types, only those of its results.
        if (ts.isTypeAliasDeclaration(declared) && declared.typeParameters !== undefined) continue;
        if (exportedTypes.has(type)) continue;
        // The members of a base class are inherited, whether or not the class itself is exported.
        if (ts.isExpressionWithTypeArguments(name.parent))
          check(type, mention, withConstructors && symbol.members?.has(ts.InternalSymbolName.Constructor) !== true);
        else
          missing.add(`${type.name} (mentioned by ${mention}, in ${relative(LIB, declared.getSourceFile().fileName)})`);
      }
    }
  };
  for (const symbol of exported) {
    // Whoever imports only the type of a class cannot call its constructor.
    const isTypeOnly = symbol.declarations?.some((each) => ts.isTypeOnlyExportDeclaration(each)) ?? false;
    check(target(symbol), symbol.name, !isTypeOnly);
  }
  return [...missing].sort();
}

/** Exports and public methods of an entry that no comment describes. */
function undocumented(program: ts.Program, entry: string): readonly string[] {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!;
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .flatMap((symbol) => [
      { name: symbol.name, symbol },
      ...[...(symbol.members?.values() ?? []), ...(symbol.flags & ts.SymbolFlags.Class ? symbol.exports!.values() : [])]
        .filter((member) => (member.flags & ts.SymbolFlags.Method) !== 0 && isPublic(member))
        .map((member) => ({ name: `${symbol.name}.${member.name}`, symbol: member })),
    ])
    .filter(({ symbol }) => !isDocumented(symbol, checker))
    .map(({ name }) => name);
}

function isPublic({ declarations = [] }: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return declarations.every((declaration) => (ts.getCombinedModifierFlags(declaration) & hidden) === 0);
}

/** Comments of base classes count. */
function isDocumented(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const isInternal = symbol.getJsDocTags().some(({ name }) => name === "internal");
  return isInternal || symbol.getDocumentationComment(checker).length > 0;
}

const program = loadDeclarations();

test("docs/engine.md has every name of the engine's entry", () => {
  const entry = program.getSourceFile(ENTRIES["tfprojects/engine"]!)!;
  const checker = program.getTypeChecker();
  const names = checker.getExportsOfModule(checker.getSymbolAtLocation(entry)!).map(({ name }) => name);
  const text = readFileSync(resolve(__dirname, "../../docs/engine.md"), "utf8");
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => !new RegExp(`\`${name}\\b`).test(text))).toEqual([]);
});

test.each(Object.entries(ENTRIES))("every export and method of %s is documented", (_, entry) => {
  expect(undocumented(program, entry)).toEqual([]);
});

test.each(Object.entries(ENTRIES))("every type that a public member of %s mentions is exported", (_, entry) => {
  expect(missingExports(program, entry)).toEqual([]);
});

test("the comments on members of a kind are those of its options in a seed", () => {
  const entry = ENTRIES["tfprojects/emulator"]!;
  const { Node16: module } = ts.ModuleKind;
  const options = { types: ["node"], strict: true, skipLibCheck: true, module, target: ts.ScriptTarget.ES2022 };
  const whole = ts.createProgram([entry], options);
  const checker = whole.getTypeChecker();
  const exports = checker.getExportsOfModule(checker.getSymbolAtLocation(whole.getSourceFile(entry)!)!);
  const seed = checker.getAliasedSymbol(exports.find(({ name }) => name === "Seed")!);
  const itemsOf = (type: ts.Type, name: string): ts.Type =>
    checker.getIndexTypeOfType(checker.getNonNullableType(checker.getTypeOfSymbol(type.getProperty(name)!)), NUMBER)!;
  const pools = itemsOf(itemsOf(checker.getDeclaredTypeOfSymbol(seed), "organizations"), "agentPools");
  const comment = pools.getProperty("organizationScoped")!.getDocumentationComment(checker);
  expect(ts.displayPartsToString(comment)).toBe("Whether every workspace of the organization can use it.");
});
