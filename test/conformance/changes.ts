import type { ConformanceFixture } from "./fixture";
import type { Change } from "./changing-proxy";

const LIST = "GET /organizations/acme/projects";
const WORKSPACES = "GET /organizations/acme/workspaces";
const TASK_CONFIGS = "GET /organizations/acme/task-configs";
const DURATION = "auto-destroy-activity-duration";
const PROJECT = /^GET \/projects\/prj-\w+$/;
const WORKSPACE = /^GET \/workspaces\/ws-\w+$/;
const CREATE_PROJECT = /^POST \/organizations\/acme\/projects$/;
const UPDATE_PROJECT = /^PATCH \/projects\/prj-\w+$/;
const UPDATE_WORKSPACE = /^PATCH \/workspaces\/ws-\w+$/;
const MOVE = /^POST \/projects\/prj-\w+\/relationships\/workspaces$/;
const DELETION = /^DELETE \/projects\/prj-(?!tfpconf0)/;

/** The response to exactly this request. */
function exactly(target: string): Pick<Change, "on"> {
  return { on: new RegExp(`^${target.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`) };
}

function stages(runId: string, query: string): Pick<Change, "on"> {
  return exactly(`GET /runs/${runId}/task-stages?${query}`);
}

const withBody =
  (pattern: RegExp): NonNullable<Change["when"]> =>
  (_, body) =>
    pattern.test(body);

const withoutToken: Change["when"] = (headers) => headers.authorization === undefined;
const noItems = { at: "/data", to: [] };
const oneItem = { at: "/data", to: [{ id: "prj-other", type: "projects", attributes: {} }] };
const nothingIncluded = { at: "/included" };
const noPointer = { at: "/errors/0/source" };
const isPending = { at: "/data/0/attributes/status", to: "pending" };
const oneFewer = { at: "/data", items: (items: readonly unknown[]) => items.slice(1) };
const accepted = { status: 200 };

/** For each check, a change of a response that it notices, and no other. */
export function changesOf({
  runs,
  defaultProjectId,
  relatedProjectId,
}: ConformanceFixture): Readonly<Record<string, Change>> {
  const { advisory, canceled, discarded, errored, finished } = runs;
  const wholeList = exactly(`${LIST}?page[size]=100`);
  const rejected = (body: RegExp): Change => ({ on: CREATE_PROJECT, when: withBody(body), ...noPointer });
  const included = (value: string): Pick<Change, "on"> => ({
    on: new RegExp(`^GET /task-stages/ts-\\w+\\?include=${value}$`),
  });
  const wholeWorkspaces = (query: string) => exactly(`${WORKSPACES}?${query}page[size]=100`);
  const tooLarge = (path: string): Change => ({ ...exactly(`GET ${path}page[size]=101`), ...accepted });
  return {
    "default-project": {
      ...exactly(`GET /projects/${defaultProjectId}`),
      at: "/data/id",
      to: "prj-other",
    },
    "included-default-project": {
      ...exactly("GET /organizations/acme?include=default-project"),
      ...nothingIncluded,
    },
    "show-project": {
      ...exactly(`GET /projects/${defaultProjectId}`),
      at: `/data/attributes/${DURATION}`,
    },
    "listed-attributes": { ...wholeList, at: "/data/0/attributes/permissions" },
    "page-size-projects": tooLarge("/organizations/acme/projects?"),
    "page-size-workspaces": tooLarge("/organizations/acme/workspaces?"),
    "page-size-teams": tooLarge("/organizations/acme/teams?"),
    "page-size-policy-sets": tooLarge("/organizations/acme/policy-sets?"),
    "page-size-variable-sets": tooLarge(`/projects/${defaultProjectId}/varsets?`),
    "page-size-team-access": tooLarge(`/team-projects?filter[project][id]=${defaultProjectId}&`),
    pagination: { ...wholeList, at: "/meta/pagination/total-count" },
    "default-page-size": { ...exactly(LIST), at: "/meta/pagination/page-size", to: 30 },
    "page-past-end": {
      ...exactly(`${LIST}?page[number]=1000000&page[size]=100`),
      at: "/meta/pagination/current-page",
      to: 1,
    },
    "empty-list": { on: /\?filter\[names\]=(tfprojects conformance ?){3}&/, at: "/meta/pagination/next-page", to: 2 },
    "page-size-zero": { ...exactly(`${LIST}?page[size]=0`), ...accepted },
    "page-number-zero": { ...exactly(`${LIST}?page[number]=0`), ...accepted },
    sort: { ...exactly(`${LIST}?sort=-name&page[size]=100`), at: "/data", items: (items) => [...items].reverse() },
    "unknown-sort": { ...exactly(`${LIST}?sort=tfprojects`), ...accepted },
    "unknown-filter": { ...exactly(`${LIST}?filter[tfprojects]=x`), ...accepted },
    "names-filter": { ...exactly(`${LIST}?filter[names]=default project&page[size]=100`), ...noItems },
    search: { ...exactly(`${LIST}?q=efault projec&page[size]=100`), ...noItems },
    "permission-filter": {
      ...exactly(`${LIST}?filter[permissions][update]=true&page[size]=100`),
      ...noItems,
    },
    "unknown-project-filter": {
      on: /^GET \/organizations\/acme\/workspaces\?filter\[project\]\[id\]=prj-tfpconf0/,
      status: 404,
    },
    "unknown-tag-filter": { on: /^GET \/organizations\/acme\/projects\?filter\[tagged\]/, ...oneItem },
    "variable-sets": {
      ...exactly(`GET /projects/${relatedProjectId}/varsets?page[size]=100`),
      at: "/data/0/attributes/global",
    },
    "policy-sets": {
      ...exactly("GET /organizations/acme/policy-sets?page[size]=100"),
      at: "/data/0/attributes/global",
    },
    "team-access": {
      ...exactly(`GET /team-projects?filter[project][id]=${relatedProjectId}&page[size]=100`),
      at: "/data/0/attributes/access",
    },
    notifications: {
      ...exactly(`GET /projects/${relatedProjectId}/notification-configurations?page[size]=100`),
      at: "/data/0/attributes/enabled",
    },
    "agent-pools": {
      ...exactly("GET /organizations/acme/agent-pools?page[size]=100"),
      at: "/data/0/relationships/allowed-projects",
    },
    "vcs-connections": {
      ...exactly("GET /organizations/acme/oauth-clients"),
      at: "/data/0/relationships/oauth-tokens",
    },
    "policy-sets-by-tags": {
      ...exactly("GET /organizations/acme/policy-sets?page[size]=100"),
      at: "/data/1/attributes/tag-selector-matching-logic",
      to: null,
    },
    "task-configurations": { ...exactly(`${TASK_CONFIGS}?include=task&page[size]=100`), ...nothingIncluded },
    "task-configuration-filters": { on: /task-configs\?include=task&filter\[target-type\]/, ...noItems },
    "listed-workspaces": { ...wholeWorkspaces(""), at: "/data/0/attributes/allow-destroy-plan" },
    "included-tags": { ...wholeWorkspaces("include=effective-tag-bindings&"), ...nothingIncluded },
    "included-variables": { ...wholeWorkspaces("include=vars&"), ...nothingIncluded },
    "included-variables-of-sets": {
      ...exactly("GET /organizations/acme/varsets?include=vars&page[size]=100"),
      ...nothingIncluded,
    },
    "included-runs": { ...wholeWorkspaces("include=current-run&"), ...nothingIncluded },
    "not-found": { on: /^GET \/projects\/prj-tfpconf0/, status: 403 },
    "unknown-route": { ...exactly("GET /tfprojects-conformance"), status: 400 },
    "no-token": { ...exactly("GET /organizations/acme"), when: withoutToken, status: 404 },
    versions: { ...exactly("GET /organizations/acme"), headers: { "x-request-id": undefined } },
    "rate-limit": { ...exactly("GET /organizations/acme"), headers: { "x-ratelimit-reset": "1790000000" } },
    "rate-limit-headers": { ...exactly("GET /organizations/acme"), headers: { "x-ratelimit-remaining": undefined } },
    validators: { ...exactly("GET /organizations/acme"), headers: { etag: undefined } },
    ping: { ...exactly("GET /ping"), ...accepted },
    account: { ...exactly("GET /account/details"), status: 404 },
    "effective-tags": { ...exactly(`GET /projects/${defaultProjectId}/effective-tag-bindings`), status: 404 },
    "stages-of-run": { ...stages(advisory, "page[size]=100"), status: 404 },
    "page-size-task-stages": { ...stages(advisory, "page[size]=101"), ...accepted },
    "include-underscores": { ...included("task_results"), ...nothingIncluded },
    "include-results": { ...included("task-results"), ...nothingIncluded },
    "include-run": { ...included("run"), ...nothingIncluded },
    "unknown-include": { ...included("tfprojects"), ...accepted },
    "include-on-list": { ...stages(advisory, "page[size]=100&include=task_results"), ...nothingIncluded },
    "advisory-failures": { ...stages(advisory, "page[size]=100&include=task_results"), ...isPending },
    "enforcement-level": {
      ...stages(advisory, "page[size]=100&include=task_results"),
      at: "/included/0/attributes/workspace-task-enforcement-level",
    },
    "show-result": { on: /^GET \/task-results\//, status: 404 },
    "include-policies": { ...included("policy-evaluations"), status: 400 },
    "newer-policies": { ...exactly(`GET /runs/${advisory}/tf-policy-evaluations`), status: 400 },
    "rate-limit-of-runs": { on: /^GET \/workspaces\/ws-\w+\/runs/, headers: { "x-ratelimit-limit": "30" } },
    "current-run": {
      ...exactly(`${WORKSPACES}/network`),
      at: "/data/relationships/current-run/data/id",
      to: "run-other",
    },
    "stages-of-canceled-run": { ...stages(canceled, "page[size]=100"), ...isPending },
    "stages-of-discarded-run": { ...stages(discarded, "page[size]=100"), ...isPending },
    "stages-of-errored-run": { ...stages(errored, "page[size]=100"), ...isPending },
    "stages-of-finished-run": {
      ...stages(finished, "page[size]=100"),
      at: "/data/0/attributes/status",
      to: "passed",
    },
    "create-project": {
      on: CREATE_PROJECT,
      when: withBody(/conformance \w+ A"/),
      at: "/data/attributes/name",
      to: "another",
    },
    "listed-at-once": { on: /^GET \/organizations\/acme\/projects\?q=tfprojects conformance \w+ B/, ...noItems },
    "names-filter-several": { on: /\/projects\?filter\[names\]=.*,/, ...oneFewer },
    "names-filter-plus": { on: /\/projects\?filter\[names\]=tfprojects\+/, ...noItems },
    "name-taken": { on: CREATE_PROJECT, when: withBody(/"TFPROJECTS/), status: 409 },
    "name-too-short": rejected(/"tf"/),
    "name-too-long": rejected(/Cx+"/),
    "name-characters": {
      on: CREATE_PROJECT,
      when: withBody(/"tfprojects\.conformance/),
      at: "/errors/0/detail",
      to: "Name is invalid",
    },
    "name-outer-space": rejected(/ C "/),
    "description-too-long": rejected(/deleted\.x+"/),
    "duration-zero": rejected(/"0d"/),
    "duration-malformed": rejected(/"20m"/),
    "name-case": { on: UPDATE_PROJECT, when: withBody(/TFPROJECTS CONFORMANCE/), status: 422 },
    "empty-description": { on: PROJECT, named: " B", at: "/data/attributes/description", to: "" },
    "duration-unset": { on: PROJECT, named: " B", at: `/data/attributes/${DURATION}`, to: "9d" },
    "media-type": {
      on: UPDATE_PROJECT,
      when: (headers) => headers["content-type"] === "application/json",
      ...accepted,
    },
    "media-type-of-deletion": { on: /^DELETE \/projects\/prj-tfpconf0/, status: 204 },
    "create-workspace": { on: WORKSPACE, named: "-1", at: `/data/attributes/${DURATION}`, to: "9d" },
    "workspaces-of-project": {
      on: /\/workspaces\?filter\[project\]\[id\]=prj-(?!tfpconf0)\w+&page\[size\]=100$/,
      number: 1,
      ...oneFewer,
    },
    "tags-included": {
      on: /\/workspaces\?.*include=effective_tag_bindings/,
      number: 1,
      at: "/data/0/relationships/effective-tag-bindings/data",
      to: [{ id: "tb-1" }],
    },
    move: { on: MOVE, number: 1, ...accepted },
    "moved-at-once": { on: PROJECT, named: " B", at: "/data/attributes/workspace-count", to: 0 },
    "moved-duration": { on: WORKSPACE, named: "-3", at: "/data/attributes/inherits-project-auto-destroy", to: false },
    "setting-overwrites": { on: WORKSPACE, named: "-1", at: "/data/attributes/setting-overwrites", to: {} },
    "move-again": { on: MOVE, number: 4, status: 409 },
    "move-all-or-none": { on: MOVE, number: 6, status: 404 },
    "move-250": { on: MOVE, number: 7, status: 422 },
    "move-1000": { on: MOVE, number: 8, status: 413 },
    "tags-replaced": { on: /^GET \/projects\/prj-\w+\/effective-tag-bindings$/, number: 2, ...noItems },
    "tags-inherited": {
      on: /\/workspaces\?.*include=effective_tag_bindings/,
      number: 2,
      ...nothingIncluded,
    },
    "tag-filter": {
      on: /\/workspaces\?filter\[tagged\]\[0\]\[key\]=[\w-]+&filter\[tagged\]\[0\]\[value\]=d/,
      ...oneItem,
    },
    "tag-limit": { on: UPDATE_PROJECT, when: withBody(/conformance-10"/), ...accepted },
    "execution-mode": {
      on: UPDATE_PROJECT,
      when: withBody(/"local"/),
      at: "/data/attributes/default-execution-mode",
      to: "remote",
    },
    "inherited-execution-mode": {
      on: WORKSPACE,
      named: "-3",
      at: "/data/attributes/execution-mode",
      to: "remote",
    },
    "execution-mode-given-back": {
      on: UPDATE_PROJECT,
      when: withBody(/setting-overwrites/),
      at: "/data/attributes/setting-overwrites",
    },
    "unknown-execution-mode": { on: UPDATE_PROJECT, when: withBody(/"tfprojects"/), status: 400 },
    "agent-without-pool": { on: UPDATE_PROJECT, when: withBody(/"agent"/), ...noPointer },
    "destroy-plans-with-auto-destroy": {
      on: UPDATE_WORKSPACE,
      when: withBody(/"allow-destroy-plan":false/),
      number: 1,
      ...accepted,
    },
    "move-without-destroy-plans": { on: MOVE, number: 9, status: 202 },
    "state-sharing": {
      on: /^GET \/organizations\/acme\/workspaces\?search\[name\]/,
      at: "/data/0/attributes/project-remote-state",
      to: false,
    },
    "agent-pool-not-allowed": {
      on: UPDATE_WORKSPACE,
      when: withBody(/"agent-pool-id"/),
      number: 1,
      ...accepted,
    },
    "move-with-agent-pool": { on: MOVE, number: 11, status: 202 },
    "move-with-agent-pool-by-itself": { on: UPDATE_WORKSPACE, when: withBody(/"relationships"/), status: 202 },
    "default-agent-pool-not-allowed": {
      on: UPDATE_PROJECT,
      when: withBody(/"default-agent-pool-id":"apool-/),
      status: 202,
    },
    "owned-variable-set": { on: /^GET \/varsets\/varset-/, status: 404 },
    "team-access-of-member": { ...exactly(`GET /team-projects?filter[project][id]=${defaultProjectId}`), status: 400 },
    "move-without-rights": { on: MOVE, number: 15, status: 204 },
    "delete-without-rights": { on: DELETION, number: 1, status: 204 },
    "delete-with-workspaces": { on: DELETION, number: 2, status: 404 },
    "delete-project": { on: DELETION, number: 3, ...accepted },
    "deleted-project": { on: DELETION, number: 4, status: 409 },
  };
}
