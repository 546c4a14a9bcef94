import { objectLabel, type AssignableObject, type AssignmentKind, type FixedReason } from "./kind";

/** Why the assignments of an object are never changed; undefined if they can be. */
export function refusalText(
  { object: noun }: Pick<AssignmentKind, "object">,
  object: AssignableObject,
): string | undefined {
  return object.fixed === undefined ? undefined : `The ${noun} ${objectLabel(object)} ${REASONS[object.fixed]}`;
}

const REASONS: Readonly<Record<FixedReason, string>> = {
  owners: "has all permissions on every project, which cannot be changed. Remove it.",
  global: "is global: it applies to every workspace of the organization. Remove it, or make the set not global.",
  owned: "belongs to a project, and cannot be applied to others. Remove it.",
  tags: "selects workspaces by their tags, and not by their projects. Remove it.",
};
