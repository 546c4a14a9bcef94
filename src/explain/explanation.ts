import { identifyProjects } from "../engine/plan/identity";
import { placesOf, resolveMembership } from "../engine/plan/selection";
import type { Action, ProjectTarget } from "../engine/plan/action";
import type { Comparison } from "../engine/plan/comparison";
import { named, type DesiredMembership, type NamedObject } from "../engine/organization";
import { isId, nameKey, WorkspaceIndex, type SelectionReason, type Workspace } from "../model";
import { indexBy, type MoveReason } from "../reconcile";
import { nearMiss, type NearMiss } from "./near-miss";

/** Why a workspace belongs where it belongs: plain data. */
export interface Explanation {
  readonly organization: string;
  readonly workspace: NamedObject;
  /** The project that it is in. */
  readonly project: NamedObject;
  /** The memberships that have it: several are a conflict. */
  readonly memberships: readonly HoldingMembership[];
  readonly nearly: readonly NearMembership[];
  /** Where it belongs; undefined if memberships conflict, or if the project of its membership does not exist. */
  readonly destination: ExplainedDestination | undefined;
}

interface ExplainedMembership {
  readonly membership: DesiredMembership;
  /** The project of the membership; undefined if it is neither in the code nor in the organization. */
  readonly project: ProjectTarget | undefined;
}

/** A membership that has the workspace, and why. */
export interface HoldingMembership extends ExplainedMembership {
  readonly reason: SelectionReason;
}

/** A membership whose rule matches the workspace in part, or matches it and leaves it out. */
export interface NearMembership extends ExplainedMembership {
  readonly miss: NearMiss;
}

export interface ExplainedDestination {
  readonly project: ProjectTarget;
  /** Why the code moves the workspace there; undefined if it is there. */
  readonly moves: MoveReason | undefined;
}

/** The workspace with this ID or name, which ignores case. */
export function findWorkspace({ actual }: Comparison, word: string): Workspace | undefined {
  const isIt = isId("workspace", word)
    ? ({ id, name }: Workspace): boolean => id === word || name === word
    : ({ name }: Workspace): boolean => nameKey(name) === nameKey(word);
  return actual.workspaces.find(isIt);
}

/** Explains where a workspace belongs. Pure. @param comparison - Of its organization with the code. */
export function explainWorkspace(comparison: Comparison, workspace: Workspace): Explanation {
  const { desired, actual, resolver } = identifyProjects(comparison.desired, comparison.actual);
  const index = new WorkspaceIndex([workspace]);
  const recorded = indexBy(comparison.desired.recorded?.memberships ?? [], ({ address }) => address);
  const memberships: HoldingMembership[] = [];
  const nearly: NearMembership[] = [];
  for (const membership of desired.memberships) {
    const project = resolver.resolve(membership.project);
    const places = placesOf(project, recorded.get(membership.address), actual);
    const { selected, newMatches } = resolveMembership(membership, project ?? UNRESOLVED, index, places);
    const [reason] = selected.map((it) => it.reason);
    const { rule } = membership;
    const miss = rule && nearMiss(rule, workspace, places, { isNew: newMatches.length > 0 });
    if (reason !== undefined) memberships.push({ membership, project, reason });
    else if (miss !== undefined) nearly.push({ membership, project, miss });
  }
  const { projectId } = workspace;
  // The token may not see the project.
  const project = named(actual.projects.find(({ id }) => id === projectId) ?? { id: projectId, name: projectId });
  return {
    organization: actual.name,
    workspace: named(workspace),
    project,
    memberships,
    nearly,
    destination: destinationOf(memberships, workspace, comparison.actions, project),
  };
}

/** What a membership selects does not depend on a project that does not exist. */
const UNRESOLVED: ProjectTarget = { id: null, name: "", address: "" };

function destinationOf(
  memberships: readonly HoldingMembership[],
  { id, projectId }: Workspace,
  actions: readonly Action[],
  current: NamedObject,
): ExplainedDestination | undefined {
  const [membership, ...others] = memberships;
  if (others.length > 0) return undefined;
  if (membership !== undefined) {
    const { project } = membership;
    if (project === undefined) return undefined;
    return { project, moves: project.id === projectId ? undefined : "member" };
  }
  for (const action of actions) {
    if (action.kind !== "move") continue;
    const moved = action.workspaces.find((it) => it.id === id);
    if (moved !== undefined) return { project: action.destination, moves: moved.reason };
  }
  return { project: current, moves: undefined };
}
