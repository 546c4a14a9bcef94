import { freeName } from "./free-name";
import type { Project } from "../model";
import { IMPORTED_KINDS, type ImportedKind } from "./assignments";

/** The names of a project in code. */
export interface CodeNames {
  /** The name of its constant or function: `dataScience`. */
  readonly identifier: string;
  /** The ID of its construct, and so of its resource: `data-science`. Those of others begin with it. */
  readonly constructId: string;
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
 * Readable names for projects, by project ID. If names of projects differ only in spaces, hyphens and underscores, all
 * but the first get a number.
 *
 * @param kept - Existing construct IDs, by project ID.
 */
export function codeNames(
  projects: readonly Pick<Project, "id" | "name">[],
  kept: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, CodeNames> {
  const keptId = (id: string): string | undefined => {
    const constructId = kept.get(id);
    return constructId === undefined || RESERVED_CONSTRUCT_IDS.has(constructId) ? undefined : constructId;
  };
  const keptIds = projects.flatMap(({ id }) => keptId(id) ?? []);
  const constructIds = new Set(keptIds.flatMap(constructIdsOf));
  const identifiers = new Set<string>();
  return new Map(
    projects.map(({ id, name }) => {
      const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
      // Identifiers and names in Terraform do not start with a digit.
      const named = /^[A-Za-z]/.test(words[0] ?? "") ? words : ["project", ...words];
      const dashed = named.join("-").toLowerCase();
      const constructId =
        keptId(id) ??
        freeName(
          RESERVED_CONSTRUCT_IDS.has(dashed) ? `${dashed}-project` : dashed,
          "-",
          (candidate) => !constructIdsOf(candidate).some((it) => constructIds.has(it)),
        );
      const camel = camelCase(named);
      const identifier = freeName(
        RESERVED_IDENTIFIERS.has(camel) ? `${camel}Project` : camel,
        // Otherwise "a1" and 2 would give "a12".
        /\d$/.test(camel) ? "_" : "",
        (candidate) => !identifiers.has(candidate) && !RESERVED_IDENTIFIERS.has(candidate),
      );
      for (const it of constructIdsOf(constructId)) constructIds.add(it);
      identifiers.add(identifier);
      return [id, { identifier, constructId }];
    }),
  );
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

/**
 * IDs of other constructs in the stack (`backend` is cdktf's), properties of every object (`constructor`), the file
 * `index`, and device names of Windows.
 */
const RESERVED_CONSTRUCT_IDS: ReadonlySet<string> = new Set([
  ...["tfprojects", "placement", "backend", "constructor", "index", "con", "prn", "aux", "nul"],
  ...["com", "lpt"].flatMap((device) => Array.from({ length: 10 }, (_, number) => `${device}${number}`)),
]);

/** Reserved words of TypeScript, in modules and classes too, and other names in the generated code. */
const RESERVED_IDENTIFIERS: ReadonlySet<string> = new Set(
  (
    "abstract any arguments as async await boolean break case catch class const constructor continue " +
    "debugger declare default delete do else enum eval export exports extends false finally for from " +
    "function get globalThis if implements import in instanceof interface let module namespace new null " +
    "number object of package private protected public require return set static string super switch " +
    "symbol this throw true try type typeof undefined unknown var void while with yield app defineProject " +
    "id importExisting project projects scope stack"
  ).split(" "),
);
