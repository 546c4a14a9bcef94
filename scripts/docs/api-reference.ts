import { join, relative, resolve } from "node:path";
import ts from "typescript";
import type { LogLevel as Level } from "typedoc" with { "resolution-mode": "import" };

const ROOT = resolve(__dirname, "../..");
/** Where the reference is written, unless an argument names another folder. */
const FOLDER = join(ROOT, "api-reference");

/** The modules that users import. */
const ENTRIES: Readonly<Record<string, string>> = {
  tfprojects: "src/index.ts",
  "tfprojects/client": "src/api/index.ts",
  "tfprojects/engine": "src/engine/index.ts",
  "tfprojects/emulator": "src/emulator/index.ts",
};

/**
 * Converts the API with typedoc: all exports of the public modules, without inherited members of cdktf's classes.
 *
 * @param program - Contains at least the public modules.
 * @param outputFolder - Where to write the reference as HTML.
 * @returns The problems: links that lead nowhere, and what cannot be converted. `test/e2e/public-types.test.ts` checks
 * that all exports are documented.
 */
async function apiReference(program: ts.Program, outputFolder: string): Promise<readonly string[]> {
  const { Application, Logger, LogLevel } = await import("typedoc");
  const application = await Application.bootstrap({
    name: "tfprojects",
    readme: "none",
    entryPoints: Object.values(ENTRIES),
    excludePrivate: true,
    excludeProtected: true,
    excludeInternal: true,
    excludeExternals: true,
    disableGit: true,
    sourceLinkTemplate: "",
    validation: { notExported: false, invalidLink: true, notDocumented: false, rewrittenLink: false },
  });
  const problems: string[] = [];
  let isConverted = false;
  application.logger = new (class extends Logger {
    override log(message: string, level: Level): void {
      // Conversion warns of members that two interfaces of a type describe, each for its own use.
      if (level === LogLevel.Error || (isConverted && level === LogLevel.Warn)) problems.push(message);
    }
  })();
  const entries = Object.entries(ENTRIES).flatMap(([displayName, path]) => {
    const sourceFile = program.getSourceFile(join(ROOT, path));
    return sourceFile === undefined ? [] : [{ displayName, program, sourceFile }];
  });
  const project = application.converter.convert(entries);
  isConverted = true;
  application.validate(project);
  await application.generateDocs(project, outputFolder);
  return problems;
}

/** The program of all public modules. */
function publicProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const rootNames = Object.values(ENTRIES).map((path) => join(ROOT, path));
  return ts.createProgram({ rootNames, options });
}

/** `npm run docs:api` */
async function main(): Promise<void> {
  const folder = resolve(process.argv[2] ?? FOLDER);
  const problems = await apiReference(publicProgram(), folder);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`Wrote ${relative("", folder)}/index.html.`);
}

if (require.main === module) void main();
