import { groupBy } from "../lists";
import { TFE_PROJECT } from "../model";
import { callPath } from "../terraform/address";
import { countWhile, lineNumbers, type HclBlock } from "../terraform/hcl-file";
import { folderOf } from "./code";
import type { Configuration, ConfigurationFile, ModuleFolder, Range, TextFile } from "./code";
import { TFE_PROJECT_SETTINGS, type Resource } from "./resources";

/*
 * All occurrences of the addresses of projects and of their settings: in code, tests, queries and other texts. Each is
 * edited or listed (`mention-edits.ts`); only comments are neither.
 */

/** The types of resources whose addresses change. */
const TYPES = [TFE_PROJECT, TFE_PROJECT_SETTINGS] as const;

/** An occurrence of the address of a resource. Its range is that of the type. */
export interface Mention extends Range {
  readonly file: Pick<ConfigurationFile, "path" | "text" | "lineAt">;
  readonly type: (typeof TYPES)[number];
  readonly name: string;
  /** The module that has the resource. Undefined in a text, where it may be any. */
  readonly module: ModuleFolder | undefined;
  /** Undefined in JSON, in strings and in other texts. */
  readonly place: PlaceInCode | undefined;
  /** Whether the code of a module is invalid if it has the address of no resource. */
  readonly isCode: boolean;
}

/** Where a mention is in the code of a module in HCL. */
interface PlaceInCode {
  readonly file: ConfigurationFile;
  /** The outermost block. */
  readonly block: HclBlock | undefined;
}

/** Finds the mentions of a resource: those that are, or may be, of its address. */
export type MentionsOf = (resource: Pick<Resource, "type" | "name" | "folder">) => readonly Mention[];

/** All mentions in a configuration, by resource. */
export function mentionsByResource(configuration: Configuration): MentionsOf {
  const all = [...configuration.folders.values()].flatMap((folder) => mentionsIn(folder, configuration));
  const byName = groupBy(all, ({ type, name }) => `${type}.${name}`);
  return ({ type, name, folder }) =>
    (byName.get(`${type}.${name}`) ?? []).filter(({ module }) => module === undefined || module === folder);
}

/** The mentions in the code of a module, and in the texts beside it. */
function mentionsIn(folder: ModuleFolder, configuration: Configuration): readonly Mention[] {
  return [
    ...folder.files.flatMap((file) => inHcl(file, folder, configuration)),
    // Behind the path of a module, it may be a resource of any.
    ...folder.jsonFiles.flatMap((file) =>
      addressesIn(file).map((it) => ({ ...it, module: it.path === "" ? folder : undefined, isCode: true })),
    ),
    ...folder.otherFiles.flatMap(addressesIn),
  ];
}

/** Blocks that have addresses in place of references, also those of resources of called modules. */
export const WITH_ADDRESSES: ReadonlySet<string> = new Set(["moved", "removed", "import"]);

function inHcl(file: ConfigurationFile, folder: ModuleFolder, configuration: Configuration): readonly Mention[] {
  const references = new Set(file.references.map(({ start }) => start));
  return addressesIn(file).flatMap((found) => {
    if (around(file.comments, found.start) !== undefined) return [];
    const isReference = references.has(found.start - found.path.length);
    if (!isReference) return [found];
    const block = around(file.blocks, found.start);
    // Elsewhere, it is an output.
    if (found.path !== "" && !WITH_ADDRESSES.has(block?.type ?? "")) return [];
    const module = folderOf(configuration, callPath(found.path), folder);
    return module === undefined ? [] : [{ ...found, module, place: { file, block }, isCode: true }];
  });
}

/** The block or comment around a position. */
function around<T extends Range>(ranges: readonly T[], at: number): T | undefined {
  const last = ranges[countWhile(ranges, ({ start }) => start <= at) - 1];
  return last !== undefined && at < last.end ? last : undefined;
}

/** An address, which is not known to be in code. */
type FoundAddress = Mention & {
  /** Of the module: empty, or `module.team["a"].`. */
  readonly path: string;
};

const NAME = String.raw`[\p{ID_Start}_][\p{ID_Continue}-]*`;
/** A text, or an expression such as `each.key`. */
const KEY = String.raw`(?:\[(?:"(?:[^"\\]|\\.)*"|[^\]"]*)\])?`;
const ADDRESS = new RegExp(
  `(?<![\\w-]|\\bdata\\.)((?:module\\.${NAME}${KEY}\\.)*)(${TYPES.join("|")})\\.(${NAME})`,
  "gu",
);

/** The addresses in a text. */
function addressesIn({ path: ofFile, text }: Pick<TextFile, "path" | "text">): readonly FoundAddress[] {
  const file = { path: ofFile, text, lineAt: lineNumbers(text) };
  return [...text.matchAll(ADDRESS)].flatMap(({ 1: path = "", 2: own, 3: name = "", index }) => {
    const type = TYPES.find((it) => it === own);
    if (type === undefined) return [];
    const start = index + path.length;
    const end = start + type.length;
    return [{ file, type, name, path, start, end, module: undefined, place: undefined, isCode: false }];
  });
}
