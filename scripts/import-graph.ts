import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import type { EcmaScriptModule } from "oxc-parser" with { "resolution-mode": "import" };

const ROOT = resolve(__dirname, "..");

/** The modules that a module imports, by their path from the repository's root. */
export interface Imports {
  /** Those that it names, also for types. */
  readonly named: readonly string[];
  /** Those that have the values which it imports, behind an `index.ts` that only names them; not those of types. */
  readonly used: readonly string[];
}

/** All TypeScript modules in folders of the repository, by their path from its root. */
export async function importGraph(...folders: readonly string[]): Promise<ReadonlyMap<string, Imports>> {
  const { parseSync } = await import("oxc-parser");
  const paths = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => posix.join(folder, file)),
  );
  const known = new Set(paths);
  const modules = new Map(
    paths.map((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      return [path, new Module(path, text, parseSync(path, text).module, known)] as const;
    }),
  );
  return new Map([...modules].map(([path, { named, imports }]) => [path, { named, used: usedBy(imports, modules) }]));
}

/** What a module takes of another one: a name, or undefined for all of it. */
interface Import {
  readonly from: string;
  readonly name: string | undefined;
}

class Module {
  readonly named: readonly string[];
  /** Of values. */
  readonly imports: readonly Import[];
  /** Its own values. */
  readonly exports = new Set<string>();
  /** Its values that others declare. */
  readonly passedOn = new Map<string, Import>();
  /** What it passes on with `export *`. */
  readonly passedOnWhole: readonly string[];

  constructor(
    path: string,
    text: string,
    { staticImports, staticExports, dynamicImports }: EcmaScriptModule,
    known: ReadonlySet<string>,
  ) {
    const resolved = (specifier: string): string[] => {
      const file = posix.join(posix.dirname(path), specifier.replace(/\.js$/, ""));
      const candidates = specifier.startsWith(".") ? [`${file}.ts`, posix.join(file, "index.ts")] : [];
      return candidates.filter((candidate) => known.has(candidate)).slice(0, 1);
    };
    const loaded = dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      resolved(text.slice(start + 1, end - 1)),
    );
    const exported = staticExports.flatMap(({ entries }) => entries);
    const requests = [...staticImports, ...exported].flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
    this.named = [...new Set([...requests.flatMap(resolved), ...loaded])];
    this.imports = [
      ...loaded.map((from) => ({ from, name: undefined })),
      ...staticImports.flatMap(({ moduleRequest, entries }) =>
        resolved(moduleRequest.value).flatMap((from): Import[] =>
          entries.length === 0
            ? [{ from, name: undefined }]
            : entries.flatMap(({ isType, importName }) => (isType ? [] : { from, name: importName.name ?? undefined })),
        ),
      ),
    ];
    const whole: string[] = [];
    for (const { moduleRequest, importName, exportName, isType } of exported) {
      const from = moduleRequest === null ? undefined : resolved(moduleRequest.value)[0];
      const { name } = exportName;
      if (isType) continue;
      if (name !== null && from !== undefined) this.passedOn.set(name, { from, name: importName.name ?? undefined });
      else if (name !== null) this.exports.add(name);
      else if (from !== undefined) whole.push(from);
    }
    this.passedOnWhole = whole;
  }
}

function usedBy(imports: readonly Import[], modules: ReadonlyMap<string, Module>): readonly string[] {
  const declaredIn = ({ from, name }: Import): string | undefined => {
    const module = modules.get(from);
    if (module === undefined) return undefined;
    if (name === undefined || module.exports.has(name)) return from;
    const passedOn = module.passedOn.get(name);
    if (passedOn !== undefined) return declaredIn(passedOn);
    return module.passedOnWhole.map((behind) => declaredIn({ from: behind, name })).find((it) => it !== undefined);
  };
  return [...new Set(imports.flatMap((it) => declaredIn(it) ?? []))];
}
