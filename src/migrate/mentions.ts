import { TFE_PROJECT } from "../model";
import { groupBy } from "../reconcile";
import { callPath } from "../terraform/address";
import { countWhile, lineNumbers, type HclBlock, type HclReference } from "../terraform/hcl-file";
import { folderFrom } from "./code";
import type { Configuration, ConfigurationFile, ModuleFolder, Range } from "./code";
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
    ...folder.jsonFiles.flatMap((file) =>
      // Behind the path of a module, it may be a resource of any.
      inText(file).map((it) => {
        return { ...it, module: file.text.charAt(it.start - 1) === "." ? undefined : folder, isCode: true };
      }),
    ),
    ...folder.otherFiles.flatMap(inText),
  ];
}

function inHcl(file: ConfigurationFile, folder: ModuleFolder, configuration: Configuration): readonly Mention[] {
  const found = file.references.flatMap((reference) => {
    const block = around(file.blocks, reference.start);
    const address = addressAt(file.text, reference);
    if (address === undefined) return [];
    const { calls, ...resource } = address;
    const isAddress = calls.length === 0 || WITH_ADDRESSES.has(block?.type ?? "");
    const module = isAddress ? folderFrom(configuration, folder, calls) : undefined;
    return [{ ...resource, file, module, place: { file, block }, isCode: true }];
  });
  // What is found may be that of a module from elsewhere, or an output.
  const own = found.filter(({ module }) => module !== undefined);
  const starts = new Set(found.map(({ start }) => start));
  const inStrings = inText(file).filter(
    ({ start }) => !starts.has(start) && around(file.comments, start) === undefined,
  );
  return [...own, ...inStrings];
}

/** The block or comment around a position. */
function around<T extends Range>(ranges: readonly T[], at: number): T | undefined {
  const last = ranges[countWhile(ranges, ({ start }) => start <= at) - 1];
  return last !== undefined && at < last.end ? last : undefined;
}

/** Blocks that have addresses in place of references, also those of resources of called modules. */
const WITH_ADDRESSES = new Set(["moved", "removed", "import"]);

type FoundAddress = Pick<Mention, "type" | "name" | "start" | "end"> & {
  readonly calls: readonly string[];
};

/** The address that begins with a reference, if it is one of these types. */
function addressAt(text: string, { root, next, start, end }: HclReference): FoundAddress | undefined {
  const type = TYPES.find((it) => it === root);
  if (type !== undefined && next !== undefined) return { calls: [], type, name: next, start, end };
  if (root !== "module") return undefined;
  IN_MODULE.lastIndex = start;
  const [, path = "", own, name = ""] = IN_MODULE.exec(text) ?? [];
  const found = TYPES.find((it) => it === own);
  const at = start + path.length;
  return (
    found && {
      calls: callPath(path),
      type: found,
      name,
      start: at,
      end: at + found.length,
    }
  );
}

const NAME = String.raw`[\p{ID_Start}_][\p{ID_Continue}-]*`;
/** A text, or an expression such as `each.key`. */
const KEY = String.raw`(?:\[(?:"(?:[^"\\]|\\.)*"|[^\]"]*)\])?`;
const IN_MODULE = new RegExp(`((?:module\\.${NAME}${KEY}\\.)+)(${TYPES.join("|")})\\.(${NAME})`, "uy");

const IN_TEXT = new RegExp(`(?<![\\w-]|\\bdata\\.)(${TYPES.join("|")})\\.([\\w-]+)`, "g");

/** The addresses in a text, also behind the path of a module. */
function inText({ path, text }: { readonly path: string; readonly text: string }): readonly Mention[] {
  const file = { path, text, lineAt: lineNumbers(text) };
  return [...text.matchAll(IN_TEXT)].flatMap(({ 1: own, 2: name = "", index: start }) => {
    const type = TYPES.find((it) => it === own);
    if (type === undefined) return [];
    return [
      {
        file,
        type,
        name,
        start,
        end: start + type.length,
        module: undefined,
        place: undefined,
        isCode: false,
      },
    ];
  });
}
