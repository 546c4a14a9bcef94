import type { ProjectReference } from "../organization";
import { seesDefaultProject } from "./absence";
import type { IdentifiedOrganization } from "./identity";
import type { Refusal } from "./refusal";

/**
 * The error of a resource whose project does not exist after the plan. Undefined if the token does not see the default
 * project: then it may not see this one either.
 */
export function unresolvedProject(
  { address, project: reference }: { readonly address: string; readonly project: ProjectReference },
  { actual, resolver }: IdentifiedOrganization,
): Refusal | undefined {
  const code = "UNKNOWN_PROJECT";
  const renamed = reference.by === "name" ? resolver.renamedTo(reference.name) : undefined;
  if (reference.by === "name" && renamed !== undefined) {
    const { address: other, name } = renamed;
    const what = { previous: reference.name, renamed: { address: other, name } };
    return { cause: "renamed-project", code, address, ...what };
  }
  if (!seesDefaultProject(actual)) return undefined;
  return { cause: "unknown-project", code, address, reference, organization: actual.name };
}
