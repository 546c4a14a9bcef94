import { selectWorkspaces } from "../decide";
import { renamedWorkspaces } from "../diagnostics";
import { movedBy, projectOf } from "../engine/changes/kinds";
import {
  areCertain,
  areCreated,
  identifyProjects,
  workspacesSetByTfe,
  projectKey,
  type Comparison,
  type IdentifiedOrganization,
  type WorkspaceSetByTfe,
} from "../engine/plan";
import type { DesiredMembership } from "../engine/source";
import type {
  Change,
  CreatedWorkspace,
  MembersKnownAfterApply,
  NamedObject,
  ProjectTarget,
  Diagnostic,
} from "../engine";
import { named, projectNames } from "../engine/actual-organization";
import { indexBy } from "../lists";
import { isId, nameKey, WorkspaceIndex, type CodeLanguage, type Workspace } from "../model";
import { type MoveReason } from "../reconcile";
import { assignedTo, type ExplainedAssignments } from "./assigned";
import { explainPlacement, type ExplainedPlacement } from "./placement";

/** Why a workspace belongs where it belongs: plain data. */
export interface Explanation {
  readonly organization: string;
  /** The language of the code. */
  readonly language: CodeLanguage;
  readonly workspace: ExplainedWorkspace;
  /** The project that it is in, or that it is created in; undefined if only Terraform knows that. */
  readonly project: ProjectTarget | undefined;
  /** The memberships that have it: several are a conflict. */
  readonly memberships: readonly HoldingMembership[];
  /** Memberships that may have it: Terraform knows only after apply. */
  readonly possibly: readonly ExplainedMembership[];
  /** What each placement of the code says about the workspace. */
  readonly placements: readonly ExplainedPlacement[];
  /** The address of the `tfe_workspace` that puts it into a project, if neither a membership nor a rule does. */
  readonly placedBy: string | undefined;
  /** The errors that block every plan because of it, or of a project where it would belong and that does not exist. */
  readonly errors: readonly Diagnostic[];
  /**
   * Where it belongs; undefined if memberships or placements conflict, or if the project of its membership does not
   * exist.
   */
  readonly destination: ExplainedDestination | undefined;
  /** What the code assigns to the project where it belongs, or else to the one that it is in. */
  readonly assigned: readonly ExplainedAssignments[];
}

/** A workspace of the organization, or one that Terraform's plan creates. */
type ExplainedWorkspace = NamedObject | { readonly id: null; readonly name: string; readonly address: string };

export interface ExplainedMembership {
  readonly membership: DesiredMembership;
  /** The project of the membership; undefined if it is neither in the code nor in the organization. */
  readonly project: ProjectTarget | undefined;
}

/** A membership that has the workspace, and why. */
interface HoldingMembership extends ExplainedMembership {
  readonly reason: HoldingReason;
}

/**
 * `reference`: the lists of the membership refer to the resource that creates the workspace. `former-name`: they have a
 * name that the workspace had, so no plan moves it.
 */
export type HoldingReason =
  | { readonly by: "id" | "name" | "reference" }
  | { readonly by: "former-name"; readonly name: string };

interface ExplainedDestination {
  readonly project: ProjectTarget;
  /** Why the code moves the workspace there; undefined if it is there, or if the code has a former name of it. */
  readonly moves: MoveReason | undefined;
}

/**
 * The workspace with this ID or name, which ignores case; or one that Terraform's plan creates, with this name or
 * address; or one that the code calls this, and that was renamed.
 */
export function findWorkspace(
  { desired, actual, missingWorkspaces }: Comparison,
  word: string,
): Workspace | CreatedWorkspace | undefined {
  const isIt = isId("workspace", word)
    ? ({ id, name }: Workspace): boolean => id === word || name === word
    : ({ name }: Workspace): boolean => nameKey(name) === nameKey(word);
  const isCreated = ({ address, name }: CreatedWorkspace): boolean =>
    address === word || (name !== undefined && nameKey(name) === nameKey(word));
  const wasIt = ({ id }: Workspace): boolean =>
    missingWorkspaces.some((it) => it.renamed.some((own) => own.id === id && nameKey(own.from) === nameKey(word)));
  return actual.workspaces.find(isIt) ?? desired.createdWorkspaces?.find(isCreated) ?? actual.workspaces.find(wasIt);
}

/** Explains where a workspace belongs. Pure. @param comparison - Of its organization with the code. */
export function explainWorkspace(comparison: Comparison, found: Workspace | CreatedWorkspace): Explanation {
  const identified = identifyProjects(comparison.desired, comparison.actual);
  const { desired, actual, resolver } = identified;
  const { workspace, project, explained, setBy } =
    "address" in found ? createdIn(identified, found) : existingIn(identified, found);
  const index = new WorkspaceIndex([workspace]);
  const holding: HoldingMembership[] = [];
  const formerly: HoldingMembership[] = [];
  const possibly: ExplainedMembership[] = [];
  const unknown = indexBy(comparison.afterApply, ({ address }) => address);
  for (const membership of desired.memberships) {
    const project = resolver.resolve(membership.project);
    const claim = claimOf(unknown.get(membership.address), explained);
    const by = claim === "certain" ? "reference" : selectWorkspaces(membership, index).selected[0]?.by;
    const missing = comparison.missingWorkspaces.filter(({ address }) => address === membership.address);
    const former = missing.flatMap(({ renamed }) => renamed).find(({ id }) => id === explained.id);
    if (by !== undefined) holding.push({ membership, project, reason: { by } });
    else if (former !== undefined) {
      formerly.push({ membership, project, reason: { by: "former-name", name: former.from } });
    } else if (claim === "possible") possibly.push({ membership, project });
  }
  const memberships = holding.length > 0 ? holding : formerly;
  const isMember = memberships.length + possibly.length > 0;
  const placements = (desired.placements ?? []).map((placement) =>
    explainPlacement(placement, workspace, comparison, identified, { isMember, isNew: explained.id === null }),
  );
  const isPlaced = placements.some(({ effect }) => effect === "moves" || effect === "there");
  const placed = isMember || isPlaced ? undefined : setBy;
  const errors = errorsOf(comparison, explained, memberships, placements);
  const planned =
    placed === undefined
      ? destinationOf(memberships, placements, workspace, comparison.actions, project)
      : placed.to && { project: placed.to, moves: undefined };
  const destination = errors.some(isPlacedTwice) ? undefined : planned;
  const home = destination?.project ?? project;
  return {
    organization: actual.name,
    language: desired.language ?? "terraform",
    workspace: explained,
    project,
    memberships,
    // A workspace of one membership is not in another one.
    possibly: memberships.length > 0 ? [] : possibly,
    placements,
    placedBy: placed?.address,
    errors,
    destination,
    assigned: home === undefined ? [] : assignedTo(home, identified),
  };
}

/** The errors of a plan about a workspace, and about what has or places it and has no project. */
function errorsOf(
  { errors, missingWorkspaces }: Comparison,
  { id: workspaceId, name }: ExplainedWorkspace,
  memberships: readonly HoldingMembership[],
  placements: readonly ExplainedPlacement[],
): readonly Diagnostic[] {
  const withoutProject = [
    ...memberships.flatMap(({ membership, project }) => (project === undefined ? membership.address : [])),
    ...placements.flatMap(({ address, effect }) => (effect === "no-project" ? address : [])),
  ];
  const itsOwn = errors.flatMap((it) => {
    const { address = "", workspaces = [] } = it.data;
    if (workspaces.includes(name)) return { ...it, data: { ...it.data, workspaces: [name] } };
    return it.code === "UNKNOWN_PROJECT" && withoutProject.includes(address) ? it : [];
  });
  // A name that is out of date is a difference of drift, and an error of a plan.
  const outdated = missingWorkspaces.flatMap(({ address, renamed, isTolerated }) => {
    const its = isTolerated ? [] : renamed.filter(({ id }) => id === workspaceId);
    return its.length === 0 ? [] : [renamedWorkspaces({ address, renamed: its })];
  });
  return [...itsOwn, ...outdated];
}

/** Whether an error says that several placements decide about workspaces. */
export function isPlacedTwice({ data }: Diagnostic): boolean {
  return "placements" in data;
}

/** Whether a membership has a workspace among the members that Terraform knows only after apply. */
function claimOf(
  members: MembersKnownAfterApply | undefined,
  workspace: ExplainedWorkspace,
): "certain" | "possible" | "none" {
  if (members === undefined) return "none";
  if (workspace.id !== null) return areCreated(members) ? "none" : "possible";
  if (!members.created.some(({ address }) => address === workspace.address)) return "none";
  return areCertain(members) ? "certain" : "possible";
}

/** A workspace as rules see it, where it is, and the `tfe_workspace` that sets its project. */
interface Located {
  readonly workspace: Workspace;
  readonly project: ProjectTarget | undefined;
  readonly explained: ExplainedWorkspace;
  readonly setBy: Pick<WorkspaceSetByTfe, "address" | "to"> | undefined;
}

function existingIn(identified: IdentifiedOrganization, workspace: Workspace): Located {
  const project = projectNames(identified.actual)(workspace.projectId);
  const setBy = workspacesSetByTfe(identified, () => true).get(workspace.id);
  return { workspace, project, explained: named(workspace), setBy };
}

/** Its project is the one that its resource sets, or the default one. */
function createdIn({ desired, actual, resolver }: IdentifiedOrganization, created: CreatedWorkspace): Located {
  const { address, name = address } = created;
  const setting = desired.tfeWorkspaces?.find((it) => it.address === address);
  const reference = setting === undefined ? ({ by: "default" } as const) : setting.project;
  const project = reference && resolver.resolve(reference);
  const workspace = { id: address, name, projectId: project?.id ?? "", organization: actual.name, tags: undefined };
  return { workspace, project, explained: { id: null, name, address }, setBy: setting && { address, to: project } };
}

function destinationOf(
  memberships: readonly HoldingMembership[],
  placements: readonly ExplainedPlacement[],
  { id }: Workspace,
  actions: readonly Change[],
  current: ProjectTarget | undefined,
): ExplainedDestination | undefined {
  const [membership, ...others] = memberships;
  if (others.length > 0) return undefined;
  if (membership !== undefined) {
    const { project } = membership;
    if (project === undefined) return undefined;
    const isThere = current !== undefined && projectKey(project) === projectKey(current);
    return { project, moves: isThere || membership.reason.by === "former-name" ? undefined : "member" };
  }
  for (const action of actions) {
    const moved = movedBy(action).find((it) => it.id === id);
    if (moved !== undefined) return { project: projectOf(action), moves: moved.reason };
  }
  // One that Terraform's plan creates is in no action.
  const project = placements.find(({ effect }) => effect === "moves")?.rule?.project;
  if (project !== undefined) return { project, moves: "placed" };
  return current && { project: current, moves: undefined };
}
