import { PROJECT_SETTINGS, SETTING_NAMES, settingsFrom, type ProjectSettings, type SettingName } from "../../model";
import {
  byName,
  type Action,
  type MovedWorkspace,
  type OrganizationPlan,
  type ProjectTarget,
  type UpdateAction,
} from "../../reconcile";

/** All that a plan does to one project: the actions of a plan, as a person looks at them. */
export interface ProjectChange {
  /** Names the project within its plan: its id, or `new:` and its name. */
  readonly key: string;
  /** Null for a project that the plan creates. */
  readonly id: string | null;
  /** The name when the plan is done; of a project that is deleted, the one it has. */
  readonly name: string;
  /** `none` where only workspaces come and go. */
  readonly kind: "create" | "update" | "delete" | "none";
  /** The attributes before; null unless the project is updated or deleted. */
  readonly before: ProjectSettings | null;
  /** The attributes after; null unless the project is created or updated. */
  readonly after: ProjectSettings | null;
  /** The name it has for a moment, where names go round in a circle. */
  readonly temporaryName: string | null;
  /** Workspaces that come in, by name. */
  readonly entering: readonly MovedWorkspace[];
  /** Workspaces that go, by name. */
  readonly leaving: readonly LeavingWorkspace[];
}

export interface LeavingWorkspace extends MovedWorkspace {
  readonly to: ProjectTarget;
}

/** What a plan comes to, in numbers. */
export interface PlanSummary {
  readonly create: number;
  /** Projects, not requests: a rename by way of a temporary name is one. */
  readonly update: number;
  /** Workspaces. */
  readonly move: number;
  readonly delete: number;
}

/** The projects that a plan changes, or whose workspaces it moves, by name. */
export function changesByProject({ actions }: Pick<OrganizationPlan, "actions">): readonly ProjectChange[] {
  const drafts = new Map<string, Draft>();
  const draftOf = (id: string | null, name: string): Draft => {
    const key = projectKey({ id, name });
    const draft = drafts.get(key) ?? { ...NOTHING, key, id, name, entering: [], leaving: [] };
    drafts.set(key, draft);
    return draft;
  };
  for (const action of actions) {
    switch (action.kind) {
      case "create": {
        const draft = draftOf(null, action.to.name);
        draft.kind = "create";
        draft.after = action.to;
        break;
      }
      case "update":
        update(draftOf(action.projectId, action.to.name), action);
        break;
      case "delete": {
        const draft = draftOf(action.projectId, action.from.name);
        draft.kind = "delete";
        draft.before = action.from;
        break;
      }
      case "move": {
        const to = action.destination;
        draftOf(to.id, to.name).entering.push(...action.workspaces);
        for (const moved of action.workspaces) draftOf(moved.from.id, moved.from.name).leaving.push({ ...moved, to });
      }
    }
  }
  return [...drafts.values()].map((it) => ({ ...it, leaving: it.leaving.sort(byName) })).sort(byName);
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
  /** What the setting is called in reports. */
  readonly attribute: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What differs between before and after; of a project that is created, what is set beside its name. */
export function attributeChanges(before: ProjectSettings | null, after: ProjectSettings): readonly AttributeChange[] {
  const earlier = before ?? { ...NO_SETTINGS, name: after.name };
  return SETTING_NAMES.map((setting) => ({
    setting,
    attribute: PROJECT_SETTINGS[setting].label,
    from: earlier[setting] ?? null,
    to: after[setting] ?? null,
  })).filter(({ from, to }) => from !== to);
}

const NO_SETTINGS = settingsFrom(() => null);

type Draft = { -readonly [Member in keyof ProjectChange]: ProjectChange[Member] } & {
  readonly entering: MovedWorkspace[];
  readonly leaving: LeavingWorkspace[];
};

const NOTHING = { kind: "none", before: null, after: null, temporaryName: null } as const;

/** Takes the two halves of a rename by a detour for one. */
function update(draft: Draft, { from, to }: UpdateAction): void {
  if (draft.before !== null) draft.temporaryName = from.name;
  draft.before ??= from;
  draft.after = to;
  draft.name = to.name;
  draft.kind = "update";
}
