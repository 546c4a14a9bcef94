import { isInput, RESOURCES, TFE_PROJECT } from "../model";
import { resourceBlocks, setsArgument, type CodeBlock } from "./code";
import { replace, type Edit, type ManualEdit } from "./edits";
import { referenceByHand } from "./mention-edits";
import type { Mention } from "./mentions";
import { renameProvider, tfeProviderOf } from "./provider-edits";
import { PROJECT, type ProjectResource } from "./resources";

/** Arguments that every resource has. */
const META_ARGUMENTS = new Set(["count", "for_each", "provider", "depends_on"]);

/**
 * What a person has to change before a project can be taken over: what its new type does not have, and references in
 * Terraform JSON. Until then, all that refers to the project stays as it is.
 *
 * @param mentions - Those of the project.
 */
export function obstaclesOf({ folder, name }: ProjectResource, mentions: readonly Mention[]): readonly ManualEdit[] {
  return [
    ...[TFE_PROJECT, PROJECT].flatMap((type) => resourceBlocks(folder, type, name)).flatMap(unknownArguments),
    ...referenceByHand(mentions.filter(({ isCode }) => isCode)),
  ].map((it) => ({ ...it, isFirst: true }));
}

const KNOWN: ReadonlySet<string> = new Set(
  Object.entries(RESOURCES.tfprojects_project.attributes).flatMap(([name, it]) => (isInput(it) ? [name] : [])),
);

function unknownArguments(block: CodeBlock): readonly ManualEdit[] {
  const names = block.hcl.attributes.map(({ name }) => name);
  const unknown = names.filter((it) => !KNOWN.has(it) && !META_ARGUMENTS.has(it));
  const address = `${PROJECT}.${block.name}`;
  return [
    ...unknown.map((it) => `Remove ${it} of ${address}, which has no such argument.`),
    ...(setsArgument(block, "ignore_additional_tags") && !setsArgument(block, "tags")
      ? [`Remove ignore_additional_tags of ${address}: without tags, all tags are left alone.`]
      : []),
  ].map((what) => ({ where: block.file.path, what }));
}

/** Changes the type of a project, and its provider. */
export function renameProject({ folder, name }: ProjectResource): readonly Edit[] {
  const { name: providerName } = tfeProviderOf(folder);
  const what = `change the type of ${TFE_PROJECT}.${name} to ${PROJECT}`;
  return resourceBlocks(folder, TFE_PROJECT, name).flatMap((block) => {
    const [type] = block.hcl.labels;
    if (type === undefined) return [];
    return [replace(block.file, type, `"${PROJECT}"`, { what }), ...renameProvider(block, providerName)];
  });
}
