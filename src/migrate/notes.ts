import { TFE_PROJECT } from "../model";
import { eitherCause, formatList, pluralize, quote } from "../reconcile";
import type { LiveProjects } from "./live";
import { projectIdOf, type Members } from "./members";
import type { PlannedMembership } from "./memberships";
import { MEMBERSHIP } from "./resources";
import type { Changed } from "./setting-edits";
import type { StateResource } from "../terraform/state";

/** Notes about members that are not in the state, and about code that a membership does not follow. */
export function membershipNotes(
  { name, instances, reasons }: PlannedMembership,
  live: LiveProjects | undefined,
): readonly string[] {
  const now = live && new Set(live.workspaces.map(({ id }) => id));
  const ofInstances = instances.flatMap(({ address, workspaces }) => {
    const others = workspaces.filter(({ resource }) => resource === undefined).map((it) => it.name);
    const absent = workspaces.filter(({ id }) => now?.has(id) === false).map((it) => it.name);
    return [
      others.length > 0 &&
        `${address} has ${pluralize(others.length, "workspace")} of the project that this state does not have: ` +
          `${formatList(others)}. If other code sets project_id for ${others.length === 1 ? "it" : "them"}, the ` +
          "two fight as soon as one of them changes.",
      absent.length > 0 &&
        `${formatList(absent)} of ${address} ${absent.length === 1 ? "was" : "were"} not ` +
          `found: ${eitherCause(absent.length === 1 ? "it" : "they")}. The plan will fail until the code lacks ` +
          "them, or the token sees them.",
    ].filter((note) => note !== false);
  });
  return [
    ...ofInstances,
    ...[...new Set(reasons)].map(
      (reason) => `${MEMBERSHIP}.${name} has present workspaces one by one, and does not follow new ones: ${reason}.`,
    ),
  ];
}

/** Notes about workspaces that are not in the project that the state has: nothing moves them. */
export function movedNotes(
  state: readonly StateResource[],
  members: Members,
  memberships: readonly PlannedMembership[],
  live: LiveProjects | undefined,
): readonly string[] {
  const recorded = new Set(state.filter(({ type }) => type === TFE_PROJECT).map(projectIdOf));
  const owner = new Map(
    memberships.flatMap(({ instances }) => instances.map(({ projectId, address }) => [projectId, address] as const)),
  );
  return members.workspaces
    .filter((workspace) => members.hasMoved(workspace) && recorded.has(String(workspace.values["project_id"])))
    .map((workspace) => {
      const id = members.projectOf(workspace);
      const project = live?.projects.get(id)?.name;
      const where = project === undefined ? id : `${quote(project)} (${id})`;
      return (
        `${String(workspace.values["name"])} (${workspace.address}) is in the project ${where} since the last ` +
        `refresh. ${owner.get(id) ?? "No membership"} has it, so nothing moves it.`
      );
    });
}

/** A note about settings that the plan changes back. */
export function changedNote({ address, attributes }: Changed): string {
  return (
    `${formatList(attributes)} of ${address} changed since the last refresh: the plan changes ` +
    `${attributes.length === 1 ? "it" : "them"} back, as that of the present code does.`
  );
}

/** Notes about projects for which the plan changes `ignore_additional_tags`, only in the state. */
export function changedInStateNotes(addresses: readonly string[]): readonly string[] {
  if (addresses.length === 0) return [];
  const changes = pluralize(addresses.length, "change");
  return [`The plan shows ${changes} of the state only: ignore_additional_tags of ${formatList(addresses)}.`];
}

export function missingNote(project: StateResource): string {
  return `${project.address} (${projectIdOf(project)}) was not found: ${eitherCause("it")}. The plan will create it.`;
}

export const NOT_READ =
  "The organization was not read: memberships have only the workspaces of the state. Terraform adds them to its " +
  "state instead of importing them, and moves nothing.";
