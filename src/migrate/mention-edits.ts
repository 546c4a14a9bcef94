import { TFE_PROJECT } from "../model";
import { groupBy } from "../reconcile";
import { textIn, type HclCode } from "./code";
import { remove, replace, type Change, type ManualEdit } from "./edits";
import type { Method } from "./files";
import type { Mention } from "./mentions";
import { renameProvider, tfeProviderOf } from "./provider-edits";
import { PROJECT } from "./resources";

/*
 * What becomes of a mention. Edited are references to a project, and import blocks. Blocks `moved` and `removed` stay,
 * because their addresses are those of before. All else is listed.
 */

/** Blocks that are edited as a whole, or not at all. */
const WITH_OWN_ADDRESSES: ReadonlySet<string> = new Set(["import", "moved", "removed"]);

/** Edits the mentions of a project that is taken over, or lists them. */
export function editMentions(mentions: readonly Mention[], method: Method): readonly Change[] {
  const listed = mentions.filter(({ hcl }) => hcl === undefined);
  return [...mentions.flatMap((it) => editMention(it, method)), ...referenceByHand(listed)];
}

function editMention(mention: Mention, method: Method): readonly Change[] {
  const { hcl, name } = mention;
  if (hcl === undefined) return [];
  const { file, block } = hcl;
  if (block?.type === "moved" || block?.type === "removed") return [];
  const what = `refer to ${PROJECT}.${name} instead of ${TFE_PROJECT}.${name}`;
  const rename = replace(file, mention, PROJECT, { what });
  const code = importAt(mention);
  if (code === undefined) return [rename];
  // What a `moved` block puts into the state is not imported again; a block that imports the same twice is invalid.
  if (method === "removed") return [removeImport(code, `${TFE_PROJECT}.${name}`, "migrate.tf imports it")];
  return [rename, ...(mention.module === undefined ? [] : renameProvider(code, tfeProviderOf(mention.module).name))];
}

/** The `import` block whose target a mention is in. */
export function importAt({ hcl, start }: Mention): HclCode | undefined {
  const { file, block } = hcl ?? {};
  if (file === undefined || block?.type !== "import") return undefined;
  const to = block.attributes.find(({ name }) => name === "to");
  return to !== undefined && to.start <= start && start < to.end
    ? { kind: "hcl", name: "import", file, block }
    : undefined;
}

/** Removes an `import` block. */
export function removeImport(code: HclCode, address: string, why: string): Change {
  return remove(code.file, code.block, { what: `remove the import block of ${textIn(code, "to") ?? address}`, why });
}

/** What to do by hand about references to projects: each address once, with its lines. */
export function referenceByHand(mentions: readonly Mention[]): readonly ManualEdit[] {
  return listed(mentions, (name, address) => `refer to ${PROJECT}.${name} instead of ${address}.`);
}

/** What to do by hand about mentions of settings that leave the code, but for blocks of addresses. */
export function settingsByHand(mentions: readonly Mention[]): readonly ManualEdit[] {
  const own = mentions.filter(({ hcl }) => !WITH_OWN_ADDRESSES.has(hcl?.block?.type ?? ""));
  return listed(own, (_, address) => `remove the reference to ${address}, which leaves the code.`);
}

function listed(
  mentions: readonly Mention[],
  sentence: (name: string, address: string) => string,
): readonly ManualEdit[] {
  return [...groupBy(mentions, ({ file, type, name }) => `${file.path} ${type}.${name}`).values()].map((own) => {
    const [{ file, type, name }] = own;
    const at = { lineAt: file.lineAt, offsets: own.map(({ start }) => start) };
    return { where: file.path, what: sentence(name, `${type}.${name}`), at };
  });
}
