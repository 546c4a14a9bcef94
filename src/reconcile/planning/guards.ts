import { duplicateProjectName, nameKey, problemsOfSettings, type Project, type Workspace } from "../../model";
import type { ActualOrganization } from "../actual";
import type { DesiredProject } from "../desired";
import { pluralize, formatList } from "../errors";
import type { Action } from "./action";
import type { Identity } from "./identity";
import type { PendingAction } from "./order";
import type { Refusal } from "./refusal";

/** Projects of the code that the service would not take. */
export function invalidProjects(code: readonly DesiredProject[]): readonly Refusal[] {
  return code.flatMap((project) =>
    problemsOfSettings(project).map(({ message }): Refusal => ({
      code: "INVALID_PROJECT",
      subject: project.address,
      message,
    })),
  );
}

/** Projects of the code that have the same name, or are said to be the same project. */
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
          ? `Its id ${project.id ?? ""} is also that of ${other.address}, and no two projects share one. Change or remove one of the two.`
          : duplicateProjectName(project.name, other.address);
      refusals.push({ code: "DUPLICATE_PROJECT", subject: project.address, message });
    }
    names.set(nameKey(project.name), project);
    if (project.id !== undefined) ids.set(project.id, project);
  }
  return refusals;
}

/** Ids that the code gives to projects, and that no project has. */
export function unknownIds(
  code: readonly DesiredProject[],
  identity: Identity,
  organization: string,
): readonly Refusal[] {
  return code.flatMap(({ address, id }): Refusal[] => {
    if (id === undefined || identity.has(address)) return [];
    const message = `The organization ${JSON.stringify(organization)} has no project ${id}, which an import block says it is, or the token may not see it. Remove the import block, or correct the id.`;
    return [{ code: "UNKNOWN_PROJECT", subject: address, message }];
  });
}

/** Names that the code wants, and that a project has which neither gives it up nor is deleted. */
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
    const message = `The name ${JSON.stringify(name)} is taken by project ${holder.id}, which is not in the code. Choose another name, bring that project into the code, or delete it.`;
    return [{ code: "NAME_TAKEN", subject: address, message }];
  });
}

/** Names that projects have for a while, where names go round in a circle, and that others have or get. */
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
    const message = `Its name goes to another project while it waits for that of a third, and it has to be called ${JSON.stringify(action.after.name)} meanwhile. That name is taken by ${"id" in holder && holder.id !== undefined ? `project ${holder.id}` : "a project of the code"}. Rename or delete that one first.`;
    return [{ code: "NAME_TAKEN", subject: action.address, message }];
  });
}

/** Deletions that lose something, or are more than was agreed to. */
export function refusedDeletes(
  pruned: readonly Project[],
  retained: ReadonlyMap<string, readonly Workspace[]>,
  options: { readonly evacuate: boolean; readonly maxDeletes: number; readonly projects: number },
): readonly Refusal[] {
  const refusals: Refusal[] = [];
  if (pruned.length > options.maxDeletes) {
    const isFew = options.maxDeletes === 0 && options.projects < 4;
    const limit = isFew ? "of fewer than 4, none is by default" : `the limit is ${options.maxDeletes}`;
    const message = `${pluralize(pruned.length, "project")} would be deleted (${formatList(pruned.map(({ name }) => name))}), of ${options.projects} in all; ${limit}. If that is what you want, set a higher limit (--max-deletes ${pruned.length}).`;
    refusals.push({ code: "TOO_MANY_DELETES", subject: "deletions", message });
  }
  if (options.evacuate) return refusals;
  for (const project of pruned) {
    const inside = retained.get(project.id) ?? [];
    if (inside.length === 0) continue;
    const message = `It is not in the code, and still holds ${pluralize(inside.length, "workspace")}: ${formatList(inside.map(({ name }) => name))}. Put them into a project of the code, or have them moved to the default project (--evacuate).`;
    refusals.push({
      code: "PROJECT_NOT_EMPTY",
      subject: `project ${JSON.stringify(project.name)} (${project.id})`,
      message,
    });
  }
  return refusals;
}

/** Changes that the service says this token may not make. What it does not say is tried. */
export function forbidden(drafts: readonly PendingAction[], projects: readonly Project[]): readonly Refusal[] {
  const byId = new Map(projects.map((project) => [project.id, project]));
  return drafts.flatMap((draft): Refusal[] => {
    if (draft.kind !== "update" && draft.kind !== "delete") return [];
    const { canUpdate, canDestroy } = byId.get(draft.projectId)?.permissions ?? {};
    if ((draft.kind === "update" ? canUpdate : canDestroy) !== false) return [];
    const message = `The token may not ${draft.kind} it. Use a token that may manage projects (owners, Manage Projects, or an organization token).`;
    return [
      { code: "NOT_PERMITTED", subject: `project ${JSON.stringify(draft.before.name)} (${draft.projectId})`, message },
    ];
  });
}
