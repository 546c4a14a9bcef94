import { join, resolve } from "node:path";
import ts from "typescript";
import { table } from "./block";

const ROOT = resolve(__dirname, "../..");

/** Every type that the engine's entry exports, with the first sentence of its documentation. */
export function engineTypes(): string {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    readonly config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const entry = join(ROOT, "src/engine/index.ts");
  const program = ts.createProgram([entry], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(entry);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${entry} has no exports.`);
  const rows = checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .filter(({ flags }) => (flags & ts.SymbolFlags.Function) === 0)
    .map((symbol) => [`\`${symbol.name}\``, firstSentence(documentationOf(symbol, checker))])
    .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1));
  return table(["type", "meaning"], rows);
}

function documentationOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, " ");
}

function firstSentence(text: string): string {
  const end = /[.:;](?= |$)/.exec(text)?.index ?? text.length;
  return `${text.slice(0, end)}.`;
}
