import { sameName } from "../../model";
import { ASSIGNMENT_KINDS, findAssignment, mayChange, type ObservedAssignment } from "../../reconcile/assignments";
import type { DesiredAssignments, ProjectReference } from "../organization";
import { projectKey, type ProjectTarget } from "./action";
import type { ProjectResolver } from "./identity";

/**
 * The IDs of the objects that an `import` block records, as Terraform's state would have them: of those that may
 * change. Names that the project does not have mean nothing: the block stays in the code after what it names has gone.
 */
export function importedIds(
  { type, imported }: Pick<DesiredAssignments, "type" | "imported">,
  observed: readonly ObservedAssignment[],
): readonly string[] {
  if (imported === undefined) return [];
  const own = observed.filter((it) => mayChange(ASSIGNMENT_KINDS[type], it));
  const found = imported.objects?.flatMap((it) => findAssignment(it, own) ?? []) ?? own;
  return found.map(({ object }) => object.id);
}

/** Whether an `import` block is of a project, also if that project was deleted or renamed since. */
export function isImportOf(imported: ProjectReference, project: ProjectTarget, resolver: ProjectResolver): boolean {
  const id = resolver.idBefore(imported);
  if (id !== undefined) return id === project.id;
  switch (imported.by) {
    case "id":
      return project.id === null;
    case "name":
      return [project.name, ...(resolver.codeOf(project)?.previousNames ?? [])].some((it) =>
        sameName(it, imported.name),
      );
    default: {
      const target = resolver.resolve(imported);
      return target !== undefined && projectKey(target) === projectKey(project);
    }
  }
}
