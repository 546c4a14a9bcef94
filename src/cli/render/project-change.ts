import {
  isSame,
  NO_SETTINGS,
  PROJECT_SETTINGS,
  SETTING_NAMES,
  type SettingValue,
  type ProjectSettings,
  type SettingName,
} from "../../model";
import {
  compareNames,
  type Action,
  type MovedWorkspace,
  type OrganizationPlan,
  type ProjectTarget,
  type UpdateAction,
} from "../../reconcile";

/** Everything that a plan changes in one project. */
export interface ProjectChange {
  /** Unique within a plan: the project's ID, or `new:` and its name. */
  readonly key: string;
  /** Null for a project that the plan creates. */
  readonly id: string | null;
  /** The name after the plan; of a deleted project, the current one. */
  readonly name: string;
  /** `none` if only workspaces move in or out. */
  readonly kind: "create" | "update" | "delete" | "none";
  /** The attributes before; null unless the project is updated or deleted. */
  readonly before: ProjectSettings | null;
  /** The attributes after; null unless the project is created or updated. */
  readonly after: ProjectSettings | null;
  /** The name it has in between, if projects exchange their names. */
  readonly temporaryName: string | null;
  /** Workspaces that move in, by name. */
  readonly incoming: readonly MovedWorkspace[];
  /** Workspaces that move out, by name. */
  readonly outgoing: readonly OutgoingWorkspace[];
}

export interface OutgoingWorkspace extends MovedWorkspace {
  readonly to: ProjectTarget;
}

/** Numbers of changes in a plan. */
export interface PlanSummary {
  readonly create: number;
  /** Projects, not requests: a rename via a temporary name counts once. */
  readonly update: number;
  /** Workspaces. */
  readonly move: number;
  readonly delete: number;
}

/** The projects that a plan changes or moves workspaces of, by name. */
export function changesByProject({ actions }: Pick<OrganizationPlan, "actions">): readonly ProjectChange[] {
  const changes = new Map<string, MutableProjectChange>();
  const changeOf = (id: string | null, name: string): MutableProjectChange => {
    const key = projectKey({ id, name });
    const change = changes.get(key) ?? { ...NO_CHANGE, key, id, name, incoming: [], outgoing: [] };
    changes.set(key, change);
    return change;
  };
  for (const action of actions) {
    switch (action.kind) {
      case "create": {
        const change = changeOf(null, action.after.name);
        change.kind = "create";
        change.after = action.after;
        break;
      }
      case "update":
        applyUpdate(changeOf(action.projectId, action.after.name), action);
        break;
      case "delete": {
        const change = changeOf(action.projectId, action.before.name);
        change.kind = "delete";
        change.before = action.before;
        break;
      }
      case "move": {
        const to = action.destination;
        changeOf(to.id, to.name).incoming.push(...action.workspaces);
        for (const moved of action.workspaces) changeOf(moved.from.id, moved.from.name).outgoing.push({ ...moved, to });
      }
    }
  }
  return [...changes.values()].map((it) => ({ ...it, outgoing: it.outgoing.sort(compareNames) })).sort(compareNames);
}

/** @see ProjectChange.key */
export function projectKey({ id, name }: ProjectTarget): string {
  return id ?? `new:${name}`;
}

export function summaryOf({ actions }: Pick<OrganizationPlan, "actions">): PlanSummary {
  const of = <K extends Action["kind"]>(kind: K): readonly Extract<Action, { kind: K }>[] =>
    actions.filter((action): action is Extract<Action, { kind: K }> => action.kind === kind);
  return {
    create: of("create").length,
    update: new Set(of("update").map(({ projectId }) => projectId)).size,
    move: of("move").reduce((sum, { workspaces }) => sum + workspaces.length, 0),
    delete: of("delete").length,
  };
}

/** A setting of a project that is set or changed; null means unset. */
export interface AttributeChange {
  readonly setting: SettingName;
  /** The label of the setting in reports. */
  readonly attribute: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The settings that differ; of a new project, those that are set beside its name. */
export function attributeChanges(before: ProjectSettings | null, after: ProjectSettings): readonly AttributeChange[] {
  const earlier = before ?? { ...NO_SETTINGS, name: after.name };
  const changed = SETTING_NAMES.filter(
    (name) => after[name] !== undefined && !isSame(name, earlier[name] ?? NO_SETTINGS[name], after[name]),
  );
  return changed.map((setting) => ({
    setting,
    attribute: PROJECT_SETTINGS[setting].label,
    from: shown(earlier[setting]),
    to: shown(after[setting]),
  }));
}

/** A setting as one text: tags as `env=prod, team=web`. */
function shown(value: SettingValue | null): string | null {
  if (typeof value !== "object" || value === null) return value ?? null;
  const members = Object.entries(value).map(([key, member]) => `${key}=${member}`);
  return members.length === 0 ? null : members.join(", ");
}

type MutableProjectChange = { -readonly [Member in keyof ProjectChange]: ProjectChange[Member] } & {
  readonly incoming: MovedWorkspace[];
  readonly outgoing: OutgoingWorkspace[];
};

const NO_CHANGE = { kind: "none", before: null, after: null, temporaryName: null } as const;

/** Merges the two actions of a rename via a temporary name. */
function applyUpdate(change: MutableProjectChange, { before: from, after: to }: UpdateAction): void {
  if (change.before !== null) change.temporaryName = from.name;
  change.before ??= from;
  change.after = to;
  change.name = to.name;
  change.kind = "update";
}
