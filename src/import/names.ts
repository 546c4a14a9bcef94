import { IMPORTED_KINDS, type ImportedKind } from "./assignments";

/** A project that gets names in code. */
interface Named {
  readonly id?: string | undefined;
  readonly name: string;
}

/** The construct ID of a project's membership. */
export function membershipId(constructId: string): string {
  return `${constructId}-workspaces`;
}

/** The construct ID of what assigns objects to a project: `data-science-team-access`. */
export function assignmentsId(constructId: string, kind: ImportedKind): string {
  return `${constructId}-${nameOfKind(kind).replaceAll("_", "-")}`;
}

/** `team_access`. */
export function nameOfKind({ kind }: ImportedKind): string {
  return kind.type.replace(/^tfprojects_project_/, "");
}

/** The IDs of all constructs of a project. */
function constructIdsOf(constructId: string): readonly string[] {
  return [constructId, membershipId(constructId), ...IMPORTED_KINDS.map((kind) => assignmentsId(constructId, kind))];
}

/**
 * Projects with the IDs of their constructs, and so of their resources: `data-science`. The IDs of a project's other
 * constructs begin with it. If names differ only in spaces, hyphens and underscores, all but the first get a number.
 *
 * @param kept - Existing construct IDs, by project ID.
 */
export function withConstructIds<T extends Named>(
  projects: readonly T[],
  kept: ReadonlyMap<string, string> = new Map(),
): readonly (T & { readonly constructId: string })[] {
  const keptId = ({ id = "" }: Named): string | undefined => {
    const constructId = kept.get(id);
    return constructId === undefined || RESERVED_CONSTRUCT_IDS.has(constructId) ? undefined : constructId;
  };
  const taken = new Set(projects.flatMap((project) => keptId(project) ?? []).flatMap(constructIdsOf));
  return projects.map((project) => {
    const dashed = wordsOf(project).join("-").toLowerCase();
    const constructId =
      keptId(project) ??
      freeName(
        RESERVED_CONSTRUCT_IDS.has(dashed) ? `${dashed}-project` : dashed,
        "-",
        (candidate) => !constructIdsOf(candidate).some((it) => taken.has(it)),
      );
    for (const it of constructIdsOf(constructId)) taken.add(it);
    return { ...project, constructId };
  });
}

/** The name of the constant of a project's membership. */
export function membershipIdentifier(identifier: string): string {
  return `${identifier}Workspaces`;
}

function identifiersOf(identifier: string): readonly string[] {
  return [identifier, membershipIdentifier(identifier)];
}

/** Projects with the names of their constants in TypeScript: `dataScience`. That of a membership begins with it. */
export function withIdentifiers<T extends Named>(
  projects: readonly T[],
): readonly (T & { readonly identifier: string })[] {
  const taken = new Set(RESERVED_IDENTIFIERS);
  return projects.map((project) => {
    const camel = camelCase(wordsOf(project));
    const identifier = freeName(
      RESERVED_IDENTIFIERS.has(camel) ? `${camel}Project` : camel,
      // Otherwise "a1" and 2 would give "a12".
      /\d$/.test(camel) ? "_" : "",
      (candidate) => !identifiersOf(candidate).some((it) => taken.has(it)),
    );
    for (const it of identifiersOf(identifier)) taken.add(it);
    return { ...project, identifier };
  });
}

/** The words of a name. Identifiers and names in Terraform do not start with a digit. */
function wordsOf({ name }: Named): readonly string[] {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return /^[A-Za-z]/.test(words[0] ?? "") ? words : ["project", ...words];
}

/** The wanted name, or else one with a number, if it is not free. @param separator - Between the two. */
function freeName(wanted: string, separator: string, isFree: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; !isFree(name); number += 1) name = `${wanted}${separator}${number}`;
  return name;
}

function camelCase([first = "", ...others]: readonly string[]): string {
  return first.replace(LEADING_CAPITALS, (capitals) => capitals.toLowerCase()) + others.map(capitalize).join("");
}

/** `HTTP` in "HTTPServer", all of "API" and "APIs", `D` in "DataScience". */
const LEADING_CAPITALS = /^[A-Z]+(?=[A-Z][a-z]{2})|^[A-Z]+s?(?![a-z])|^[A-Z]/;

function capitalize(word: string): string {
  const rest = word.slice(1);
  return word.charAt(0).toUpperCase() + (/[a-z]/.test(rest) ? rest : rest.toLowerCase());
}

/** IDs of other constructs in the stack (`backend` is cdktf's), and properties of every object (`constructor`). */
const RESERVED_CONSTRUCT_IDS: ReadonlySet<string> = new Set(["tfprojects", "placement", "backend", "constructor"]);

/** Reserved words of TypeScript, in modules and classes too, and names in the scope of the code. */
const RESERVED_IDENTIFIERS: ReadonlySet<string> = new Set(
  (
    "abstract any arguments as async await boolean break case catch class const constructor continue " +
    "debugger declare default delete do else enum eval export exports extends false finally for from " +
    "function get globalThis if implements import in instanceof interface let module namespace new null " +
    "number object of package private protected public require return set static string super switch " +
    "symbol this throw true try type typeof undefined unknown var void while with yield app id scope"
  ).split(" "),
);
