import { type MembershipPlan, type MembershipState, type RESOURCES, type Workspace } from "../../model";
import { isKnown, type ChangeContext, type KnownConfigOf, type MaybeUnknown } from "../../plugin";
import { eitherCause, ensureMembership, workspacesNotFound, type OrganizationView } from "../../reconcile";
import { manyWorkspacesLabel, withDiagnostics } from "../diagnostics";
import { organizationOf, type ProviderData } from "../provider-data";
import { listsSetBy, plannedIn, storedIn, storedJson, type PlannedMembership } from "./private-state";
import { namesToStore, select } from "./selection";

interface Change {
  readonly config: KnownConfigOf<(typeof RESOURCES)["tfprojects_workspace_membership"]>;
  /** Null for a new membership. */
  readonly prior: MembershipState | null;
  readonly planned: MembershipPlan;
}

/** Moves the workspaces of a membership, and releases those that it no longer contains. */
export async function applyMembership(change: Change, context: ChangeContext<ProviderData>): Promise<MembershipState> {
  const { config, prior, planned } = change;
  const { provider } = context;
  const { project_id: projectId } = config;
  const organization = organizationOf(config.organization, prior, provider);
  const decided = plannedIn(context.privateState);
  const stored = storedIn(context.storedPrivateState);
  const summary = `Cannot move workspaces into project ${projectId}`;
  return withDiagnostics({ summary, attribute: ["workspace_ids"] }, async () => {
    const view = provider.organization(organization);
    const found = await presentWorkspaces(view, config, decided, context);
    const wanted = idsIn(found);
    const renamed = new Set(decided?.renamed);
    const stays = new Set([...wanted, ...renamed]);
    const leaving = (ids: readonly string[] = []): readonly string[] => ids.filter((id) => !stays.has(id));
    const [evicted, released] = [leaving(decided?.evicted), prior === null ? [] : leaving(decided?.released)];
    const retained = new Set(decided?.retained);
    try {
      await provider.releases.check(view, [...evicted, ...released], { retained });
      await ensureMembership(view, projectId, wanted);
    } catch (error) {
      provider.plannedWorkspaces.failClaims(wanted, projectId);
      throw error;
    }
    await Promise.all([
      provider.releases.release(view, projectId, evicted),
      prior === null ? undefined : provider.releases.release(view, prior.project_id, released, { retained }),
    ]);
    const former = [...stored.names].filter(([id]) => renamed.has(id));
    const names = namesToStore(config, found, former);
    context.storePrivateState(storedJson({ lists: listsSetBy(config), names, isRecorded: true }));
    return {
      ...config,
      id: projectId,
      project_id: projectId,
      // Planned values stay, even if they are outdated: the next refresh updates them.
      workspace_ids: config.workspace_ids ?? known(planned.workspace_ids) ?? [...stays],
      workspace_names: config.workspace_names ?? known(planned.workspace_names) ?? found.map(({ name }) => name),
      organization,
    };
  });
}

/**
 * The workspaces that the plan has found, without those that were since deleted.
 *
 * @throws WorkspacesNotFoundError for a deleted one, unless `missing_workspaces` tolerates it.
 */
async function presentWorkspaces(
  view: OrganizationView,
  config: Change["config"],
  decided: PlannedMembership | undefined,
  { diagnostics }: ChangeContext<ProviderData>,
): Promise<readonly Workspace[]> {
  const { project_id: projectId, workspace_ids: ids } = config;
  const isTolerant = config.missing_workspaces === "warn";
  const selection = await select(view, { ...config, isTolerant }, new Map(), decided?.found);
  const found = selection.selected.map(({ workspace }) => workspace);
  // Saves a read of each workspace that is already in the project.
  await view.workspaces.inProject(projectId);
  const read = await Promise.all(found.map(({ id }) => view.workspaces.byId(id)));
  const present = read.flatMap((workspace) => workspace ?? []);
  const deleted = found.filter((_, index) => read[index] === undefined);
  if (!isTolerant) {
    const isListed = new Set(ids);
    const names = deleted.map(({ id, name }) => (isListed.has(id) ? id : name));
    const missing = [...selection.missingIds, ...selection.missingNames, ...names];
    if (missing.length > 0) throw await workspacesNotFound(view, missing, present);
  } else if (deleted.length > 0) {
    diagnostics.warning(
      "Planned workspaces are skipped",
      `${manyWorkspacesLabel(deleted)} not found: ${eitherCause(deleted.length === 1 ? "it" : "they")}. The next ` +
        "refresh updates the state.",
    );
  }
  return present;
}

function known<T>(value: MaybeUnknown<T>): T | undefined {
  // Computed values are known as a whole, or not at all.
  return isKnown(value) ? (value as T) : undefined;
}

function idsIn(workspaces: readonly Workspace[]): readonly string[] {
  return workspaces.map(({ id }) => id);
}
