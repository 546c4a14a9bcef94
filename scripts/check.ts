import { dirname, resolve } from "node:path";
import { ESLint } from "eslint";
import ts from "typescript";

const ROOT = resolve(__dirname, "..");

/** All files of the project's tsconfig.json, which are parsed and checked once for both checks. */
function loadProgram(): ts.Program {
  const path = resolve(ROOT, "tsconfig.json");
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as { config: unknown };
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path));
  return ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
}

/** What `tsc` prints; empty without errors. */
function typeErrors(program: ts.Program): string {
  const host = {
    getCanonicalFileName: (file: string) => file,
    getCurrentDirectory: () => ROOT,
    getNewLine: () => "\n",
  };
  return ts.formatDiagnosticsWithColorAndContext(ts.getPreEmitDiagnostics(program), host);
}

/** What `eslint .` prints, warnings too; empty without any. */
async function lintErrors(program: ts.Program): Promise<string> {
  const parserOptions = { projectService: false, programs: [program] };
  const eslint = new ESLint({
    cwd: ROOT,
    overrideConfig: { files: ["**/*.ts"], languageOptions: { parserOptions } },
  });
  const formatter = await eslint.loadFormatter("stylish");
  return formatter.format(await eslint.lintFiles("."));
}

/**
 * `npm run check`: what `npm run typecheck` and ESLint check, with one program of TypeScript instead of two: the rules
 * that need types use the one whose types were checked.
 */
async function main(): Promise<void> {
  const program = loadProgram();
  const found = typeErrors(program) + (await lintErrors(program));
  process.stdout.write(found);
  if (found !== "") process.exitCode = 1;
}

void main();
