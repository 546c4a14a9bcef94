import { changedSettings, settingsFrom, type ProjectSettings, type Workspace } from "../../model";
import {
  byName,
  compared,
  groupedBy,
  type ActualOrganization,
  type MovedWorkspace,
  type OrganizationPlan,
} from "../../reconcile";
import { changesByProject, type LeavingWorkspace } from "./project-change";

/** A plan, and the organization that it was made from. */
export interface PlannedOrganization {
  readonly actual: ActualOrganization;
  readonly plan: OrganizationPlan;
}

/** An organization before and after a plan. */
export interface Picture {
  readonly organization: string;
  /** All projects that are there before or after, by name. */
  readonly projects: readonly PicturedProject[];
}

/** A project before and after a plan. */
export interface PicturedProject {
  /** Names the project within its picture: its id, or `new:` and its name. */
  readonly key: string;
  /** Null for a project that the plan creates. */
  readonly id: string | null;
  readonly isDefault: boolean;
  readonly change: "created" | "deleted" | "renamed" | "updated" | "unchanged";
  /** Null for a project that the plan creates. */
  readonly before: ProjectSettings | null;
  /** Null for a project that the plan deletes. */
  readonly after: ProjectSettings | null;
  /** The name it has for a moment, where names go round in a circle. */
  readonly temporaryName: string | null;
  /** Workspaces that stay, by name; before and after it holds these. */
  readonly staying: readonly Workspace[];
  /** Before it holds these too. */
  readonly leaving: readonly LeavingWorkspace[];
  /** After it holds these too. */
  readonly entering: readonly MovedWorkspace[];
}

/** Pure: what an organization looks like before a plan and after it. A refused plan is pictured as if it were carried out. */
export function pictureOf({ actual, plan }: PlannedOrganization): Picture {
  const changes = new Map(changesByProject(plan).map((change) => [change.key, change]));
  const moved = new Set(
    plan.actions.flatMap((action) => (action.kind === "move" ? action.workspaces.map(({ id }) => id) : [])),
  );
  const stays = [...actual.workspaces].sort(byNameAndId).filter(({ id }) => !moved.has(id));
  const staying = groupedBy(stays, ({ projectId }) => projectId);
  const existing = actual.projects.map((project): PicturedProject & { readonly name: string } => {
    const { id } = project;
    const found = settingsFrom((name) => project[name] ?? null);
    const change = changes.get(id);
    const before = change?.before ?? found;
    const after = change?.kind === "delete" ? null : (change?.after ?? before);
    return {
      key: id,
      id,
      isDefault: id === actual.defaultProjectId,
      change: changeOf(before, after),
      name: (after ?? before).name,
      before,
      after,
      temporaryName: change?.temporaryName ?? null,
      staying: staying.get(id) ?? [],
      leaving: change?.leaving ?? [],
      entering: change?.entering ?? [],
    };
  });
  const created = [...changes.values()].flatMap((change) =>
    change.kind === "create"
      ? [{ ...change, isDefault: false, change: "created", staying: [] } as const satisfies PicturedProject]
      : [],
  );
  return {
    organization: actual.name,
    projects: [...existing, ...created].sort(byNameAndId),
  };
}

function changeOf(before: ProjectSettings, after: ProjectSettings | null): PicturedProject["change"] {
  if (after === null) return "deleted";
  if (before.name !== after.name) return "renamed";
  return Object.keys(changedSettings(before, after)).length === 0 ? "unchanged" : "updated";
}

function byNameAndId(one: { readonly name: string; readonly id: string | null }, other: typeof one): number {
  return byName(one, other) || compared(one.id ?? "", other.id ?? "");
}
