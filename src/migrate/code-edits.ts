import { isInput, RESOURCES, TFE_PROJECT } from "../model";
import type { HclReference } from "../terraform/hcl-file";
import { blocksOf, pieceIn, textIn } from "./code";
import type { CodeBlock, ConfigurationFile, HclCode, ModuleFolder } from "./code";
import { remove, replace, type Change, type Edit } from "./edits";
import { mentionsByHand, mentionsIn } from "./mentions";
import { tfeProviderOf, withProviderName } from "./provider-edits";
import { PROJECT } from "./resources";

/** Blocks that contain old addresses, or addresses without a reference. */
export const REFACTORING = new Set(["moved", "removed", "import"]);

/** Arguments that every resource has. */
const META_ARGUMENTS = new Set(["count", "for_each", "provider", "depends_on"]);

/** Changes the type of projects, and references to them, in one folder. */
export function renameProjects(folder: ModuleFolder, names: ReadonlySet<string>): readonly Change[] {
  const { name: providerName } = tfeProviderOf(folder);
  return [
    ...blocksOf(folder, "resource", TFE_PROJECT)
      .filter(({ name }) => names.has(name))
      .flatMap((code): readonly Change[] => {
        if (code.kind === "hcl") return renameBlock(code, providerName);
        const what = `Change the type of resource.${TFE_PROJECT}.${code.name} to ${PROJECT}.`;
        return [{ where: code.file.path, what, otherwise: "fails" }];
      }),
    ...[TFE_PROJECT, PROJECT]
      .flatMap((type) => blocksOf(folder, "resource", type))
      .flatMap((code) => (code.kind === "hcl" && names.has(code.name) ? unknownArguments(code) : [])),
    ...blocksOf(folder, "import").flatMap((code) => outdatedImport(code, names)),
    ...folder.files.flatMap((file) =>
      file.references
        .filter(({ root, next = "", blockType = "" }) => {
          return root === TFE_PROJECT && names.has(next) && !REFACTORING.has(blockType);
        })
        .map((reference) => renameReference(file, reference)),
    ),
    ...folder.jsonFiles.flatMap((file) =>
      mentionsByHand(file, mentionsIn(file.text, { projects: names, settings: new Set() }), "fails"),
    ),
  ];
}

/** Changes the type in a reference to a project. */
export function renameReference(file: ConfigurationFile, reference: HclReference): Edit {
  const { next = "" } = reference;
  const what = `refer to ${PROJECT}.${next} instead of ${TFE_PROJECT}.${next}`;
  return replace(file, reference, PROJECT, { what });
}

function renameBlock(code: HclCode, providerName: string): readonly Change[] {
  const { name, file, block } = code;
  const [type] = block.labels;
  const provider = pieceIn(code, "provider");
  const text = withProviderName(textIn(code, "provider") ?? "", providerName);
  const what = `change the type of ${TFE_PROJECT}.${name} to ${PROJECT}`;
  return [
    ...(type === undefined ? [] : [replace(file, type, `"${PROJECT}"`, { what })]),
    ...(provider === undefined ? [] : [replace(file, provider, text, { what: `use ${text}` })]),
  ];
}

/** An `import` block whose project is already imported: it refers to the old resource type. */
function outdatedImport(code: CodeBlock, names: ReadonlySet<string>): readonly Change[] {
  const [, name = ""] = /^tfe_project\.([\w-]+)/.exec(textIn(code, "to") ?? "") ?? [];
  if (code.kind === "json" || !names.has(name)) return [];
  const what = `remove the import block of ${TFE_PROJECT}.${name}`;
  return [remove(code.file, code.block, { what, why: "it is in the state" })];
}

function unknownArguments(code: HclCode): readonly Change[] {
  const known = new Set<string>(
    Object.entries(RESOURCES.tfprojects_project.attributes).flatMap(([name, it]) => (isInput(it) ? [name] : [])),
  );
  const names = code.block.attributes.map(({ name }) => name);
  const unknown = names.filter((name) => !known.has(name) && !META_ARGUMENTS.has(name));
  const address = `${PROJECT}.${code.name}`;
  return [
    ...unknown.map((name) => `Remove ${name} of ${address}, which has no such argument.`),
    ...(names.includes("ignore_additional_tags") && !names.includes("tags")
      ? [`Remove ignore_additional_tags of ${address}: without tags, all tags are left alone.`]
      : []),
  ].map((what): Change => ({ where: code.file.path, what, otherwise: "fails" }));
}
