import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { exclusiveDestination, nameKey, repeatedProjectName } from "../../model";
import { isRecord } from "../../schema";
import { isSingle, type Conflict } from "./app-wide";
import {
  isMembership,
  isPlacement,
  isProject,
  type MembershipLike,
  type PlacementLike,
  type ProjectLike,
} from "./construct-types";
import { literal } from "./literal";
import { OrganizationKeys } from "./organization-keys";
import { ProjectKeys } from "./project-keys";

/** The constructs that placements can conflict with, and placements. */
type Related = PlacementLike | ProjectLike | MembershipLike;

export function isRelatedToPlacements(construct: IConstruct): construct is Related {
  return isPlacement(construct) || isProject(construct) || isMembership(construct);
}

/** Conflicts of placements with projects and memberships. */
export function placementConflicts(all: readonly Related[], scope: IConstruct): readonly Conflict[] {
  const single = all.filter(isSingle);
  const rules = single.filter(isPlacement).flatMap(rulesOf);
  return [
    ...repeatedNames(rules, single.filter(isProject)),
    ...exclusiveDestinations(rules, single.filter(isMembership), new ProjectKeys(scope)),
  ];
}

/** A rule of which the project is in the code. */
interface Rule {
  readonly placement: PlacementLike;
  readonly index: number;
  /** The name of the project, or a reference to it. */
  readonly project: unknown;
}

function rulesOf(placement: PlacementLike): readonly Rule[] {
  const { ruleInput: rules } = placement;
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((rule: unknown, index) =>
    isRecord(rule) ? [{ placement, index, project: rule["project"] }] : [],
  );
}

/** Rules that repeat the name of a project of their stack: Terraform would not wait for the project. */
function repeatedNames(rules: readonly Rule[], projects: readonly ProjectLike[]): readonly Conflict[] {
  const organizations = new OrganizationKeys();
  const keyOf = (construct: PlacementLike, name: unknown): string | undefined => {
    const [text, organization] = [literal(name), organizations.of(construct)];
    if (text === undefined || organization === undefined) return undefined;
    return JSON.stringify([TerraformStack.of(construct).node.path, organization, nameKey(text)]);
  };
  const paths = new Map(projects.map((it) => [keyOf(it, it.nameInput), it.node.path]));
  return rules.flatMap(({ placement, index, project }) => {
    const key = keyOf(placement, project);
    const path = key === undefined ? undefined : paths.get(key);
    if (path === undefined) return [];
    const message = `rule[${index}].project: ${repeatedProjectName(literal(project) ?? "", path)}`;
    return [{ at: placement, message }];
  });
}

/** Rules that bring workspaces into a project from which an exclusive membership moves them out. */
function exclusiveDestinations(
  rules: readonly Rule[],
  memberships: readonly MembershipLike[],
  keys: ProjectKeys,
): readonly Conflict[] {
  const exclusive = new Map(
    memberships
      .filter(({ exclusiveInput }) => exclusiveInput === true)
      .map((it) => [keys.ofId(it, it.projectIdInput), it.node.path]),
  );
  return rules.flatMap(({ placement, index, project }) => {
    const key = keys.ofName(placement, project);
    const membership = key === undefined ? undefined : exclusive.get(key);
    if (membership === undefined) return [];
    return [{ at: placement, message: `rule[${index}].project: ${exclusiveDestination(membership)}` }];
  });
}
