import {
  isNamed,
  selectionRule,
  type MembershipPlan,
  type MembershipState,
  type RESOURCES,
  type SelectionRule,
  type Workspace,
} from "../model";
import { isKnown, type ChangeContext, type Diagnostics, type KnownConfigOf, type MaybeUnknown } from "../plugin";
import {
  eitherCause,
  ensureMembership,
  resolveWorkspaces,
  workspacesNotFound,
  type OrganizationView,
} from "../reconcile";
import { manyWorkspacesLabel, withDiagnostics } from "./diagnostics";
import { wordsIn } from "./membership-checks";
import { retainsDropped, wasExclusive } from "./membership-plan";
import { idsOf, membersOf } from "./membership-release";
import { isDynamic, mapOf, matching, selectLive } from "./membership-selection";
import { selectionIn } from "./planned-private";
import { organizationOf, type ProviderData } from "./provider-data";

interface Change {
  readonly config: KnownConfigOf<(typeof RESOURCES)["tfprojects_workspace_membership"]>;
  /** Null for a new membership. */
  readonly prior: MembershipState | null;
  readonly planned: MembershipPlan;
}

/** Moves the workspaces of a membership, and releases those that it no longer contains. */
export async function applyMembership(change: Change, context: ChangeContext<ProviderData>): Promise<MembershipState> {
  const { config, prior, planned } = change;
  const { provider, diagnostics } = context;
  const { project_id: projectId, exclusive } = config;
  const rule = selectionRule(config);
  const organization = organizationOf(config.organization, prior, provider);
  const summary = `Cannot move workspaces into project ${projectId}`;
  return withDiagnostics({ summary, attribute: ["workspace_ids"] }, async () => {
    const view = provider.organization(organization);
    const { selected, present } = isDynamic(config)
      ? await dynamicWorkspaces(view, change, rule, context)
      : await namedWorkspaces(view, change);
    const wanted = new Set(idsIn(present));
    const notWanted = (workspaces: readonly Workspace[]): readonly Workspace[] =>
      workspaces.filter(({ id }) => !wanted.has(id));
    const becomesExclusive = exclusive && !wasExclusive(prior, projectId);
    const others = becomesExclusive ? notWanted(await view.workspaces.inProject(projectId)) : [];
    const matched = matching(view.name, rule, others);
    const evicted = idsIn(others.filter(({ id }) => !matched.has(id)));
    const dropped =
      prior === null || retainsDropped(prior, config) ? [] : notWanted(await membersOf(view, prior, diagnostics));
    const retained = idsOf(context.privateState, "retained");
    try {
      await provider.releases.check(view, [...evicted, ...idsIn(dropped)], { retained });
      await ensureMembership(view, projectId, [...wanted]);
    } catch (error) {
      provider.plannedWorkspaces.failClaims(wanted, projectId);
      throw error;
    }
    await Promise.all([
      provider.releases.release(view, projectId, evicted),
      prior === null ? undefined : provider.releases.release(view, prior.project_id, idsIn(dropped), { retained }),
    ]);
    const map = mapOf(selected.map((workspace) => ({ workspace })));
    return {
      ...config,
      id: projectId,
      project_id: projectId,
      // Planned values stay, even if they are outdated: the next refresh updates them.
      workspace_ids: config.workspace_ids ?? known(planned.workspace_ids) ?? idsIn(selected),
      workspace_names: config.workspace_names ?? known(planned.workspace_names) ?? selected.map(({ name }) => name),
      matched_workspaces: rule === undefined ? null : (known(planned.matched_workspaces) ?? map),
      organization,
    };
  });
}

/** The workspaces that a membership selects, and those of them that can be moved. */
interface AppliedWorkspaces {
  readonly selected: readonly Workspace[];
  readonly present: readonly Workspace[];
}

/** @throws WorkspacesNotFoundError */
async function namedWorkspaces(view: OrganizationView, { config }: Change): Promise<AppliedWorkspaces> {
  const { found, missingIds, missingNames } = await resolveWorkspaces(
    view,
    config.workspace_ids ?? [],
    config.workspace_names ?? [],
  );
  const missing = [...missingIds, ...missingNames];
  if (missing.length > 0) throw await workspacesNotFound(view, missing, found);
  return { selected: found, present: found };
}

/**
 * The workspaces that the plan has selected, whatever matches by now; without those matched by the rule that were since
 * deleted, or moved to a project from which the rule may not take them.
 *
 * @throws WorkspacesNotFoundError if a workspace that the code names was deleted after the plan.
 */
async function dynamicWorkspaces(
  view: OrganizationView,
  { config, prior }: Change,
  rule: SelectionRule | undefined,
  { privateState, diagnostics }: ChangeContext<ProviderData>,
): Promise<AppliedWorkspaces> {
  const own = [config.project_id, ...(prior === null ? [] : [prior.project_id])];
  const selected = (selectionIn(privateState) ?? (await selectLive(view, config, rule, own)).selected).map(
    ({ workspace }) => workspace,
  );
  const words = wordsIn(config);
  const places = rule?.takeFrom === "default-project" ? [await view.defaultProjectId(), ...own] : undefined;
  // Lists save a read for each workspace in them.
  await Promise.all([...new Set(places ?? own)].map((id) => view.workspaces.inProject(id)));
  const found = await Promise.all(selected.map(({ id }) => view.workspaces.byId(id)));
  const missing = selected.filter((_, index) => found[index] === undefined);
  const present = found.flatMap((workspace) => workspace ?? []);
  const named = missing.filter((workspace) => isNamed(words, workspace));
  if (named.length > 0 && config.missing_workspaces !== "warn") {
    const wanted = named.map(({ id, name }) => (words.workspaceIds.includes(id) ? id : name));
    throw await workspacesNotFound(view, wanted, present);
  }
  const elsewhere = present.filter(
    (workspace) => places !== undefined && !places.includes(workspace.projectId) && !isNamed(words, workspace),
  );
  warnOfLeftOut(missing, elsewhere, diagnostics);
  return { selected, present: present.filter((workspace) => !elsewhere.includes(workspace)) };
}

function warnOfLeftOut(missing: readonly Workspace[], elsewhere: readonly Workspace[], diagnostics: Diagnostics): void {
  if (missing.length + elsewhere.length === 0) return;
  const they = missing.length === 1 ? "it" : "they";
  const lines = [
    ...(missing.length === 0 ? [] : [`- ${manyWorkspacesLabel(missing)} not found: ${eitherCause(they)}`]),
    ...(elsewhere.length === 0
      ? []
      : [`- ${manyWorkspacesLabel(elsewhere)} moved to another project after the plan: left there`]),
  ];
  diagnostics.warning("Planned workspaces are skipped", `${lines.join("\n")}\nThe next refresh updates the state.`);
}

function known<T>(value: MaybeUnknown<T>): T | undefined {
  // Computed values are known as a whole, or not at all.
  return isKnown(value) ? (value as T) : undefined;
}

function idsIn(workspaces: readonly Pick<Workspace, "id">[]): string[] {
  return workspaces.map(({ id }) => id);
}
