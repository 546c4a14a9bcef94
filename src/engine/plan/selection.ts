import {
  type CodeLanguage,
  nameKey,
  select,
  WorkspaceIndex,
  type SelectedWorkspace,
  type SelectionPlaces,
  type SelectionReason,
  type Workspace,
} from "../../model";
import { compareStrings, groupBy } from "../../reconcile/lists";
import {
  named,
  projectNames,
  type ActualOrganization,
  type DesiredMembership,
  type NamedObject,
  type RecordedMembership,
  type WorkspaceMatch,
} from "../organization";
import type { ProjectTarget } from "./action";
import type { Refusal } from "./refusal";

/** A membership whose project exists after the plan, and what it selects. */
export interface ResolvedMembership {
  readonly membership: DesiredMembership;
  readonly to: ProjectTarget;
  /** Each once. Those of a rule that a plan has decided are no more than that. */
  readonly selected: readonly SelectedWorkspace[];
  readonly missingIds: readonly string[];
  readonly missingNames: readonly string[];
  /** Workspaces that match but stay where they are. */
  readonly elsewhere: readonly SelectedWorkspace[];
  /** Workspaces that match, and that the plan which decided the selection does not have. */
  readonly newMatches: readonly SelectedWorkspace[];
  /** Workspaces that the plan which decided the selection has, and that do not exist any more. */
  readonly goneMatches: readonly NamedObject[];
  /** Whether the rule cannot be evaluated, because tags of workspaces are not known. */
  readonly lacksTags: boolean;
  /** Whether there is a rule, and no workspace matches it. */
  readonly matchesNothing: boolean;
}

/** The workspaces that a membership with a rule selects, by name. */
export interface SelectedMembers {
  /** Address of the membership. */
  readonly address: string;
  readonly workspaces: readonly MatchedWorkspace[];
}

/** A workspace that a membership with a rule selects. */
export interface MatchedWorkspace extends NamedObject {
  /** Why the rule matches it; undefined if the lists of the membership name it. */
  readonly match?: WorkspaceMatch | undefined;
}

/** A workspace that a rule matches and leaves where it is, as it takes workspaces only from the default project. */
export interface WorkspaceElsewhere extends MatchedWorkspace {
  /** Address of the membership. */
  readonly address: string;
  readonly project: NamedObject;
}

/**
 * Where workspaces are, as far as it decides what a membership selects.
 *
 * @param project - The project of the membership after the plan; undefined if there is none.
 * @param recorded - The membership in the state.
 */
export function placesOf(
  project: ProjectTarget | undefined,
  recorded: RecordedMembership | undefined,
  { defaultProjectId }: Pick<ActualOrganization, "defaultProjectId">,
): SelectionPlaces {
  return { defaultProjectId, own: [project?.id, recorded?.projectId].filter((id) => typeof id === "string") };
}

/** Resolves a membership. @param places - Where workspaces are before the plan. */
export function resolveMembership(
  membership: DesiredMembership,
  to: ProjectTarget,
  index: WorkspaceIndex,
  places: SelectionPlaces,
): ResolvedMembership {
  const { matched } = membership;
  const { selected, lacksTags, ...live } = select(membership, index, places);
  const byRule = selected.filter(({ reason }) => reason.by === "rule");
  const listed = selected.filter(({ reason }) => reason.by !== "rule");
  const matches = byRule.length + live.elsewhere.length > 0 || lacksTags || matchesAny(membership, listed, places);
  const common = { ...live, membership, to, matchesNothing: membership.rule !== undefined && !matches };
  if (matched === undefined) return { ...common, selected, newMatches: [], goneMatches: [], lacksTags };
  const isListed = new Set(listed.map(({ workspace }) => workspace.id));
  const reasons = new Map(byRule.map(({ workspace, reason }) => [workspace.id, reason]));
  const decided = matched.flatMap(({ id, match }): SelectedWorkspace[] => {
    const workspace = isListed.has(id) ? undefined : index.withId(id);
    if (workspace === undefined || !mayBeTaken(membership, workspace, places)) return [];
    const reason: SelectionReason =
      match === undefined ? (reasons.get(id) ?? { by: "rule" }) : { by: "rule", ...match };
    return [{ workspace, reason }];
  });
  const isDecided = new Set(matched.map(({ id }) => id));
  const newMatches = byRule.filter(({ workspace }) => !isDecided.has(workspace.id));
  const missing = new Set(live.missingNames.map(nameKey));
  const goneMatches = matched.filter(({ id, name }) => index.withId(id) === undefined && !missing.has(nameKey(name)));
  return {
    ...common,
    selected: [...listed, ...decided],
    newMatches,
    goneMatches: goneMatches.map(named),
    lacksTags: false,
  };
}

function mayBeTaken(
  { rule }: DesiredMembership,
  { projectId }: Workspace,
  { defaultProjectId, own }: SelectionPlaces,
): boolean {
  return rule?.takeFrom !== "default-project" || projectId === defaultProjectId || own.includes(projectId);
}

/** Whether the rule matches workspaces that are also in the lists. */
function matchesAny(
  { rule }: DesiredMembership,
  listed: readonly SelectedWorkspace[],
  places: SelectionPlaces,
): boolean {
  if (rule === undefined || listed.length === 0) return false;
  const index = new WorkspaceIndex(listed.map(({ workspace }) => workspace));
  const { selected, elsewhere } = select({ workspaceIds: [], workspaceNames: [], rule }, index, places);
  return selected.length + elsewhere.length > 0;
}

/** Why a rule selects a workspace, as data; undefined if the lists of its membership name it. */
export function matchOf(reason: SelectionReason): WorkspaceMatch | undefined {
  if (reason.by !== "rule") return undefined;
  const { pattern, tags } = reason;
  return { ...(pattern === undefined ? {} : { pattern }), ...(tags === undefined ? {} : { tags }) };
}

/** A selected workspace, as plans have it. */
export function matchedWorkspace({ workspace, reason }: SelectedWorkspace): MatchedWorkspace {
  const match = matchOf(reason);
  return { ...named(workspace), ...(match === undefined ? {} : { match }) };
}

/**
 * Workspaces that rules match and leave where they are, in the order of the memberships.
 *
 * @param isFree - Whether no membership has a workspace: what another one selects belongs there.
 */
export function elsewhereOf(
  resolved: readonly ResolvedMembership[],
  actual: ActualOrganization,
  isFree: (workspace: Workspace) => boolean,
): readonly WorkspaceElsewhere[] {
  const nameOf = projectNames(actual);
  return resolved.flatMap(({ membership: { address }, elsewhere }) =>
    elsewhere
      .filter(({ workspace }) => isFree(workspace))
      .map((it) => ({ address, ...matchedWorkspace(it), project: nameOf(it.workspace.projectId) })),
  );
}

/** More memberships that select one workspace are not compared with each other. */
const MAX_CLAIMS = 10;

/** Memberships that select the same workspaces: one refusal for each pair. Also those of one project. */
export function selectionConflicts(
  resolved: readonly ResolvedMembership[],
  language: CodeLanguage,
): readonly Refusal[] {
  const claims = resolved.flatMap((by) =>
    by.selected.map(({ workspace, reason }): Claim => ({ by, workspace, isListed: reason.by !== "rule" })),
  );
  const pairs = [...groupBy(claims, ({ workspace }) => workspace.id).values()].flatMap((all) => {
    const compared = all.slice(0, MAX_CLAIMS);
    return compared.flatMap((later, position) => compared.slice(0, position).map((earlier) => ({ earlier, later })));
  });
  const byLater = groupBy(pairs, ({ later }) => later.by);
  return resolved.flatMap((by) =>
    [...groupBy(byLater.get(by) ?? [], ({ earlier }) => earlier.by)]
      .sort(([{ membership: one }], [{ membership: other }]) => compareStrings(one.address, other.address))
      .map(([{ membership: other }, common]): Refusal => ({
        cause: "two-memberships",
        code: "WORKSPACE_IN_TWO_PROJECTS",
        address: by.membership.address,
        workspaces: common.map(({ later }) => later.workspace.name).sort(compareStrings),
        other: other.address,
        rule: common.some(({ later }) => later.isListed) ? undefined : by.membership.rule,
        otherRule: common.some(({ earlier }) => earlier.isListed) ? undefined : other.rule,
        language,
      })),
  );
}

/** A membership selects a workspace. */
interface Claim {
  readonly by: ResolvedMembership;
  readonly workspace: Workspace;
  readonly isListed: boolean;
}
