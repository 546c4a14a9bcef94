import { duplicateProjectName, nameKey, problemsOfSettings, type Project, type Workspace } from "../../model";
import type { ActualOrganization, DesiredProject } from "../organization";
import { formatList, pluralize, quote } from "../text";
import type { Action } from "./action";
import type { Identity } from "./identity";
import type { PendingAction } from "./order";

/** Why a plan is blocked. All refusals are known before the first write. */
export interface Refusal {
  readonly code: RefusalCode;
  /** What the refusal is about: a resource's address, or `project "Platform"`. */
  readonly subject: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
}

export type RefusalCode =
  | "INVALID_PROJECT"
  | "DUPLICATE_PROJECT"
  | "UNKNOWN_PROJECT"
  | "UNKNOWN_WORKSPACE"
  | "WORKSPACE_IN_TWO_PROJECTS"
  | "NAME_TAKEN"
  | "DEFAULT_PROJECT"
  | "PROJECT_NOT_EMPTY"
  | "TOO_MANY_DELETES"
  | "NOT_PERMITTED";

/** Projects of the code that the service would reject. */
export function invalidProjects(code: readonly DesiredProject[]): readonly Refusal[] {
  return code.flatMap((project) =>
    problemsOfSettings(project).map(({ message }): Refusal => ({
      code: "INVALID_PROJECT",
      subject: project.address,
      message,
    })),
  );
}

/** Projects of the code that share a name or an id. */
export function duplicateProjects(code: readonly DesiredProject[]): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const names = new Map<string, DesiredProject>();
  const ids = new Map<string, DesiredProject>();
  for (const project of code) {
    const sameName = names.get(nameKey(project.name));
    const sameId = project.id === undefined ? undefined : ids.get(project.id);
    const other = sameName ?? sameId;
    if (other !== undefined) {
      const message =
        sameName === undefined
          ? `The id ${project.id ?? ""} is also imported by ${other.address}, but two resources cannot manage one ` +
            `project. Change or remove one of them.`
          : duplicateProjectName(project.name, other.address);
      refusals.push({ code: "DUPLICATE_PROJECT", subject: project.address, message });
    }
    names.set(nameKey(project.name), project);
    if (project.id !== undefined) ids.set(project.id, project);
  }
  return refusals;
}

/** Ids in `import` blocks that no project has. */
export function unknownIds(
  code: readonly DesiredProject[],
  identity: Identity,
  organization: string,
): readonly Refusal[] {
  return code.flatMap(({ address, id }): Refusal[] => {
    if (id === undefined || identity.has(address)) return [];
    const message =
      `An import block names project ${id}, but the organization ${quote(organization)} has no such project, ` +
      `or the token is not authorized to read it. Correct the id, or remove the import block.`;
    return [{ code: "UNKNOWN_PROJECT", subject: address, message }];
  });
}

/** Names of the code that belong to an unmanaged project which is not deleted. */
export function takenNames(
  code: readonly DesiredProject[],
  identity: Identity,
  pruned: readonly Project[],
  actual: ActualOrganization,
): readonly Refusal[] {
  const managed = new Set([...[...identity.values()], ...pruned].map((project) => project.id));
  const holders = new Map(actual.projects.map((project) => [nameKey(project.name), project]));
  return code.flatMap(({ address, name }): Refusal[] => {
    const holder = holders.get(nameKey(name));
    if (holder === undefined || managed.has(holder.id)) return [];
    const message =
      `The name ${quote(name)} is taken by the unmanaged project ${holder.id}. ` +
      `Choose another name, add that project to the code, or delete it.`;
    return [{ code: "NAME_TAKEN", subject: address, message }];
  });
}

/** Temporary names that break a cycle of renames, and that another project has or gets. */
export function takenTemporaryNames(
  actions: readonly Action[],
  code: readonly DesiredProject[],
  actual: ActualOrganization,
): readonly Refusal[] {
  const finalNames = new Map(code.map(({ address, name }) => [address, nameKey(name)]));
  const holders = new Map([...code, ...actual.projects].map((project) => [nameKey(project.name), project]));
  return actions.flatMap((action): Refusal[] => {
    if (action.kind !== "update" || nameKey(action.after.name) === finalNames.get(action.address)) return [];
    const holder = holders.get(nameKey(action.after.name));
    if (holder === undefined) return [];
    const which = "id" in holder && holder.id !== undefined ? `project ${holder.id}` : "a project of the code";
    const message =
      `Renames form a cycle, so this project needs the temporary name ${quote(action.after.name)}, ` +
      `which is taken by ${which}. Rename or delete that project first.`;
    return [{ code: "NAME_TAKEN", subject: action.address, message }];
  });
}

/** Deletions of projects that contain workspaces, and more deletions than the limit. */
export function refusedDeletes(
  pruned: readonly Project[],
  retained: ReadonlyMap<string, readonly Workspace[]>,
  options: { readonly evacuate: boolean; readonly maxDeletes: number; readonly projects: number },
): readonly Refusal[] {
  const refusals: Refusal[] = [];
  if (pruned.length > options.maxDeletes) {
    const isSmall = options.maxDeletes === 0 && options.projects < 4;
    const limit = isSmall ? "By default, none of fewer than 4 may be deleted." : `The limit is ${options.maxDeletes}.`;
    const message =
      `The plan would delete ${pluralize(pruned.length, "project")} of ${options.projects} ` +
      `(${formatList(pruned.map(({ name }) => name))}). ${limit} To allow this, use --max-deletes ${pruned.length}.`;
    refusals.push({ code: "TOO_MANY_DELETES", subject: "deletions", message });
  }
  if (options.evacuate) return refusals;
  for (const project of pruned) {
    const inside = retained.get(project.id) ?? [];
    if (inside.length === 0) continue;
    const message =
      `The project is unmanaged and still contains ${pluralize(inside.length, "workspace")}: ` +
      `${formatList(inside.map(({ name }) => name))}. ` +
      `Assign them to a project of the code, or use --evacuate to move them to the default project.`;
    refusals.push({ code: "PROJECT_NOT_EMPTY", subject: subjectOf(project.name, project.id), message });
  }
  return refusals;
}

/** Changes that the token is not authorized to make, as far as the service says so. */
export function forbidden(pending: readonly PendingAction[], projects: readonly Project[]): readonly Refusal[] {
  const byId = new Map(projects.map((project) => [project.id, project]));
  return pending.flatMap((action): Refusal[] => {
    if (action.kind !== "update" && action.kind !== "delete") return [];
    const { canUpdate, canDestroy } = byId.get(action.projectId)?.permissions ?? {};
    if ((action.kind === "update" ? canUpdate : canDestroy) !== false) return [];
    const message =
      `The token is not authorized to ${action.kind} this project. ` +
      `Use a token that can manage projects: of the owners team, of a team that may manage projects, ` +
      `or of the organization.`;
    return [{ code: "NOT_PERMITTED", subject: subjectOf(action.before.name, action.projectId), message }];
  });
}

function subjectOf(name: string, id: string): string {
  return `project ${quote(name)} (${id})`;
}
