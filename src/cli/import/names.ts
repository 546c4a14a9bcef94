import type { Project } from "../../model";

/** What a project is called in code. */
export interface CodeNames {
  /** Of the constant, or the function, that stands for it: `dataScience`. */
  readonly identifier: string;
  /** Of its construct, and so in Terraform: `data-science`. The construct of its membership is called {@link membershipId}. */
  readonly constructId: string;
}

/** The construct of a project's membership. */
export function membershipId(constructId: string): string {
  return `${constructId}-workspaces`;
}

/**
 * Names for the projects, by id: readable, and unique although names that differ in spaces, hyphens and underscores alone look the same in code.
 * Those that come first keep the plain name.
 */
export function codeNames(projects: readonly Project[]): ReadonlyMap<string, CodeNames> {
  const constructIds = new Set<string>();
  const identifiers = new Set<string>();
  return new Map(
    projects.map(({ id, name }) => {
      const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
      // Neither an identifier nor a name in Terraform begins with a digit.
      const named = /^[A-Za-z]/.test(words[0] ?? "") ? words : ["project", ...words];
      const dashed = named.join("-").toLowerCase();
      const constructId = unique(
        RESERVED_CONSTRUCT_IDS.has(dashed) ? `${dashed}-project` : dashed,
        "-",
        (candidate) => !constructIds.has(candidate) && !constructIds.has(membershipId(candidate)),
      );
      const camel = camelCase(named);
      const identifier = unique(
        RESERVED_IDENTIFIERS.has(camel) ? `${camel}Project` : camel,
        // "a1" and "2" would be read as "a12".
        /\d$/.test(camel) ? "_" : "",
        (candidate) => !identifiers.has(candidate) && !RESERVED_IDENTIFIERS.has(candidate),
      );
      constructIds.add(constructId).add(membershipId(constructId));
      identifiers.add(identifier);
      return [id, { identifier, constructId }];
    }),
  );
}

function unique(base: string, separator: string, isFree: (candidate: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? base : `${base}${separator}${number}`;
    if (isFree(candidate)) return candidate;
  }
}

function camelCase([first = "", ...others]: readonly string[]): string {
  return first.replace(LEADING_CAPITALS, (capitals) => capitals.toLowerCase()) + others.map(capitalize).join("");
}

/** `HTTP` of "HTTPServer", all of "API" and "APIs", `D` of "DataScience". */
const LEADING_CAPITALS = /^[A-Z]+(?=[A-Z][a-z]{2})|^[A-Z]+s?(?![a-z])|^[A-Z]/;

function capitalize(word: string): string {
  const rest = word.slice(1);
  return word.charAt(0).toUpperCase() + (/[a-z]/.test(rest) ? rest : rest.toLowerCase());
}

/**
 * What a stack calls its own (`backend` is cdktf's), what no construct may be called (every object has a `constructor`), a generated file that is
 * there already, and what Windows takes for devices.
 */
const RESERVED_CONSTRUCT_IDS: ReadonlySet<string> = new Set([
  ...["tfprojects", "backend", "constructor", "index", "con", "prn", "aux", "nul"],
  ...["com", "lpt"].flatMap((device) => Array.from({ length: 10 }, (_, number) => `${device}${number}`)),
]);

/** Words that TypeScript keeps for itself, in modules and classes too, and what the generated code calls otherwise. */
const RESERVED_IDENTIFIERS: ReadonlySet<string> = new Set(
  (
    "abstract any arguments as async await boolean break case catch class const constructor continue debugger declare default delete do else " +
    "enum eval export exports extends false finally for from function get globalThis if implements import in instanceof interface let module " +
    "namespace new null number object of package private protected public require return set static string super switch symbol this throw true " +
    "try type typeof undefined unknown var void while with yield " +
    "app defineProject id importExisting project projects scope stack"
  ).split(" "),
);
