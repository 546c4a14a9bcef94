import type { ProjectReference } from "../organization";
import { seesDefaultProject } from "./absence";
import type { IdentifiedOrganization, ProjectResolver } from "./identity";
import type { Refusal } from "./refusal";

/**
 * The error of a resource whose project does not exist after the plan. Undefined if the token does not see the default
 * project: then it may not see this one either.
 */
export function unresolvedProject(
  { address, project: reference }: { readonly address: string; readonly project: ProjectReference },
  { actual, resolver }: IdentifiedOrganization,
): Refusal | undefined {
  const renamed = renamedProject(address, reference, resolver);
  if (renamed !== undefined || !seesDefaultProject(actual)) return renamed;
  return { cause: "unknown-project", code: "UNKNOWN_PROJECT", address, reference, organization: actual.name };
}

/** The error of a reference by a name that the code takes away from its project. */
export function renamedProject(
  address: string,
  reference: ProjectReference,
  resolver: ProjectResolver,
): Refusal | undefined {
  const renamed = reference.by === "name" ? resolver.renamedTo(reference.name) : undefined;
  if (reference.by !== "name" || renamed === undefined) return undefined;
  const { address: other, name } = renamed;
  const what = { previous: reference.name, renamed: { address: other, name } };
  return { cause: "renamed-project", code: "UNKNOWN_PROJECT", address, ...what };
}
