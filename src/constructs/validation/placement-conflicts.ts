import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { ProjectMembers } from "../../decide";
import { placedInExclusive } from "../../diagnostics/conflicts";
import { nameKey, referToProject } from "../../model";
import { isRecord } from "../../schema";
import { isSingle, type Conflict } from "./app-wide";
import {
  isMembership,
  isPlacement,
  isProject,
  type MembershipLike,
  type PlacementLike,
  type ProjectLike,
  type ResourceLike,
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
  const placements = single.filter(isPlacement);
  return [
    ...repeatedNames(placements, single.filter(isProject)),
    ...exclusiveDestinations(placements, single.filter(isMembership), new ProjectKeys(scope)),
  ];
}

/** Rules of one placement with the same project. */
interface Rules {
  readonly placement: PlacementLike;
  /** Identifies the project. */
  readonly key: string;
  /** The name of the project, or a reference to it. */
  readonly project: unknown;
  /** From 0. */
  readonly positions: number[];
}

/** Groups the rules of each placement. @param keyOf - Identifies a project; undefined while it is unknown. */
function rulesByProject(
  placements: readonly PlacementLike[],
  keyOf: (placement: PlacementLike, project: unknown) => string | undefined,
): readonly Rules[] {
  return placements.flatMap((placement) => {
    const found = new Map<string, Rules>();
    const { ruleInput } = placement;
    const rules: readonly unknown[] = Array.isArray(ruleInput) ? ruleInput : [];
    for (const [position, rule] of rules.entries()) {
      if (!isRecord(rule)) continue;
      const { project } = rule;
      const key = keyOf(placement, project);
      if (key === undefined) continue;
      const same = found.get(key);
      if (same === undefined) found.set(key, { placement, key, project, positions: [position] });
      else same.positions.push(position);
    }
    return [...found.values()];
  });
}

function conflictOf(at: IConstruct, [first = 0]: readonly number[], message: string): Conflict {
  return { at, message: `rule[${first}].project: ${message}` };
}

/** Rules that repeat the name of a project of their stack: Terraform would not wait for the project. */
function repeatedNames(placements: readonly PlacementLike[], projects: readonly ProjectLike[]): readonly Conflict[] {
  const organizations = new OrganizationKeys();
  const keyOf = (construct: ResourceLike, name: unknown): string | undefined => {
    const [text, organization] = [literal(name), organizations.of(construct)];
    if (text === undefined || organization === undefined) return undefined;
    return JSON.stringify([TerraformStack.of(construct).node.path, organization, nameKey(text)]);
  };
  const paths = new Map(projects.map((it) => [keyOf(it, it.nameInput), it.node.path]));
  return rulesByProject(placements, keyOf).flatMap(({ placement, key, project, positions }) => {
    const path = paths.get(key);
    if (path === undefined) return [];
    return [conflictOf(placement, positions, referToProject(positions, literal(project) ?? "", path))];
  });
}

/** Rules that bring workspaces into a project from which an exclusive membership moves them out. */
function exclusiveDestinations(
  placements: readonly PlacementLike[],
  memberships: readonly MembershipLike[],
  keys: ProjectKeys,
): readonly Conflict[] {
  const members = new ProjectMembers<PlacementLike | MembershipLike>();
  for (const membership of memberships) {
    const key = keys.ofId(membership, membership.projectIdInput);
    if (key !== undefined) members.add(membership, key, { exclusive: membership.exclusiveInput === true });
  }
  const rules = rulesByProject(placements, (placement, project) => keys.ofName(placement, project));
  for (const { placement, key, positions } of rules)
    members.add(placement, key, { exclusive: false, rules: positions });
  return members.placedInExclusive.flatMap(({ at: { resource: at, entry }, others }) =>
    others.map(({ resource: { node } }) => {
      const rules = entry.rules ?? [];
      return conflictOf(at, rules, placedInExclusive({ rules, membership: node.path }).detail);
    }),
  );
}
