import { isObject } from "../json";
import { placeOf, type BlockInFile, type JsonBlock, type JsonProblem } from "./json-blocks";

/** What a block declares, of which a module may have only one. */
interface Declaration {
  readonly key: string;
  /** `Duplicate variable declaration` */
  readonly summary: string;
  /** `A variable named "team"` */
  readonly what: string;
  readonly rule: string;
}

/** Blocks that declare again what a block before them declares, with Terraform's messages. */
export function duplicateBlocks(blocks: readonly BlockInFile[]): readonly (JsonProblem & { readonly file: string })[] {
  const first = new Map<string, BlockInFile>();
  return blocks.flatMap((block) =>
    declarationsIn(block).flatMap(({ key, summary, what, rule }) => {
      const previous = first.get(key);
      if (previous === undefined) first.set(key, block);
      if (previous === undefined) return [];
      const { file, line, type, labels } = block;
      const message = `${summary}: ${what} was already declared at ${placeOf(previous)}. ${rule}`;
      return [{ file, line, place: [type, ...labels].join("."), message }];
    }),
  );
}

function declarationsIn(block: JsonBlock): readonly Declaration[] {
  const { type, labels, body } = block;
  const [label = "", name = ""] = labels;
  const declaration = (summary: string, what: string, rule: string, key: readonly string[] = labels): Declaration => ({
    key: JSON.stringify([type, ...key]),
    summary,
    what,
    rule,
  });
  switch (type) {
    case "resource":
    case "data":
    case "ephemeral": {
      const kind = type === "resource" ? "resource" : `${type} resource`;
      const summary = `Duplicate ${type} ${JSON.stringify(label)} configuration`;
      return [declaration(summary, `a ${label} ${kind} named ${JSON.stringify(name)}`, UNIQUE_PER_TYPE)];
    }
    case "provider": {
      const { alias } = body;
      const [what, rule] =
        typeof alias === "string"
          ? [
              `a configuration of the provider ${JSON.stringify(label)} with the alias ${JSON.stringify(alias)}`,
              ALIASES,
            ]
          : [`a default (non-aliased) configuration of the provider ${JSON.stringify(label)}`, ALIAS];
      return [declaration("Duplicate provider configuration", what, rule, [label, JSON.stringify(alias ?? null)])];
    }
    case "locals":
      return Object.keys(body).flatMap((local) => {
        if (local === "//") return [];
        const what = `a local value named ${JSON.stringify(local)}`;
        return [declaration("Duplicate local value definition", what, uniqueNames("Local value"), [local])];
      });
    case "terraform":
      return ["backend", "cloud", "required_providers"].flatMap((setting) => {
        const value = body[setting];
        const bodies = (Array.isArray(value) ? value : [value]).filter(isObject);
        const count = setting === "backend" ? bodies.flatMap(Object.keys).length : bodies.length;
        const title = setting.replace("_", " ");
        const what = `the configuration of ${setting}`;
        const one = declaration(`Duplicate ${title} configuration`, what, `A module may have only one.`, [setting]);
        return Array.from({ length: count }, () => one);
      });
    case "variable":
    case "output":
    case "module":
    case "check": {
      const [kind, summary] = NAMED[type];
      return [declaration(`Duplicate ${summary}`, `${kind} named ${JSON.stringify(label)}`, uniqueNames(type))];
    }
    default:
      return [];
  }
}

const UNIQUE_PER_TYPE = "Resource names must be unique per type in each module.";
const ALIAS = "If several configurations are needed, set `alias` in the others.";
const ALIASES = "Each configuration of a provider must have an alias of its own.";

const NAMED = {
  variable: ["a variable", "variable declaration"],
  output: ["an output", "output definition"],
  module: ["a module call", "module call"],
  check: ["a check block", "check block"],
} as const;

function uniqueNames(what: string): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} names must be unique within a module.`;
}
