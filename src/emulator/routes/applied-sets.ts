import { nameKey } from "../../model";
import { badRequest, notFound } from "../errors";
import { filterList, listable, pageOf } from "../http/list";
import { queryValue, readInclude } from "../http/query-parameters";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import { policySetResource, variableSetResource } from "../serializers/applied-sets";
import { projectResource } from "../serializers/project";
import { workspaceResource } from "../serializers/workspace";
import { variableSetsOf } from "../store/applied-sets";
import type { PolicySetRecord, VariableSetRecord } from "../store/records";
import { POLICY_KINDS } from "../store/records";
import { visibleOrganization, visibleProject } from "./visible";

/** Variable sets of projects and policy sets of organizations. Read-only; seeds and the control API create them. */
export const appliedSetRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/projects/:project/varsets",
    query: { emulated: ["q", "include"] },
    handle: listVariableSets,
  },
  {
    method: "GET",
    path: "/organizations/:organization/policy-sets",
    query: { emulated: ["include", "filter[kind]", "search[name]"], notEmulated: ["filter[versioned]"] },
    handle: listPolicySets,
  },
];

const INCLUDES = ["projects", "workspaces"] as const;
type Include = (typeof INCLUDES)[number];

function listVariableSets(request: ServiceRequest): RouteResult {
  const { store, query } = request;
  const project = visibleProject(request, request.param("project"));
  const include = readInclude(query, INCLUDES, ["vars", "stacks"]);
  const found = filterList(listable(variableSetsOf(store, project)), ...named(queryValue(query, "q")));
  const page = pageOf(request, found, (set: VariableSetRecord) => variableSetResource(request, set));
  return ok({ data: page.data, links: page.links, meta: page.meta, ...included(request, page.records, include) });
}

/** @throws HttpError 404 when the principal may not manage policies */
function listPolicySets(request: ServiceRequest): RouteResult {
  const { store, principal, query } = request;
  const organization = visibleOrganization(request);
  if (!principal.canInOrganization("manage", organization)) throw notFound(`Organization ${organization.name}`);
  const include = readInclude(query, INCLUDES, [
    "policies",
    "newest-version",
    "current-version",
    "workspace-exclusions",
    "project-exclusions",
  ]);
  const kind = queryValue(query, "filter[kind]");
  if (kind !== undefined && !POLICY_KINDS.some((it) => it === kind)) {
    throw badRequest(`Invalid kind: ${kind}. Expected one of ${POLICY_KINDS.join(", ")}.`);
  }
  const found = filterList(
    store.policySetsByNameOf(organization.id),
    ...named(queryValue(query, "search[name]")),
    ...(kind === undefined ? [] : [(set: PolicySetRecord) => set.kind === kind]),
  );
  const page = pageOf(request, found, (set) => policySetResource(request, set));
  return ok({ data: page.data, links: page.links, meta: page.meta, ...included(request, page.records, include) });
}

function named(search: string | undefined): ((set: { readonly name: string }) => boolean)[] {
  return search === undefined ? [] : [({ name }) => nameKey(name).includes(nameKey(search))];
}

/** The projects and workspaces of these sets that are visible, each once; nothing unless requested. */
function included(
  request: ServiceRequest,
  sets: readonly Pick<PolicySetRecord, "projectIds" | "workspaceIds">[],
  include: readonly Include[],
): object {
  if (include.length === 0) return {};
  const { store, principal } = request;
  const projects = new Set(include.includes("projects") ? sets.flatMap(({ projectIds }) => projectIds) : []);
  const workspaces = new Set(include.includes("workspaces") ? sets.flatMap(({ workspaceIds }) => workspaceIds) : []);
  return {
    included: [
      ...[...projects]
        .flatMap((id) => store.projects.get(id) ?? [])
        .filter((project) => principal.can("read", project))
        .map((project) => projectResource(request, project, "list")),
      ...[...workspaces]
        .flatMap((id) => store.workspaces.get(id) ?? [])
        .filter((workspace) => principal.canInWorkspace("read", workspace))
        .map((workspace) => workspaceResource(request, workspace)),
    ],
  };
}
