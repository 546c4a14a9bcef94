import { managedWith } from "../engine/access";
import type { Kind, ServiceRequest } from "../engine/kind";
import { kind } from "../engine/kind";
import { objectDocument, pageDocument } from "../engine/lists";
import { missing, requirePermission, visible, visibleById } from "../engine/path";
import { invalidAt } from "../errors";
import { readIdentifiers, readRelationshipToMany } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { noContent, ok } from "../http/route";
import { appliesToWorkspace, countOf, withoutTargetsIfGlobal } from "./applied-to";
import { variables } from "./variable";
import { organizationSets, otherSets } from "./variable-set/lists";
import { variableSetProblems } from "./variable-set/rules";
import type { VariableSetRecord } from "./variable-set/shape";
import { givenVariableSets, variableSetShape } from "./variable-set/shape";
import { workspaces } from "./workspace";

/** The type of stacks, which the emulator does not have. */
const STACKS = "stacks";
const OF_WORKSPACE = "/workspaces/:workspace/varsets/:id/relationships/vars";

/** Variable sets; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/variable-sets */
export const variableSets: Kind<VariableSetRecord, typeof givenVariableSets> = kind(variableSetShape, {
  access: managedWith("manage-variable-sets", "read"),
  place: ({ organizationId, ownerProjectId }) =>
    ownerProjectId === null ? { organizationId } : { organizationId, projectId: ownerProjectId },
  items: ["/varsets/:variableSet"],
  collection: "/organizations/:organization/varsets",
  list: organizationSets,
  lists: otherSets,
  computed: {
    varCount: { value: (context, it) => countOf(context, variableSets, it, "vars") },
    workspaceCount: { value: (context, it) => countOf(context, variableSets, it, "workspaces") },
    projectCount: { value: (context, it) => countOf(context, variableSets, it, "projects") },
    stackCount: { constant: 0, documented: false },
    permissions: {
      value: ({ principal, store }, it) => ({
        "can-update": principal.can("manage-variable-sets", store.placeOf(variableSets, it)),
      }),
    },
  },
  related: {
    vars: {
      to: "vars",
      many: true,
      records: ({ store }, { id }) => store.table(variables).where("variableSetId", id).all(),
    },
    stacks: { constant: { data: [] }, documented: false },
  },
  includes: ["projects", "workspaces", "vars"],
  includesNothing: [STACKS],
  read: (resource) => {
    refuseStacks(readRelationshipToMany(resource, STACKS, STACKS) ?? [], `/data/relationships/${STACKS}/data`);
    return { change: {}, problems: [] };
  },
  contains: { vars: "vars" },
  rules: variableSetProblems,
  settle: (set) =>
    withoutTargetsIfGlobal({ ...set, ownerOrganizationId: set.ownerProjectId === null ? set.organizationId : null }),
  routes: [
    ...(["POST", "DELETE"] as const).map((method) => ({
      method,
      path: `/varsets/:variableSet/relationships/${STACKS}`,
      handle: (request: ServiceRequest) => editStacks(request, method === "DELETE"),
    })),
    { method: "GET", path: OF_WORKSPACE, handle: listVariables },
    { method: "GET", path: `${OF_WORKSPACE}/:variable`, handle: showVariable },
  ],
  outOfBand: givenVariableSets,
});

/** The variables of a set that applies to a workspace. */
function listVariables(request: ServiceRequest): RouteResult {
  const { id } = appliedSet(request);
  const all = request.store.table(variables).where("variableSetId", id);
  return pageDocument(request, variables, all, { pages: "on-request" });
}

function showVariable(request: ServiceRequest): RouteResult {
  const set = appliedSet(request);
  const variable = visibleById(request, variables, request.param("variable"));
  if (variable.variableSetId !== set.id) throw missing(variables, variable.id);
  return ok(objectDocument(request, variables, variable, "show"));
}

/** The variable set in a path of a workspace. @throws HttpError 404 unless it applies to the workspace */
function appliedSet(request: ServiceRequest): VariableSetRecord {
  const workspace = visible(request, workspaces);
  const set = visibleById(request, variableSets, request.param("id"));
  if (!appliesToWorkspace(set, workspace)) throw missing(variableSets, set.id);
  return set;
}

function editStacks(request: ServiceRequest, isRemoved: boolean): RouteResult {
  requirePermission(request, variableSets, visible(request, variableSets), "manage-variable-sets");
  const ids = readIdentifiers(request.body, STACKS);
  if (!isRemoved) refuseStacks(ids, "/data");
  return noContent;
}

/** Organizations of the emulator have no stacks. */
function refuseStacks([id]: readonly string[], pointer: string): void {
  if (id !== undefined) throw invalidAt(`${pointer}/0/id`, `Stack ${id} does not belong to the organization`);
}
