import { boolean } from "../decode";
import { setting } from "../engine/attribute";
import { relatedTo } from "../engine/include";
import type { Context, Kind } from "../engine/kind";
import { toMany } from "../engine/relation";
import type { BaseRecord } from "../engine/table";
import type { AttributeProblem } from "../errors";

/* What variable sets and policy sets have in common: the projects and workspaces that they apply to. */

/** Whether a set applies to every workspace of its organization. */
export const global = setting(boolean, false);

/** Lists that requests set, and to which they add single objects. */
export const EDITABLE = { writable: "always", editable: "add" } as const;

/** What a set that is not global applies to. */
export const targets = {
  projects: toMany("projects", { ...EDITABLE, option: { name: "projects", id: "projectIds" } }),
  workspaces: toMany("workspaces", { ...EDITABLE, option: { name: "workspaces", id: "workspaceIds" } }),
};

/** A set, or a change to one. */
interface AppliedSet {
  readonly settings?: { readonly global?: boolean | undefined } | undefined;
  readonly projectIds?: readonly string[] | undefined;
  readonly workspaceIds?: readonly string[] | undefined;
}

/** Global sets apply to everything, so they name nothing in particular. */
export function globalSetProblems(change: AppliedSet, before: AppliedSet | undefined): AttributeProblem[] {
  const isGlobal = change.settings?.global ?? before?.settings?.global ?? false;
  const { projectIds = [], workspaceIds = [] } = change;
  if (!isGlobal || projectIds.length + workspaceIds.length === 0) return [];
  const detail = "Global sets apply to all workspaces, and cannot be applied to single ones";
  return [{ attribute: "global", detail }];
}

/** Whether a set applies to a workspace, also as one of its project or organization. */
export function appliesToWorkspace(
  { settings, projectIds, workspaceIds }: Required<AppliedSet>,
  { id, projectId }: { readonly id: string; readonly projectId: string },
): boolean {
  return settings.global === true || workspaceIds.includes(id) || projectIds.includes(projectId);
}

/** A set that becomes global loses what it applied to (our choice: undocumented). */
export function withoutTargetsIfGlobal<S extends Required<AppliedSet>>(set: S): S {
  return set.settings.global === true ? { ...set, projectIds: [], workspaceIds: [] } : set;
}

/** The number of related objects. */
export function countOf(context: Context, kind: Kind, set: BaseRecord, relation: string): number {
  return relatedTo(context, kind, set, relation).identifiers.length;
}
