import { Json } from "../engine/documents";
import type { Kind, Related, Store } from "../engine/kind";
import { kind } from "../engine/kind";
import { visible } from "../engine/path";
import type { BaseRecord } from "../engine/table";
import { settingOverwrites } from "./execution";
import { organizations } from "./organization";
import { defaultProjectOf } from "./project";
import { currentStateVersion, hasState, resourceCount } from "./state-version";
import { ensureTag } from "./tag";
import { tagRelationships, tagRoutes } from "./tag-binding";
import { userResource } from "./user";
import { read, rules, settle } from "./workspace/changes";
import { activeRunOf, completedRuns, currentRunOf, holderOfLock } from "./workspace/current-run";
import { givenWorkspaces } from "./workspace/given";
import { effectiveDuration, effectiveTags, workspaceExecution } from "./workspace/inherited";
import { workspaceList } from "./workspace/list";
import { addTags, readNewTags, removeTags, tagsOf } from "./workspace/name-tags";
import { permissionsOf, placeOfWorkspace } from "./workspace/permissions";
import type { WorkspaceRecord } from "./workspace/shape";
import { workspaceShape } from "./workspace/shape";

const ITEMS = ["/organizations/:organization/workspaces/:workspace", "/workspaces/:workspace"] as const;
const path = ({ id }: WorkspaceRecord): string => `/api/v2/workspaces/${id}`;

/** Workspaces; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspaces */
export const workspaces: Kind<WorkspaceRecord, typeof givenWorkspaces> = kind(workspaceShape, {
  access: { read: "read", create: "create-workspace", update: "update-workspace", delete: "delete-workspace" },
  place: placeOfWorkspace,
  find: (store, address, organization) =>
    organization === undefined
      ? store.table(workspaces).get(address)
      : store.table(workspaces).find("name", organization.id, address),
  items: ITEMS,
  collection: "/organizations/:organization/workspaces",
  defaultParent: (request) => defaultProjectOf(request.store, visible(request, organizations)),
  outOfBand: givenWorkspaces,
  list: workspaceList,
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
    unarchivedWorkspaceChangeRequestsCount: { constant: 0 },
    effectiveStateVersionRetentionDesc: { constant: null },
    effectiveRunDataRetentionDesc: { constant: null },
  },
  related: {
    agentPool: {
      to: "agent-pools",
      records: ({ store }, it) => store.of("agent-pools").get(workspaceExecution(store, it).agentPoolId ?? ""),
    },
    currentRun: linked("runs", currentRunOf),
    latestRun: linked("runs", (store, { id }) => store.of("runs").where("workspaceId", id).last),
    currentConfigurationVersion: linked(
      "configuration-versions",
      (store, { id }) => store.of("configuration-versions").index("current", id).last,
    ),
    currentStateVersion: {
      resources: (context, { id }) => currentStateVersion(context, id),
      links: ({ store }, it) => (hasState(store, it.id) ? { related: `${path(it)}/current-state-version` } : undefined),
    },
    lockedBy: {
      to: "runs",
      isAbsentWithoutValue: true,
      identifiers: ({ store }, it) => [holderOfLock(store, it) ?? []].flat(),
      records: ({ store }, it) => activeRunOf(store, it),
      resources: (_, { lock }) => (lock === undefined || lock.teamId !== undefined ? [] : [userResource(lock.by)]),
      links: ({ store }, it) => {
        const { id = "", type = "" } = holderOfLock(store, it) ?? {};
        return { related: `/api/v2/${type}/${id}` };
      },
    },
    remoteStateConsumers: { links: (_, it) => ({ related: `${path(it)}/relationships/remote-state-consumers` }) },
    outputs: { constant: { data: [] } },
    vars: {
      to: "vars",
      many: true,
      records: ({ store, principal }, it) =>
        principal.can("read-variables", placeOfWorkspace(it)) ? store.of("vars").where("workspaceId", it.id).all() : [],
    },
    readme: { constant: { data: null } },
    currentAssessmentResult: { constant: { data: null } },
    ...tagRelationships<WorkspaceRecord>(path, (store, it) => effectiveTags(store, it), true),
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
    "vars",
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
  written: ({ store }, workspace, resource, before) => {
    if (before !== undefined) return;
    const names = readNewTags(resource);
    const added = names.map((name) => ensureTag(store, workspace.organizationId, name));
    if (added.length > 0) addTags(store, workspace, added);
  },
  removed: (store, workspace) => removeTags(store, workspace, tagsOf(store, workspace)),
  routes: tagRoutes(
    "/workspaces/:workspace",
    () => workspaces,
    (store, it) => effectiveTags(store, it),
  ),
});

/** The relationship to an object with a table, linked while there is one. */
function linked(
  to: string,
  find: (store: Store, it: WorkspaceRecord) => BaseRecord | undefined,
): Related<WorkspaceRecord> {
  return {
    to,
    records: ({ store }, it) => find(store, it),
    links: ({ store }, it) => {
      const found = find(store, it);
      return found === undefined ? undefined : { related: `/api/v2/${to}/${found.id}` };
    },
  };
}

const DESTROYABLE = Json.of({ "is-destroyable": true });
const NOT_DESTROYABLE = Json.of({ "is-destroyable": false });
