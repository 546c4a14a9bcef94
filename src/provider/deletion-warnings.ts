import type { ConfiguredContext } from "../plugin";
import { deletedProject, forcedMove, pluralize } from "../reconcile";
import { quote } from "./diagnostics";
import { moveEffects } from "./move-effects";
import { workspacesIn } from "./project-deletion";
import type { ProviderData } from "./provider-data";

/**
 * Warns once about each workspace that moves to the default project because the plan deletes its project: Terraform's
 * plan shows neither the workspaces nor their destination. A workspace that another membership claims is in the warning
 * of that membership.
 *
 * Call this after a deletion is planned, and after each later read, which shows that this is no `terraform destroy`.
 */
export async function warnOfDeletion(
  projectId: string,
  { provider, diagnostics }: Pick<ConfiguredContext<ProviderData>, "provider" | "diagnostics">,
): Promise<void> {
  const removed = provider.plannedProjects.removed(projectId);
  if (removed === undefined) return;
  const { prior, named } = removed;
  const { plannedWorkspaces } = provider;
  await provider.membershipPlans.settled();
  const isEvacuated = prior.deletion_policy === "evacuate";
  const view = provider.organization(prior.organization);
  const moving = (await workspacesIn(view, projectId)).filter(
    ({ id }) =>
      !named.has(id) && !plannedWorkspaces.isClaimed(id) && (isEvacuated || plannedWorkspaces.leaves(id, projectId)),
  );
  if (moving.length === 0) return;
  for (const { id } of moving) named.add(id);
  const move = forcedMove(moving, "the default project", isEvacuated ? "evacuated" : "released");
  const { knownDefaultProjectId: id } = view;
  const moves = id === undefined ? [] : moving.map((workspace) => ({ workspace, to: { id } }));
  const may = `A membership that is planned later may take ${moving.length === 1 ? "it" : "them"} instead.`;
  diagnostics.warning(
    `Project ${quote(prior.name)} is deleted, and ${pluralize(moving.length, "workspace")} ` +
      `${moving.length === 1 ? "moves" : "move"} to the default project`,
    [`${deletedProject(prior)} ${move} ${may}`, ...(await moveEffects(view, moves, provider))].join("\n\n"),
  );
}
