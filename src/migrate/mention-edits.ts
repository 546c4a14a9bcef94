import { groupBy } from "../lists";
import { TFE_PROJECT } from "../model";
import { textIn, type CodeBlock } from "./code";
import { remove, replace, type Edit, type ManualEdit } from "./edits";
import { WITH_ADDRESSES, type Mention } from "./mentions";
import { renameProvider, tfeProviderOf } from "./provider-edits";
import { PROJECT } from "./resources";

/*
 * What becomes of a mention. Edited are references to a project, and import blocks. Blocks `moved` and `removed` stay,
 * because their addresses are those of before. All else is listed.
 */

/** Edits the mentions of a project that is taken over. */
export function editMentions(mentions: readonly Mention[]): readonly Edit[] {
  return mentions.flatMap((mention) => {
    const { place, name } = mention;
    if (place === undefined || place.block?.type === "moved" || place.block?.type === "removed") return [];
    const what = `refer to ${PROJECT}.${name} instead of ${TFE_PROJECT}.${name}`;
    const rename = replace(place.file, mention, PROJECT, { what });
    // What a `moved` block puts into the state is not imported again.
    const block = importAt(mention);
    if (block === undefined || mention.module === undefined) return [rename];
    return [rename, ...renameProvider(block, tfeProviderOf(mention.module).name)];
  });
}

/** The `import` block whose target a mention is in. */
export function importAt({ place, start }: Mention): CodeBlock | undefined {
  const { file, block } = place ?? {};
  if (file === undefined || block?.type !== "import") return undefined;
  const to = block.attributes.find(({ name }) => name === "to");
  return to !== undefined && to.start <= start && start < to.end ? { name: "import", file, hcl: block } : undefined;
}

/** Removes an `import` block. */
export function removeImport(block: CodeBlock, address: string, why: string): Edit {
  return remove(block.file, block.hcl, { what: `remove the import block of ${textIn(block, "to") ?? address}`, why });
}

/** What to do by hand about mentions of projects that are not in HCL: each address once, with its lines. */
export function referenceByHand(mentions: readonly Mention[]): readonly ManualEdit[] {
  const own = mentions.filter(({ place }) => place === undefined);
  return listed(own, (name, address) => `refer to ${PROJECT}.${name} instead of ${address}.`);
}

/** What to do by hand about mentions of settings that leave the code, but for blocks of addresses. */
export function settingsByHand(mentions: readonly Mention[]): readonly ManualEdit[] {
  const own = mentions.filter(({ place }) => !WITH_ADDRESSES.has(place?.block?.type ?? ""));
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
