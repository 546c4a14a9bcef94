import { idPrefix, nameKey } from "../../model";
import { arrayOf, boolean, isObject, nullable, object, openObject, optional, string } from "../decode";
import { attribute, setting } from "../engine/attribute";
import { Json } from "../engine/documents";
import { attributeOf } from "../engine/include";
import type {
  ChangeOf,
  Condition,
  Context,
  Kind,
  ReadPart,
  RecordOf,
  Scope,
  ServiceRequest,
  Store,
  WriteContext,
} from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { nameContains } from "../engine/listable";
import { objectDocument, pageDocument } from "../engine/lists";
import type { Listable } from "../engine/listable";
import { filterList, listable } from "../engine/listable";
import { requirePermission, visible } from "../engine/path";
import { toMany, toOne, toOptional } from "../engine/relation";
import { isOfOrganization } from "../engine/rules";
import type { BaseRecord, ListOrder } from "../engine/table";
import { update } from "../engine/write";
import type { AttributeProblem } from "../errors";
import { forbidden, invalidAt, invalidParameters, notEmulated, notFound } from "../errors";
import { queryList, queryValue, wildcardMatcher } from "../http/query-parameters";
import type { RequestResource } from "../http/request-document";
import { readIdentifiers, readResource } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { noContent, ok } from "../http/route";
import type { EffectiveExecution } from "./execution";
import { effective, executionMode, readExecution, settingOverwrites, WORKSPACE_EXECUTION_KEYS } from "./execution";
import { organizations } from "./organization";
import { checkDuration, defaultProjectOf, projectExecution, projects } from "./project";
import type { TagRecord, TagReference } from "./tag";
import { ensureTag, isTagName, readTagReferences, TAG_NAME_RULE, tags } from "./tag";
import type { EffectiveTag } from "./tag-binding";
import { readTagBindings, TAG_FILTERS, tagBindings, tagRelationships, tagRoutes } from "./tag-binding";
import { currentStateVersion, resourceCount } from "./state-version";
import { userId, userResource } from "./user";

/** Documented limit of a workspace's name. */
const NAME_MAX_LENGTH = 90;

const flag = (defaultValue: boolean) => setting(boolean, defaultValue);

/** The repository of a workspace. The emulator has none, and reads nothing of it. */
const vcsRepo = openObject({
  identifier: optional(string),
  branch: optional(nullable(string)),
  "ingress-submodules": optional(boolean),
  "oauth-token-id": optional(nullable(string)),
  "github-app-installation-id": optional(nullable(string)),
  "tags-regex": optional(nullable(string)),
});

const definition = shape({
  type: "workspaces",
  label: "Workspace",
  prefix: idPrefix("workspace"),
  parameter: "workspace",
  parent: "project",
  attributes: {
    name: attribute(string, {
      unique: true,
      maxLength: NAME_MAX_LENGTH,
      check: (name) =>
        /^[A-Za-z0-9_-]+$/.test(name)
          ? []
          : ["Name is invalid: it can only include letters, numbers, dashes, and underscores"],
    }),
    /** True: the project's duration applies. False: the workspace has its own, or none. */
    inheritsProjectAutoDestroy: attribute(boolean, { initial: true }),
    createdAt: attribute(string, { stamp: "created" }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    description: setting(nullable(string), null),
    allowDestroyPlan: flag(true),
    assessmentsEnabled: flag(false),
    autoApply: flag(false),
    autoApplyRunTrigger: flag(false),
    autoDestroyAt: setting(nullable(string), null, {
      check: (time) =>
        time === null || !Number.isNaN(Date.parse(time)) ? [] : ["Auto destroy at is not a valid time"],
    }),
    fileTriggersEnabled: flag(true),
    globalRemoteState: flag(false),
    projectRemoteState: flag(false),
    hyokEnabled: flag(false),
    queueAllRuns: flag(false),
    speculativeEnabled: flag(true),
    structuredRunOutputEnabled: flag(true),
    terraformVersion: setting(string, "latest", {
      check: (version) =>
        version === "" || isVersion(version) ? [] : [`Terraform version ${JSON.stringify(version)} is invalid`],
    }),
    triggerPatterns: setting(nullable(arrayOf(string)), []),
    triggerPrefixes: setting(nullable(arrayOf(string)), []),
    vcsRepo: setting(nullable(vcsRepo), null),
    workingDirectory: setting(nullable(string), null),
    sourceName: setting(nullable(string), null),
    sourceUrl: setting(nullable(string), null),
    // Attributes that clients send, and the OpenAPI description lacks.
    migrationEnvironment: setting(nullable(string), null),
  },
  relations: {
    organization: toOne("organizations", { links: true }),
    project: toOne("projects", {
      links: true,
      writable: "always",
      permission: "move-workspaces",
      unusable: "Project not found, or you are not authorized to use it.",
    }),
    agentPool: toOptional("agent-pools", { onDelete: "refuse" }),
    sshKey: toOptional("ssh-keys", { isAbsentWithoutValue: true }),
    /** In the order they were added. */
    tags: toMany("tags", { hidden: true }),
    remoteStateConsumers: toMany("workspaces", { editable: "replace" }),
  },
  members: {
    executionMode,
    tagBindings,
    /** Its own duration; undefined or null for none. */
    autoDestroyActivityDuration: optional(nullable(string)),
    lock: optional(object({ by: string, reason: string })),
  },
});

export type WorkspaceRecord = RecordOf<typeof definition>;

const ITEMS = ["/organizations/:organization/workspaces/:workspace", "/workspaces/:workspace"] as const;
const path = ({ id }: WorkspaceRecord): string => `/api/v2/workspaces/${id}`;

/** Workspaces; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspaces */
export const workspaces: Kind<WorkspaceRecord> = kind(definition, {
  access: { read: "read", create: "create-workspace", update: "create-workspace", delete: "create-workspace" },
  place: ({ organizationId, projectId }) => ({ organizationId, projectId }),
  find: (store, address, organization) =>
    organization === undefined
      ? store.table(workspaces).get(address)
      : store.table(workspaces).find("name", organization.id, address),
  items: ITEMS,
  collection: "/organizations/:organization/workspaces",
  defaultParent: (request) => defaultProjectOf(request.store, visible(request, organizations)),
  list: {
    filters: {
      "search[name]": nameContains,
      "search[wildcard-name]": (pattern) => {
        const matches = wildcardMatcher(pattern);
        return ({ name }) => matches(name);
      },
    },
    conditions: {
      parameters: ["search[tags]", "search[exclude-tags]", "filter[current-run][status]", ...TAG_FILTERS.parameters],
      of: conditions,
    },
    parameters: ["filter[project][id]", "filter[tag-union]"],
    notEmulated: ["filter[tag-value-default-null]", "filter[current-run][id]"],
    sort: { name: "name", "latest-change-at": "creation", "current-run.created-at": byCurrentRun },
    source: inOrder,
  },
  computed: {
    executionMode: { value: ({ store }, it) => workspaceExecution(store, it).mode },
    operations: { value: ({ store }, it) => workspaceExecution(store, it).mode !== "local" },
    settingOverwrites: {
      value: ({ store }, it) => settingOverwrites(workspaceExecution(store, it), "execution-mode", "agent-pool"),
    },
    autoDestroyActivityDuration: { value: ({ store }, it) => effectiveDuration(store, it) },
    tagNames: { value: ({ store }, it) => tagsOf(store, it).map(({ name }) => name) },
    locked: { value: ({ store }, it) => it.lock !== undefined || activeRunOf(store, it) !== undefined },
    lockedReason: { value: (_, { lock }) => lock?.reason ?? "" },
    latestChangeAt: { value: (_, { createdAt }) => createdAt },
    actions: { value: (_, { lock }) => (lock === undefined ? DESTROYABLE : NOT_DESTROYABLE) },
    permissions: { value: permissionsOf },
    workspaceKpisRunsCount: { value: ({ store }, { id }) => completedRuns(store, id) },
    autoDestroyStatus: { constant: null },
    environment: { constant: "default" },
    vcsRepoIdentifier: {
      value: (_, { settings }) => settings.vcsRepo?.identifier ?? null,
    },
    source: { constant: "tfe-api" },
    resourceCount: { value: ({ store }, { id }) => resourceCount(store, id) },
    applyDurationAverage: { constant: null },
    planDurationAverage: { constant: null },
    policyCheckFailures: { constant: null },
    runFailures: { constant: null },
    lastAssessmentResultAt: { constant: null },
    effectiveStateVersionRetentionDesc: { constant: null },
    effectiveRunDataRetentionDesc: { constant: null },
  },
  related: {
    agentPool: {
      to: "agent-pools",
      records: ({ store }, it) => store.of("agent-pools").get(workspaceExecution(store, it).agentPoolId ?? ""),
    },
    currentRun: { to: "runs", records: ({ store }, it) => currentRunOf(store, it) },
    latestRun: { to: "runs", records: ({ store }, { id }) => store.of("runs").where("workspaceId", id).last },
    currentConfigurationVersion: {
      to: "configuration-versions",
      records: ({ store }, { id }) => store.of("configuration-versions").index("current", id).last,
    },
    currentStateVersion: { resources: (context, { id }) => currentStateVersion(context, id) },
    lockedBy: {
      to: "runs",
      isAbsentWithoutValue: true,
      records: ({ store }, it) => activeRunOf(store, it),
      resources: (_, { lock }) => (lock === undefined ? [] : [userResource(lock.by)]),
      links: ({ store }, it) => ({ related: holderOfLock(store, it) }),
    },
    remoteStateConsumers: { links: (_, it) => ({ related: `${path(it)}/relationships/remote-state-consumers` }) },
    outputs: { constant: { data: [] } },
    vars: { constant: { data: [] } },
    readme: { constant: { data: null } },
    currentAssessmentResult: { constant: { data: null } },
    ...tagRelationships<WorkspaceRecord>(path, (store, it) => workspaceTags(store, it), true),
  },
  includes: [
    "organization",
    "project",
    "effective-tag-bindings",
    "agent-pool",
    "current-run",
    "current-run.configuration-version",
    "current-run.apply",
    "current-run.plan",
    "latest-run",
    "latest-run.configuration-version",
    "latest-run.plan",
    "current-configuration-version",
    "current-state-version",
    "locked-by",
  ],
  includesNothing: [
    "current-assessment-result",
    "current-configuration-version.ingress-attributes",
    "current-run.configuration-version.ingress-attributes",
    "current-state-version.resources-processed",
    "latest-run.configuration-version.ingress-attributes",
    "no-code-module-version",
    "no-code-module-version.no-code-module",
    "no-code-module-version.no-code-module.latest-version",
    "outputs",
    "readme",
    "vars",
  ],
  links: ({ store }, { organizationId, name }) => {
    const organization = store.table(organizations).expect(organizationId).name;
    return {
      self: `/api/v2/organizations/${encodeURIComponent(organization)}/workspaces/${encodeURIComponent(name)}`,
      "self-html": `/app/${organization}/workspaces/${name}`,
    };
  },
  read,
  rules,
  settle,
  created: (store, workspace, resource) => {
    const names = readNewTags(resource);
    const added = names.map((name) => ensureTag(store, workspace.organizationId, name));
    if (added.length > 0) addTags(store, workspace, added);
  },
  removed: (store, workspace) => removeTags(store, workspace, tagsOf(store, workspace)),
  routes: [
    ...tagRoutes(
      "/workspaces/:workspace",
      () => workspaces,
      (store, it) => workspaceTags(store, it),
    ),
    {
      method: "GET",
      path: "/workspaces/:workspace/relationships/remote-state-consumers",
      query: { emulated: [], notEmulated: [] },
      handle: listConsumers,
    },
    { method: "POST", path: "/projects/:project/relationships/workspaces", handle: moveIntoProject },
    { method: "PATCH", path: "/workspaces/:workspace/relationships/ssh-key", handle: assignSshKey },
    { method: "GET", path: "/workspaces/:workspace/relationships/tags", handle: listTags },
    { method: "POST", path: "/workspaces/:workspace/relationships/tags", handle: postTags },
    { method: "DELETE", path: "/workspaces/:workspace/relationships/tags", handle: deleteTags },
  ],
});

const DESTROYABLE = Json.of({ "is-destroyable": true });
const NOT_DESTROYABLE = Json.of({ "is-destroyable": false });

/* Execution, auto-destroy and tags: own or inherited. */

export function workspaceExecution(store: Store, workspace: WorkspaceRecord): EffectiveExecution {
  const inherited = projectExecution(store, store.table(projects).expect(workspace.projectId));
  return effective({ mode: workspace.executionMode, agentPoolId: workspace.agentPoolId }, inherited);
}

/** The workspace's effective duration: its own, or inherited from its project. */
function effectiveDuration(store: Store, workspace: WorkspaceRecord): string | null {
  return workspace.inheritsProjectAutoDestroy
    ? store.table(projects).expect(workspace.projectId).autoDestroyActivityDuration
    : (workspace.autoDestroyActivityDuration ?? null);
}

/** The workspace's own tags, and those of its project with other keys. */
function workspaceTags(store: Store, { projectId, tagBindings: own = [] }: WorkspaceRecord): readonly EffectiveTag[] {
  const inherited = store.table(projects).expect(projectId).tagBindings ?? [];
  if (inherited.length === 0) return own;
  const keys = new Set(own.map(({ key }) => key));
  const others = inherited.filter(({ key }) => !keys.has(key));
  return [...own, ...others.map((binding) => ({ ...binding, inheritedFrom: projectId }))];
}

/* The runs of a workspace, which the kind of runs knows more about. */

/**
 * The active run of a workspace, which locks it; plan-only runs do not. There is none while a user has locked the
 * workspace.
 */
export function activeRunOf(store: Store, { id, lock }: WorkspaceRecord): BaseRecord | undefined {
  return lock === undefined ? store.of("runs").index("underway", id).first : undefined;
}

/** The path of the user or run that has locked the workspace. */
function holderOfLock(store: Store, workspace: WorkspaceRecord): string {
  const { lock } = workspace;
  return lock === undefined
    ? `/api/v2/runs/${activeRunOf(store, workspace)?.id ?? ""}`
    : `/api/v2/users/${userId(lock.by)}`;
}

/** The first run that has not completed, otherwise the newest that is not plan-only. */
function currentRunOf(store: Store, { id }: WorkspaceRecord): BaseRecord | undefined {
  const runs = store.of("runs");
  return runs.index("underway", id).first ?? runs.index("applicable", id).last;
}

/** How many runs have completed; null while there are none. */
function completedRuns(store: Store, id: string): number | null {
  const { size } = store.of("runs").index("completed", id);
  return size === 0 ? null : size;
}

/* Lists. */

function conditions(request: ServiceRequest): readonly Condition<WorkspaceRecord>[] {
  const { store, query } = request;
  if (query.get("filter[tag-union]") === "true") throw notEmulated("Parameter filter[tag-union]");
  // Terraform sends the keys of key-value tags in `search[tags]`, too, and expects the same result.
  const hasTag = (it: WorkspaceRecord, name: string): boolean =>
    tagsOf(store, it).some((tag) => tag.name === nameKey(name)) ||
    workspaceTags(store, it).some(({ key }) => key === name);
  const wanted = queryList(query, "search[tags]");
  const excluded = queryList(query, "search[exclude-tags]");
  const statuses = queryList(query, "filter[current-run][status]");
  return [
    ...(wanted === undefined ? [] : [(it: WorkspaceRecord) => wanted.every((name) => hasTag(it, name))]),
    ...(excluded === undefined ? [] : [(it: WorkspaceRecord) => !excluded.some((name) => hasTag(it, name))]),
    ...(statuses === undefined ? [] : [(it: WorkspaceRecord) => statuses.includes(statusOfCurrentRun(request, it))]),
    ...TAG_FILTERS.of(request).map((holds) => (it: WorkspaceRecord) => holds(workspaceTags(store, it))),
  ];
}

function statusOfCurrentRun(context: Context, workspace: WorkspaceRecord): string {
  const run = currentRunOf(context.store, workspace);
  return run === undefined ? "" : String(attributeOf(context, "runs", run, "status"));
}

/** The workspaces of one project if requested; none for a project of another organization. */
function inOrder(request: ServiceRequest, order: ListOrder): Listable<WorkspaceRecord> {
  const { store, query } = request;
  const table = store.table(workspaces);
  const organization = visible(request, organizations);
  const projectId = queryValue(query, "filter[project][id]");
  if (projectId === undefined) return table.where("organizationId", organization.id, order);
  const isHere = store.table(projects).get(projectId)?.organizationId === organization.id;
  return isHere ? table.where("projectId", projectId, order) : listable([]);
}

/** Workspaces without a run come last, in both directions (our choice: undocumented). */
function byCurrentRun({ store }: ServiceRequest, list: Listable<WorkspaceRecord>): Listable<WorkspaceRecord> {
  const keyed = list.slice(0, list.size).map((workspace) => ({
    workspace,
    sequence: currentRunOf(store, workspace)?.sequence ?? Number.POSITIVE_INFINITY,
  }));
  keyed.sort((one, other) => (one.sequence === other.sequence ? 0 : one.sequence - other.sequence));
  return listable(keyed.map(({ workspace }) => workspace));
}

/* Changes. */

function read(
  resource: RequestResource,
  { organizationId, parent, before }: Scope<WorkspaceRecord>,
  { store }: WriteContext,
): ReadPart<WorkspaceRecord> {
  const project = store.table(projects).get(parent?.id ?? "");
  const inherited = project === undefined ? "remote" : projectExecution(store, project).mode;
  const own = { mode: before?.executionMode, agentPoolId: before?.agentPoolId ?? null };
  const scope = { store, organizationId, own, inherited };
  const { execution, problems } = readExecution(resource, WORKSPACE_EXECUTION_KEYS, scope);
  const tagged = readTagBindings(resource, before, store);
  const duration = readDuration(resource);
  // New tags are only checked here, since nothing is created yet.
  readNewTags(resource);
  return {
    change: {
      ...tagged.change,
      ...(execution === undefined ? {} : { executionMode: execution.mode, agentPoolId: execution.agentPoolId }),
      ...(duration.value === undefined ? {} : { autoDestroyActivityDuration: duration.value }),
    },
    problems: [...problems, ...tagged.problems, ...duration.problems],
  };
}

const DURATION = "auto-destroy-activity-duration";

function readDuration({ attributes }: RequestResource): {
  readonly value?: string | null;
  readonly problems: readonly AttributeProblem[];
} {
  const value = attributes[DURATION];
  if (value === undefined) return { problems: [] };
  if (value !== null && typeof value !== "string") {
    return { problems: [{ attribute: DURATION, detail: "Auto destroy activity duration must be a string" }] };
  }
  return { value, problems: checkDuration(value).map((detail) => ({ attribute: DURATION, detail })) };
}

function rules(
  { settings = {}, remoteStateConsumerIds }: ChangeOf<WorkspaceRecord>,
  { before }: Scope<WorkspaceRecord>,
): readonly AttributeProblem[] {
  const after = { ...before?.settings, ...settings };
  const problems: AttributeProblem[] = [];
  if (after.globalRemoteState === true && after.projectRemoteState === true) {
    const detail = "Global remote state and project remote state cannot both be true";
    problems.push({ attribute: "global-remote-state", detail });
  }
  if (after.fileTriggersEnabled === false && (exclusiveTriggers(after, settings).triggerPatterns ?? []).length > 0) {
    const detail = "'trigger_patterns' cannot be populated when 'file_triggers_enabled' is set to false.";
    problems.push({ attribute: "trigger-patterns", detail });
  }
  if (remoteStateConsumerIds !== undefined && after.globalRemoteState === true) {
    throw invalidParameters(["Remote state consumers cannot be chosen while global-remote-state is true"]);
  }
  const own = remoteStateConsumerIds?.indexOf(before?.id ?? "") ?? -1;
  if (own >= 0) throw invalidAt(`/data/${own}/id`, "A workspace cannot be a consumer of its own state");
  return problems;
}

type Settings = WorkspaceRecord["settings"];

/** Trigger prefixes and patterns are mutually exclusive: setting one, also to nothing, clears the other. */
function exclusiveTriggers(after: Settings, given: Settings): Settings {
  if (given.triggerPrefixes !== undefined && given.triggerPatterns === undefined) {
    return { ...after, triggerPatterns: [] };
  }
  if (given.triggerPatterns !== undefined && given.triggerPrefixes === undefined) {
    return { ...after, triggerPrefixes: [] };
  }
  return after;
}

function settle(record: WorkspaceRecord, change: ChangeOf<WorkspaceRecord>): WorkspaceRecord {
  const settings = exclusiveTriggers(record.settings, change.settings ?? {});
  const cleared = isAutoDestroyTimeCleared(change) ? { ...settings, autoDestroyAt: null } : settings;
  const settled = autoDestroy(record, change);
  return settled === record && cleared === record.settings ? record : { ...record, ...settled, settings: cleared };
}

/** Every other setting of auto-destroy clears the time. */
function isAutoDestroyTimeCleared(change: ChangeOf<WorkspaceRecord>): boolean {
  if (change.settings?.autoDestroyAt !== undefined) return false;
  return change.inheritsProjectAutoDestroy === true || typeof change.autoDestroyActivityDuration === "string";
}

type AutoDestroy = Pick<WorkspaceRecord, "inheritsProjectAutoDestroy" | "autoDestroyActivityDuration">;
const INHERITED: AutoDestroy = { inheritsProjectAutoDestroy: true, autoDestroyActivityDuration: null };

/**
 * A duration or time on a workspace overrides the project's duration until the workspace inherits again. A time
 * replaces the workspace's own duration. A null time alone also ends it, as the tests of `hashicorp/tfe` expect: the
 * provider sends nothing else when a duration is removed from the code.
 */
function autoDestroy(record: AutoDestroy, change: ChangeOf<WorkspaceRecord>): AutoDestroy {
  const { inheritsProjectAutoDestroy: inherits, autoDestroyActivityDuration: duration } = change;
  const time = change.settings?.autoDestroyAt;
  if (inherits === true) return INHERITED;
  if (duration !== undefined) return { inheritsProjectAutoDestroy: false, autoDestroyActivityDuration: duration };
  if (time === null && inherits === undefined) return INHERITED;
  if (typeof time === "string") return { inheritsProjectAutoDestroy: false, autoDestroyActivityDuration: null };
  return record;
}

/**
 * Moves workspaces into a project, all or none: everything is checked before the first one moves. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/projects#move-workspaces-into-a-project
 */
function moveIntoProject(request: ServiceRequest): RouteResult {
  const { store, principal } = request;
  const destination = visible(request, projects);
  requirePermission(request, projects, destination, "move-workspaces");
  const ids = [...new Set(readIdentifiers(request.body, "workspaces"))];
  const movable = ids.flatMap((id) => {
    const workspace = store.table(workspaces).get(id);
    const isHere = workspace?.organizationId === destination.organizationId;
    return isHere && principal.can("move-workspaces", workspace) ? [workspace] : [];
  });
  if (movable.length < ids.length) {
    const refused = ids.filter((id) => movable.every((workspace) => workspace.id !== id));
    throw forbidden(`Workspace(s) not found, or you are not authorized to move them: ${refused.join(", ")}`);
  }
  const projectId = destination.id;
  for (const workspace of movable) {
    if (workspace.projectId !== projectId) update(store, workspaces, workspace, { projectId });
  }
  return noContent;
}

/** The ID of the key, or null for none, is an attribute of the workspace in the request. */
function assignSshKey(request: ServiceRequest): RouteResult {
  const { store } = request;
  const workspace = updatable(request);
  const { id } = readResource(request.body, "workspaces").attributes;
  if (id !== null && typeof id !== "string") throw invalidAt("/data/attributes/id", "Id must be a string, or null");
  if (id !== null && !isOfOrganization(store, "ssh-keys", id, workspace.organizationId)) {
    throw notFound(`SSH key ${id}`);
  }
  return ok(objectDocument(request, workspaces, update(store, workspaces, workspace, { sshKeyId: id }), "show"));
}

/* The state of other workspaces. */

/**
 * The workspaces that can read the workspace's state: the selected ones, or the others of its organization or project
 * if it is shared with all of them.
 */
function consumersOf(store: Store, workspace: WorkspaceRecord, onlyConfigured: boolean): readonly WorkspaceRecord[] {
  const table = store.table(workspaces);
  const { globalRemoteState, projectRemoteState } = workspace.settings;
  const others = (all: readonly WorkspaceRecord[]): readonly WorkspaceRecord[] =>
    all.filter(({ id }) => id !== workspace.id);
  if (!onlyConfigured && globalRemoteState === true) {
    return others(table.where("organizationId", workspace.organizationId).all());
  }
  if (!onlyConfigured && projectRemoteState === true) {
    return others(table.where("projectId", workspace.projectId).all());
  }
  return workspace.remoteStateConsumerIds.flatMap((id) => table.get(id) ?? []);
}

/** `hashicorp/tfe` reads them with every workspace. Workspaces of the emulator have no state. */
function listConsumers(request: ServiceRequest): RouteResult {
  const { store, principal, query } = request;
  const onlyConfigured = query.get("show_only_configured") === "true";
  const consumers = consumersOf(store, visible(request, workspaces), onlyConfigured);
  const readable = consumers.filter((it) => principal.can("read", it));
  return pageDocument(request, workspaces, listable(readable));
}

/* Tags without values. */

/** The workspace's tags, in the order they were added. */
export function tagsOf(store: Store, { tagIds }: WorkspaceRecord): readonly TagRecord[] {
  return tagIds.flatMap((id) => store.table(tags).get(id) ?? []);
}

function addTags(store: Store, workspace: WorkspaceRecord, added: readonly TagRecord[]): void {
  const tagIds = [...new Set([...workspace.tagIds, ...added.map(({ id }) => id)])];
  store.table(workspaces).put({ ...workspace, tagIds });
}

/** Removes tags from a workspace, and deletes those without another use. */
function removeTags(store: Store, workspace: WorkspaceRecord, removed: readonly TagRecord[]): void {
  if (removed.length === 0) return;
  const gone = new Set(removed.map(({ id }) => id));
  const table = store.table(workspaces);
  table.put({ ...workspace, tagIds: workspace.tagIds.filter((id) => !gone.has(id)) });
  for (const { id } of removed) if (table.where("tagIds", id).size === 0) store.table(tags).remove(id);
}

function listTags(request: ServiceRequest): RouteResult {
  const all = listable(tagsOf(request.store, visible(request, workspaces)));
  const search = queryValue(request.query, "name");
  const conditions = search === undefined ? [] : [nameContains(search)];
  return pageDocument(request, tags, filterList(all, conditions));
}

/** A new name creates a tag; an ID must exist. */
function postTags(request: ServiceRequest): RouteResult {
  const { store } = request;
  const workspace = updatable(request);
  const given = readTagBody(request);
  for (const [index, tag] of given.entries()) {
    if ("name" in tag) requireTagName(tag.name, `/data/${index}`);
    else existingTag(store, workspace, tag);
  }
  const added = given.flatMap((tag) =>
    "name" in tag ? ensureTag(store, workspace.organizationId, tag.name) : (existingTag(store, workspace, tag) ?? []),
  );
  addTags(store, workspace, added);
  return noContent;
}

/** An unknown name is ignored; an ID must exist. */
function deleteTags(request: ServiceRequest): RouteResult {
  const { store } = request;
  const workspace = updatable(request);
  const removed = readTagBody(request).flatMap((tag) => existingTag(store, workspace, tag) ?? []);
  removeTags(store, workspace, removed);
  return noContent;
}

function updatable(request: ServiceRequest): WorkspaceRecord {
  const workspace = visible(request, workspaces);
  requirePermission(request, workspaces, workspace, "create-workspace");
  return workspace;
}

function readTagBody({ body }: ServiceRequest): readonly TagReference[] {
  return readTagReferences(isObject(body) ? body["data"] : undefined);
}

function requireTagName(name: string, pointer: string): void {
  if (!isTagName(nameKey(name))) throw invalidAt(`${pointer}/attributes/name`, TAG_NAME_RULE);
}

/** @throws HttpError 404 for an unknown ID */
function existingTag(store: Store, { organizationId }: WorkspaceRecord, given: TagReference): TagRecord | undefined {
  if ("name" in given) return store.table(tags).find("name", organizationId, given.name);
  const tag = store.table(tags).get(given.id);
  if (tag?.organizationId !== organizationId) throw notFound(`Tag ${given.id}`);
  return tag;
}

/** The tags of a new workspace; they are changed by operations of their own later. */
function readNewTags(resource: RequestResource): readonly string[] {
  const relationship = resource.relationships["tags"];
  if (relationship === undefined) return [];
  const pointer = "/data/relationships/tags";
  if (!isObject(relationship)) throw invalidAt(pointer, "A relationship must be an object");
  return readTagReferences(relationship["data"], `${pointer}/data`).map((tag, index) => {
    if ("id" in tag) throw invalidAt(`${pointer}/data/${index}/attributes/name`, TAG_NAME_RULE);
    requireTagName(tag.name, `${pointer}/data/${index}`);
    return tag.name;
  });
}

/* Documents. */

/** Each combination is converted once, since it is usually the same for all workspaces in a list. */
const PERMISSIONS = new Map<string, Json>();

function permissionsOf({ principal }: Context, { organizationId, projectId }: WorkspaceRecord): Json {
  const place = { organizationId, projectId };
  const manages = principal.can("create-workspace", place);
  const runs = principal.can("run", place);
  const key = `${String(manages)} ${String(runs)}`;
  let known = PERMISSIONS.get(key);
  if (known === undefined) {
    known = Json.of(permissions(manages, runs));
    PERMISSIONS.set(key, known);
  }
  return known;
}

function permissions(manages: boolean, runs: boolean): object {
  return {
    "can-update": manages,
    "can-destroy": manages,
    "can-force-delete": manages,
    "can-read-settings": true,
    "can-manage-tags": manages,
    "can-manage-run-tasks": manages,
    "can-lock": manages || runs,
    "can-unlock": manages || runs,
    "can-force-unlock": manages,
    "can-queue-run": runs,
    "can-queue-apply": runs,
    "can-queue-destroy": runs,
    "can-read-run": true,
    "can-read-variable": manages,
    "can-update-variable": manages,
    "can-read-state-versions": manages,
    "can-read-state-outputs": manages,
    "can-create-state-versions": manages,
    "can-manage-assessments": false,
    "can-read-assessment-results": false,
    "can-manage-ephemeral-workspaces": manages,
  };
}

const CONSTRAINT = /^\s*(=|!=|>=?|<=?|~>)?\s*v?\d+(\.\d+){0,2}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?\s*$/;

/** A Terraform version, version constraints, or `latest`. Whether a version exists is not checked. */
function isVersion(text: string): boolean {
  return text === "latest" || text.split(",").every((part) => CONSTRAINT.test(part));
}
