import { TFE_PROJECT } from "../model";
import { formatBlock } from "../terraform/hcl-format";
import { MIGRATION_FILE, type NewBlock } from "./files";
import { PROJECT, type ProjectResource, type Resource } from "./resources";

/** The blocks with which the first apply takes over the objects in the state. */
export function stateBlocks(projects: readonly ProjectResource[], settings: readonly Resource[]): readonly NewBlock[] {
  const inModule = ({ folder }: Resource, lines: readonly string[]): readonly NewBlock[] =>
    folder === undefined ? [] : [{ file: MIGRATION_FILE, folder: folder.path, lines }];
  return [
    ...projects.flatMap((project) => inModule(project, movedBlock(project))),
    ...settings.flatMap((it) => inModule(it, removedBlock(it))),
  ];
}

/** Moves a project to its new type. */
function movedBlock({ name }: ProjectResource): readonly string[] {
  return formatBlock("moved", [`from = ${TFE_PROJECT}.${name}`, `to   = ${PROJECT}.${name}`]);
}

/** Takes a resource out of the state. */
export function removedBlock({ type, name }: Pick<Resource, "type" | "name">): readonly string[] {
  return formatBlock("removed", [`from = ${type}.${name}`, "", ...formatBlock("lifecycle", ["destroy = false"])]);
}
