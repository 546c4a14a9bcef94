import { posix } from "node:path";
import { groupBy } from "../../src/lists";
import type { Imports } from "../import-graph";

const isTest = (module: string): boolean => module.endsWith(".test.ts") && !module.startsWith("test/e2e/");

/**
 * The unit tests of a changed file: those of its folder, its own, and those of the modules that import its values.
 *
 * @param graph - All modules of src and test.
 */
export function testsOf(changed: string, graph: ReadonlyMap<string, Imports>): readonly string[] {
  const modules = [...graph.keys()];
  const tests = modules.filter(isTest);
  const importersOf = (module: string): string[] => modules.filter((it) => graph.get(it)?.used.includes(module));
  /** `test/model/name.test.ts` and `test/model/name/*` of `src/model/name.ts`. */
  const mirrorOf = (module: string): string[] => {
    const mirrored = module.replace(/^src\//, "test/").replace(/\.ts$/, "");
    return tests.filter((it) => it === `${mirrored}.test.ts` || it.startsWith(`${mirrored}/`));
  };
  const testsOfImporter = (importer: string): string[] => {
    if (isTest(importer)) return [importer];
    const mirror = importer.startsWith("src/") ? mirrorOf(importer) : [];
    return mirror.length > 0 ? mirror : importersOf(importer).filter(isTest);
  };

  if (isTest(changed)) return tests.filter((it) => it === changed);
  const isSource = changed.startsWith("src/");
  if (!changed.endsWith(".ts") || !(isSource || changed.startsWith("test/"))) return [];
  // A helper of tests that uses a module of src is no importer: it would bring the tests of everything.
  const importers = importersOf(changed).filter((it) => isTest(it) || it.startsWith("src/") || !isSource);
  const folder = posix.dirname(changed).replace(/^src(?=\/|$)/, "test");
  return [
    ...new Set([
      ...(isSource ? tests.filter((it) => posix.dirname(it) === folder) : []),
      ...(isSource ? mirrorOf(changed) : []),
      ...importers.flatMap(testsOfImporter),
    ]),
  ].sort();
}

/** Files by folder: `test/model (11), test/cli/commands (2)`. */
export function byFolder(files: readonly string[]): string {
  return [...groupBy(files, (file) => posix.dirname(file))]
    .map(([folder, its]) => `${folder} (${its.length})`)
    .join(", ");
}
