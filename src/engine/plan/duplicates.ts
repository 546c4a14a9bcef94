import { nameKey } from "../../model";
import type { DesiredProject } from "../organization";
import type { Refusal } from "./refusal";

/** Projects of the code that share a name or an id. */
export function duplicateProjects(code: readonly DesiredProject[]): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const names = new Map<string, DesiredProject>();
  const ids = new Map<string, DesiredProject>();
  for (const project of code) {
    const sameName = names.get(nameKey(project.name));
    const id = project.id ?? project.recordedId;
    const sameId = id === undefined ? undefined : ids.get(id);
    const { address, name } = project;
    const code = "DUPLICATE_PROJECT";
    if (sameName !== undefined) refusals.push({ cause: "same-name", code, address, name, other: sameName.address });
    else if (id !== undefined && sameId !== undefined) {
      refusals.push({ cause: "same-id", code, address, id, other: sameId.address });
    }
    names.set(nameKey(project.name), project);
    if (id !== undefined) ids.set(id, project);
  }
  return refusals;
}
