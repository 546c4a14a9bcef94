import { boolean, nullable, string } from "../decode";
import { attribute, setting } from "../engine/attribute";
import type { ChangeOf, Condition, Kind, RecordOf, Scope, ServiceRequest, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import type { Listable } from "../engine/listable";
import { filterList, nameContains } from "../engine/listable";
import { requirePermission, visible } from "../engine/path";
import { toOne, toOptional } from "../engine/relation";
import type { ListOrder } from "../engine/table";
import type { AttributeProblem } from "../errors";
import { badRequest, invalidAt } from "../errors";
import { queryValue } from "../http/query-parameters";
import { readIdentifiers, readRelationshipToMany } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { noContent } from "../http/route";
import { countOf, global, globalSetProblems, targets, withoutTargetsIfGlobal } from "./applied-to";
import { organizations } from "./organization";
import type { ProjectRecord } from "./project";
import { projects } from "./project";
import { workspaces } from "./workspace";

/** The type of stacks, which the emulator does not have. */
const STACKS = "stacks";

const definition = shape({
  type: "varsets",
  label: "Variable set",
  prefix: "varset-",
  parameter: "variableSet",
  parent: "organization",
  attributes: {
    name: attribute(string, { unique: true }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    description: setting(nullable(string), null),
    /** Not if a project owns it. */
    global,
    priority: setting(boolean, false),
  },
  relations: {
    organization: toOne("organizations", { links: true }),
    ...targets,
    /** The owner: the organization or one of its projects. */
    ownerOrganization: toOptional("organizations", { as: "parent", writable: "create" }),
    ownerProject: toOptional("projects", {
      as: "parent",
      writable: "create",
      onDelete: "cascade",
      option: { name: "owner", id: "ownerProjectId" },
    }),
  },
});

export type VariableSetRecord = RecordOf<typeof definition>;

/**
 * Variable sets, without variables. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/variable-sets
 */
export const variableSets: Kind<VariableSetRecord> = kind(definition, {
  access: { read: "read", create: "manage", update: "manage", delete: "manage" },
  place: ({ organizationId, ownerProjectId }) =>
    ownerProjectId === null ? { organizationId } : { organizationId, projectId: ownerProjectId },
  items: ["/varsets/:variableSet"],
  collection: "/organizations/:organization/varsets",
  list: {
    filters: { q: nameContains, "filter[global]": isGlobal },
    parameters: ["scope"],
    order: "name",
    source: ofOrganization,
  },
  lists: [
    {
      path: "/projects/:project/varsets",
      filters: { q: nameContains },
      parameters: ["scope"],
      order: "name",
      source: ofProject,
    },
  ],
  computed: {
    varCount: { constant: 0 },
    workspaceCount: { value: (context, it) => countOf(context, variableSets, it, "workspaces") },
    projectCount: { value: (context, it) => countOf(context, variableSets, it, "projects") },
    stackCount: { constant: 0, documented: false },
    permissions: {
      value: ({ principal }, { organizationId }) => ({ "can-update": principal.can("manage", { organizationId }) }),
    },
  },
  related: {
    vars: { constant: { data: [] } },
    stacks: { constant: { data: [] }, documented: false },
  },
  includes: ["projects", "workspaces"],
  includesNothing: ["stacks"],
  includesNotEmulated: ["vars"],
  read: (resource) => {
    refuseStacks(readRelationshipToMany(resource, STACKS, STACKS) ?? [], `/data/relationships/${STACKS}/data`);
    return { change: {}, problems: [] };
  },
  rules: (change, { before }, store) => [...globalSetProblems(change, before), ...ownerProblems(change, before, store)],
  settle: (set) =>
    withoutTargetsIfGlobal({ ...set, ownerOrganizationId: set.ownerProjectId === null ? set.organizationId : null }),
  routes: (["POST", "DELETE"] as const).map((method) => ({
    method,
    path: `/varsets/:variableSet/relationships/${STACKS}`,
    handle: (request) => editStacks(request, method === "DELETE"),
  })),
  outOfBand: {
    name: "variableSets",
    path: "/variable-sets",
    summary:
      "Creates a variable set. Returns its ID. It applies to all workspaces with `global`, otherwise to " +
      "`projectIds` and `workspaceIds`. `ownerProjectId` is the project that owns it.",
    example: ({ organization, project }) => ({ organization, name: "aws-dev", projectIds: [project] }),
  },
});

/** A set that a project owns applies to nothing outside of it (our choice: undocumented). */
function ownerProblems(
  change: ChangeOf<VariableSetRecord>,
  before: Scope<VariableSetRecord>["before"],
  store: Store,
): AttributeProblem[] {
  const owner = change.ownerProjectId ?? before?.ownerProjectId ?? null;
  if (owner === null) return [];
  const { projectIds = [], workspaceIds = [] } = change;
  const problem = (attribute: string, detail: string): AttributeProblem => ({ attribute, detail });
  return [
    ...(change.settings?.global === true
      ? [problem("global", "Global must be false for a variable set that a project owns")]
      : []),
    ...(projectIds.some((id) => id !== owner)
      ? [problem("projects", "Projects must be the one that owns the variable set")]
      : []),
    ...(workspaceIds.some((id) => isElsewhere(store, id, owner))
      ? [problem("workspaces", "Workspaces must be in the project that owns the variable set")]
      : []),
  ];
}

/** Whether a workspace is in another project. Other rules reject those that do not exist. */
function isElsewhere(store: Store, workspaceId: string, projectId: string): boolean {
  const workspace = store.table(workspaces).get(workspaceId);
  return workspace !== undefined && workspace.projectId !== projectId;
}

function isGlobal(value: string): Condition<VariableSetRecord> {
  if (value !== "true" && value !== "false")
    throw badRequest(`Invalid filter[global]: ${value}. Expected true or false.`);
  return ({ settings }) => (settings.global ?? false) === (value === "true");
}

/** All, or those that the organization itself owns. */
function ofOrganization(request: ServiceRequest, order: ListOrder): Listable<VariableSetRecord> {
  const { id } = visible(request, organizations);
  const all = request.store.table(variableSets).where("organizationId", id, order);
  if (scopeOf(request, ["owned"]) === undefined) return all;
  return filterList(all, [({ ownerProjectId }) => ownerProjectId === null]);
}

type OfProject = (set: VariableSetRecord, project: ProjectRecord) => boolean;

const applies: OfProject = ({ settings, projectIds }, { id }) => settings.global === true || projectIds.includes(id);
const isOwned: OfProject = ({ ownerProjectId }, { id }) => ownerProjectId === id;

/** Sets of a project; what `shared` and `applied` mean is our choice: undocumented. */
const SCOPE_NAMES = ["applied", "shared", "owned", "all"] as const;
const SCOPES: Readonly<Record<(typeof SCOPE_NAMES)[number], OfProject>> = {
  applied: applies,
  shared: (set, project) => applies(set, project) && !isOwned(set, project),
  owned: isOwned,
  all: (set, project) => applies(set, project) || isOwned(set, project),
};

/** By default those that apply to it (our choice: undocumented). */
function ofProject(request: ServiceRequest, order: ListOrder): Listable<VariableSetRecord> {
  const project = visible(request, projects);
  const isInScope = SCOPES[scopeOf(request, SCOPE_NAMES) ?? "applied"];
  const all = request.store.table(variableSets).where("organizationId", project.organizationId, order);
  return filterList(all, [(set) => isInScope(set, project)]);
}

/** @throws HttpError 400 for an unknown scope (our choice: undocumented) */
function scopeOf<T extends string>({ query }: ServiceRequest, names: readonly T[]): T | undefined {
  const given = queryValue(query, "scope");
  const scope = names.find((name) => name === given);
  if (given !== undefined && scope === undefined) {
    throw badRequest(`Invalid scope: ${given}. Expected one of ${names.join(", ")}.`);
  }
  return scope;
}

function editStacks(request: ServiceRequest, isRemoved: boolean): RouteResult {
  requirePermission(request, variableSets, visible(request, variableSets), "manage");
  const ids = readIdentifiers(request.body, STACKS);
  if (!isRemoved) refuseStacks(ids, "/data");
  return noContent;
}

/** Organizations of the emulator have no stacks. */
function refuseStacks([id]: readonly string[], pointer: string): void {
  if (id !== undefined) throw invalidAt(`${pointer}/0/id`, `Stack ${id} does not belong to the organization`);
}
