import { isInput, RESOURCES, TFE_PROJECT } from "../model";
import { blocksOf, setsArgument, textIn, type CodeBlock } from "./code";
import { replace, type Change, type ManualEdit } from "./edits";
import type { Method } from "./files";
import { importAt, referenceByHand } from "./mention-edits";
import type { Mention } from "./mentions";
import { renameProvider, tfeProviderOf } from "./provider-edits";
import { PROJECT, type ProjectResource } from "./resources";

/** Arguments that every resource has. */
const META_ARGUMENTS = new Set(["count", "for_each", "provider", "depends_on"]);

/**
 * What a person has to change before a project can be taken over: what its new type does not have, and what is
 * Terraform JSON. Until then, all that refers to the project stays as it is.
 *
 * @param mentions - Those of the project.
 */
export function obstaclesOf(
  project: ProjectResource,
  mentions: readonly Mention[],
  method: Method,
): readonly ManualEdit[] {
  const inJson = mentions.filter(({ hcl, isCode }) => isCode && hcl === undefined);
  return [
    ...blocksOfType(project, TFE_PROJECT).flatMap(typeInJson),
    ...[TFE_PROJECT, PROJECT].flatMap((type) => blocksOfType(project, type)).flatMap(unknownArguments),
    ...referenceByHand(inJson),
    ...(method === "removed" ? mentions.flatMap((it) => importedAnew(it, project)) : []),
  ].map((it) => ({ ...it, isFirst: true }));
}

/** The blocks of a project: several, if some are in override files. */
function blocksOfType({ folder, name }: ProjectResource, type: string): readonly CodeBlock[] {
  return blocksOf(folder, "resource", type).filter((code) => code.name === name);
}

function typeInJson({ kind, file, name }: CodeBlock): readonly ManualEdit[] {
  if (kind === "hcl") return [];
  return [{ where: file.path, what: `Change the type of resource.${TFE_PROJECT}.${name} to ${PROJECT}.` }];
}

/** An `import` block that imports more than the state has, beside those that `removed` needs. */
function importedAnew(mention: Mention, { instances }: ProjectResource): readonly ManualEdit[] {
  const code = importAt(mention);
  if (code === undefined) return [];
  const to = textIn(code, "to")?.trim() ?? "";
  if (instances.some(({ address }) => address === to)) return [];
  const at = { lineAt: code.file.lineAt, offsets: [code.block.start] };
  return [{ where: code.file.path, what: `apply and remove the import block of ${to}.`, at }];
}

const KNOWN: ReadonlySet<string> = new Set(
  Object.entries(RESOURCES.tfprojects_project.attributes).flatMap(([name, it]) => (isInput(it) ? [name] : [])),
);

function unknownArguments(code: CodeBlock): readonly ManualEdit[] {
  if (code.kind === "json") return [];
  const names = code.block.attributes.map(({ name }) => name);
  const unknown = names.filter((it) => !KNOWN.has(it) && !META_ARGUMENTS.has(it));
  const address = `${PROJECT}.${code.name}`;
  return [
    ...unknown.map((it) => `Remove ${it} of ${address}, which has no such argument.`),
    ...(setsArgument(code, "ignore_additional_tags") && !setsArgument(code, "tags")
      ? [`Remove ignore_additional_tags of ${address}: without tags, all tags are left alone.`]
      : []),
  ].map((what) => ({ where: code.file.path, what }));
}

/** Changes the type of a project, and its provider. */
export function renameProject(project: ProjectResource): readonly Change[] {
  const { name: providerName } = tfeProviderOf(project.folder);
  const what = `change the type of ${TFE_PROJECT}.${project.name} to ${PROJECT}`;
  return blocksOfType(project, TFE_PROJECT).flatMap((code): readonly Change[] => {
    const [type] = code.kind === "hcl" ? code.block.labels : [];
    if (code.kind === "json" || type === undefined) return [];
    return [replace(code.file, type, `"${PROJECT}"`, { what }), ...renameProvider(code, providerName)];
  });
}
