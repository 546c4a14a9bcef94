import { compareStrings, groupBy, indexBy } from "../../../lists";
import { settingsOf, type Workspace } from "../../../model";
import { compareNames } from "../../../reconcile";
import type { Plan } from "../../plan/comparison";
import {
  changesByProject,
  countMoved,
  type MoveGroup,
  moveGroups,
  type ProjectChange,
} from "../../plan/project-change";
import { isRenamed } from "../../changes/attribute-change";

/** What changes of projects have made of them. */
export const CHANGED = {
  create: "created",
  update: "updated",
  assign: "assigned",
  delete: "deleted",
  none: "unchanged",
} as const satisfies Readonly<Record<ProjectChange["change"], string>>;
export type Changed = (typeof CHANGED)[ProjectChange["change"]] | "renamed";

/** An organization before and after a plan. */
export interface OrganizationViewModel {
  readonly organization: string;
  /**
   * All projects before and after, by the weight of their change: deleted ones first, then by the number of workspaces
   * that move in and out, then created, renamed, updated, assigned and unchanged ones; equal ones by name.
   */
  readonly projects: readonly ProjectViewModel[];
  /** Workspaces that move by source and destination, the most first. */
  readonly moves: readonly MoveGroup[];
}

/** A project before and after a plan: with all attributes, whether or not they change. */
export interface ProjectViewModel extends Omit<ProjectChange, "change" | "incoming"> {
  readonly isDefault: boolean;
  readonly change: Changed;
  /** Workspaces that stay, by name. */
  readonly unmoved: readonly Workspace[];
}

/** The organization before and after a plan, even if errors block the plan. Pure. */
export function viewModelOf(plan: Plan): OrganizationViewModel {
  const { actual } = plan;
  const changes = changesByProject(plan);
  const changeById = indexBy(changes, ({ id }) => id);
  const existing = actual.projects.map((project): Omit<ProjectChange, "incoming"> => {
    const { id, name } = project;
    const change = changeById.get(id);
    const before = change?.before ?? settingsOf(project);
    const after = change?.change === "delete" ? null : (change?.after ?? before);
    return { ...NO_CHANGE, key: id, id, name, ...change, before, after };
  });
  const created = changes.filter(({ change }) => change === "create");
  const moves = moveGroups(plan);
  const moved = new Set(moves.flatMap(({ workspaces }) => workspaces.map(({ id }) => id)));
  const unmoved = groupBy(
    actual.workspaces.filter(({ id }) => !moved.has(id)),
    ({ projectId }) => projectId,
  );
  const projects = [...existing, ...created].map((it): ProjectViewModel => ({
    ...it,
    isDefault: it.id === actual.defaultProjectId,
    change: isRenamed(it) ? "renamed" : CHANGED[it.change],
    movesIn: byCount(it.movesIn),
    movesOut: byCount(it.movesOut),
    unmoved: [...(unmoved.get(it.id ?? "") ?? [])].sort(byNameAndId),
  }));
  return {
    organization: actual.name,
    projects: projects.sort((one, other) => byWeight(one, other) || byNameAndId(one, other)),
    moves: byCount(moves),
  };
}

const NO_CHANGE = { change: "none", isFoundByName: false, assignments: [], movesIn: [], movesOut: [] } as const;

/** The heaviest first. */
const WEIGHTS: readonly Changed[] = ["deleted", "created", "renamed", "updated", "assigned", "unchanged"];

function byWeight(one: ProjectViewModel, other: ProjectViewModel): number {
  const isDeleted = (it: ProjectViewModel): number => (it.change === "deleted" ? 1 : 0);
  const moved = (it: ProjectViewModel): number => countMoved(it.movesIn) + countMoved(it.movesOut);
  return (
    isDeleted(other) - isDeleted(one) ||
    moved(other) - moved(one) ||
    WEIGHTS.indexOf(one.change) - WEIGHTS.indexOf(other.change)
  );
}

/** Those that move the most workspaces first; equal ones stay in their order. */
function byCount(groups: readonly MoveGroup[]): readonly MoveGroup[] {
  return [...groups].sort((one, other) => other.workspaces.length - one.workspaces.length);
}

function byNameAndId(one: { readonly name: string; readonly id: string | null }, other: typeof one): number {
  return compareNames(one, other) || compareStrings(one.id ?? "", other.id ?? "");
}
