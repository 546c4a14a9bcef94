import { ENFORCEMENT_LEVELS, RUN_STAGES } from "../../model";
import { arrayOf, boolean, oneOf, string } from "../decode";
import { attribute } from "../engine/attribute";
import type { ChangeOf, Condition, Kind, RecordOf, Scope, ServiceRequest, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { objectDocument } from "../engine/lists";
import { missing, requirePermission, visible } from "../engine/path";
import { toMany, toOne } from "../engine/relation";
import { create, update } from "../engine/write";
import type { AttributeProblem } from "../errors";
import { badRequest } from "../errors";
import { queryValue } from "../http/query-parameters";
import type { RouteResult } from "../http/route";
import { ok } from "../http/route";
import { organizations } from "./organization";
import { isEntitledTo } from "./subscription";

const definition = shape({
  type: "task-configs",
  label: "Task configuration",
  prefix: "taskcfg-",
  parameter: "taskConfig",
  parent: "task",
  attributes: {
    /** Whether it applies to every project of the organization, rather than to `projects`. */
    global: attribute(boolean),
    enforcementLevel: attribute(oneOf(ENFORCEMENT_LEVELS)),
    allowedStages: attribute(arrayOf(oneOf(RUN_STAGES)), {
      check: (stages) => (stages.length === 0 ? [`Allowed stages must be one of ${RUN_STAGES.join(", ")}`] : []),
    }),
    createdAt: attribute(string, { stamp: "created", documented: false }),
    updatedAt: attribute(string, { stamp: "updated", documented: false }),
  },
  relations: {
    task: toOne("tasks", { writable: "create" }),
    owner: toOne("organizations", { writable: "create" }),
    projects: toMany("projects", { writable: "always" }),
  },
});

export type TaskConfigRecord = RecordOf<typeof definition>;

/** What every operation requires, also those that only read. */
const MANAGE = "manage-run-tasks";

/** The spellings of the parameters of the list: those of the API documentation, and of clients. */
const PARAMETERS = {
  targetType: ["filter[target_type]", "filter[target-type]"],
  targetId: ["filter[target_id]", "filter[target-id]"],
  category: ["filter[task_category]", "filter[task-category]"],
} as const;

/** What selects the configuration of a task and an owner. */
const OF_OWNER = ["q[task-id]", "q[owner-id]", "q[owner-type]"] as const;

/**
 * In which projects a run task runs, besides the workspaces that it is attached to. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/tasks/task-configs
 */
export const taskConfigs: Kind<TaskConfigRecord> = kind(definition, {
  access: { read: MANAGE, create: MANAGE, update: MANAGE },
  items: ["/task-configs/:taskConfig"],
  collection: "/organizations/:organization/task-configs",
  list: { conditions: { parameters: Object.values(PARAMETERS).flat(), of: conditions } },
  related: {
    organization: {
      to: "organizations",
      records: ({ store }, { ownerId }) => store.of("organizations").get(ownerId),
      documented: false,
    },
  },
  includes: ["projects", "owner", "task", "organization"],
  uniqueTogether: ["task", "owner"],
  rules,
  // One that becomes global loses its projects (our choice: undocumented).
  settle: (config) => (config.global && config.projectIds.length > 0 ? { ...config, projectIds: [] } : config),
  routes: [
    {
      method: "GET",
      path: "/organizations/:organization/task-configs/for-owner",
      query: { emulated: OF_OWNER },
      handle: showForOwner,
    },
  ],
});

function rules(
  { global, projectIds }: ChangeOf<TaskConfigRecord>,
  { before, organizationId }: Scope<TaskConfigRecord>,
  store: Store,
): readonly AttributeProblem[] {
  const isGlobal = global ?? before?.global ?? false;
  const pointer = "/data/relationships/projects";
  if (isGlobal && (projectIds ?? []).length > 0) {
    return [{ attribute: "projects", detail: "Projects must be blank for a global task configuration", pointer }];
  }
  if (!isGlobal && before === undefined && projectIds === undefined) {
    return [
      { attribute: "projects", detail: "Projects can't be blank unless the task configuration is global", pointer },
    ];
  }
  return global === true && !canBeGlobal(store, organizationId)
    ? [{ attribute: "global", detail: "Global run tasks are not available in the organization's plan" }]
    : [];
}

/** Whether tasks of the organization can run everywhere. */
export function canBeGlobal(store: Store, organizationId: string): boolean {
  return isEntitledTo(store.table(organizations).expect(organizationId), "global-run-tasks");
}

/** Whether a task runs in the workspaces of a project. */
export function appliesTo(store: Store, { global, ownerId, projectIds }: TaskConfigRecord, projectId: string): boolean {
  return global ? canBeGlobal(store, ownerId) : projectIds.includes(projectId);
}

/** The configuration of a task that its organization owns. */
export function configOf(store: Store, taskId: string): TaskConfigRecord | undefined {
  return store.table(taskConfigs).where("taskId", taskId).first;
}

/** Where a task runs, as its own document has it. */
export type GlobalConfiguration = Pick<TaskConfigRecord, "global" | "enforcementLevel" | "allowedStages">;

/** Creates or changes the configuration of a task. */
export function putConfig(store: Store, taskId: string, ownerId: string, given: GlobalConfiguration): void {
  const config = configOf(store, taskId);
  if (config === undefined) create(store, taskConfigs, { taskId, ownerId, ...given });
  else update(store, taskConfigs, config, given);
}

type Parameter = keyof typeof PARAMETERS;

/** What applies to a target, and of a category; a target without its type, or the reverse, is no condition. */
function conditions({ query, store }: ServiceRequest): readonly Condition<TaskConfigRecord>[] {
  const value = (parameter: Parameter): string | undefined =>
    PARAMETERS[parameter].map((name) => queryValue(query, name)).find((it) => it !== undefined);
  const [type, id, category] = [value("targetType"), value("targetId"), value("category")];
  const projectId = type === undefined || id === undefined ? undefined : projectOf(store, type, id);
  return [
    ...(projectId === undefined ? [] : [(config: TaskConfigRecord) => appliesTo(store, config, projectId)]),
    // Every run task of the emulator calls an address.
    ...(category === undefined || ["hook", "task"].includes(category) ? [] : [() => false]),
  ];
}

/** The project of a target: a project, or that of a workspace. */
function projectOf(store: Store, type: string, id: string): string {
  switch (type.replace(/s$/, "")) {
    case "project":
      return id;
    case "workspace": {
      const workspaces = store.kind("workspaces");
      const workspace = store.of("workspaces").get(id);
      return workspace === undefined ? id : (store.placeOf(workspaces, workspace).projectId ?? id);
    }
    default:
      throw badRequest(`Invalid target type: ${type}. Expected one of project, workspace.`);
  }
}

/** The configuration that an organization owns of a task. @throws HttpError 404 if there is none */
function showForOwner(request: ServiceRequest): RouteResult {
  const { store, query } = request;
  const organization = visible(request, organizations);
  requirePermission(request, organizations, organization, MANAGE);
  const [taskId, ownerName, ownerType] = OF_OWNER.map((name) => {
    const given = queryValue(query, name);
    if (given === undefined) throw badRequest(`Parameter ${name} is required.`);
    return given;
  });
  const config = configOf(store, taskId ?? "");
  const isOwned = ownerType === organizations.type && ownerName === organization.name;
  if (config === undefined || config.ownerId !== organization.id || !isOwned) throw missing(taskConfigs, taskId ?? "");
  return ok(objectDocument(request, taskConfigs, config, "show"));
}
