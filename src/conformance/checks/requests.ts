import { requestPath, type Query } from "../../api/request-path";
import { markerOf } from "../marker";
import { get, patch, post, remove, type NewObject, type ServiceRequest } from "../request";
import type { OwnObject, World } from "../world";

/** Requests that several checks send. */

type Attributes = Readonly<Record<string, unknown>>;

/** An object that is created. */
interface Creation {
  readonly type: string;
  readonly attributes: Attributes;
  readonly relationships: object;
}

/** The largest page. */
export const WHOLE_PAGE = { "page[size]": 100 };

export function organization({ organization: name }: World): ServiceRequest {
  return get(requestPath`/organizations/${name}`);
}

export function defaultProject({ defaultProject: { id } }: World): ServiceRequest {
  return get(requestPath`/projects/${id}`);
}

export function listProjects({ organization: name }: World, query: Query = {}): ServiceRequest {
  return get(requestPath`/organizations/${name}/projects`, query);
}

export function listWorkspaces({ organization: name }: World, query: Query = {}): ServiceRequest {
  return get(requestPath`/organizations/${name}/workspaces`, query);
}

/** Those of a project of this run. */
export function listWorkspacesIn(world: World, project: OwnObject, query: Query = {}): ServiceRequest {
  return listWorkspaces(world, { "filter[project][id]": world.idOf(project), ...query, ...WHOLE_PAGE });
}

/** All variable sets, also those that projects own. */
export function listAllVariableSets({ organization: name }: World, query: Query = {}): ServiceRequest {
  return get(requestPath`/organizations/${name}/varsets`, query);
}

export function listPolicySets({ organization: name }: World, query: Query = {}): ServiceRequest {
  return get(requestPath`/organizations/${name}/policy-sets`, query);
}

/** Those that apply to a project. @param id - Of the project. @default the default project */
export function listVariableSets(
  { defaultProject }: World,
  query: Query = {},
  id: string = defaultProject.id,
): ServiceRequest {
  return get(requestPath`/projects/${id}/varsets`, query);
}

/** To a project. @param id - Of the project. @default the default project */
export function listTeamAccess(
  { defaultProject }: World,
  query: Query = {},
  id: string = defaultProject.id,
): ServiceRequest {
  return get("/team-projects", { "filter[project][id]": id, ...query });
}

export function showProject(world: World, object: OwnObject): ServiceRequest {
  return get(requestPath`/projects/${world.idOf(object)}`);
}

export function showWorkspace(world: World, object: OwnObject): ServiceRequest {
  return get(requestPath`/workspaces/${world.idOf(object)}`);
}

/** The create of one of the two projects, of which all checks share the response. */
export function createdProject(world: World, object: OwnObject): ServiceRequest {
  return { ...createProject(world, world.own[object]), isSentOnce: true };
}

/** @param attributes - In place of those that every project of the checks has. */
export function createProject(world: World, creates: NewObject, attributes: Attributes = {}): ServiceRequest {
  const { organization: name, options } = world;
  const all = { name: creates.name, description: markerOf(options.testRun), ...attributes };
  return { ...post(requestPath`/organizations/${name}/projects`, data("projects", all)), creates };
}

/** The create of one of the workspaces, in the first project; all checks share the response. */
export function createdWorkspace(world: World, object: OwnObject): ServiceRequest {
  const attributes = { name: world.own[object].name, description: markerOf(world.options.testRun) };
  return created(world, object, { type: "workspaces", attributes, relationships: inProject(world, "projectA") });
}

/** The create of the agent pool, which only the second project may use; all checks share the response. */
export function createdPool(world: World): ServiceRequest {
  const attributes = { name: world.own.pool.name, "organization-scoped": false };
  const allowed = { "allowed-projects": { data: [{ type: "projects", id: world.idOf("projectB") }] } };
  return created(world, "pool", { type: "agent-pools", attributes, relationships: allowed });
}

/** The create of the variable set, which the first project owns, and which applies to the third workspace. */
export function createdVariableSet(world: World): ServiceRequest {
  const { name } = world.own.variableSet;
  const relationships = {
    parent: inProject(world, "projectA").project,
    workspaces: { data: [{ type: "workspaces", id: world.idOf("workspace3") }] },
  };
  const attributes = { name, description: markerOf(world.options.testRun), global: false };
  return created(world, "variableSet", { type: "varsets", attributes, relationships });
}

function inProject(world: World, object: OwnObject) {
  return { project: { data: { type: "projects", id: world.idOf(object) } } };
}

function created({ organization: name, own }: World, object: OwnObject, data: Creation) {
  const path = requestPath`/organizations/${name}/${data.type}`;
  return { ...post(path, { data }), creates: own[object], isSentOnce: true };
}

export function updateWorkspace(world: World, object: OwnObject, attributes: Attributes): ServiceRequest {
  return patch(requestPath`/workspaces/${world.idOf(object)}`, data("workspaces", attributes, world.idOf(object)));
}

export function updateProject(world: World, object: OwnObject, attributes: Attributes): ServiceRequest {
  return patch(requestPath`/projects/${world.idOf(object)}`, data("projects", attributes, world.idOf(object)));
}

/** Moves a workspace by a change of its own. */
export function moveByItself(world: World, workspace: OwnObject, project: OwnObject): ServiceRequest {
  const id = world.idOf(workspace);
  return patch(requestPath`/workspaces/${id}`, {
    data: { type: "workspaces", id, relationships: inProject(world, project) },
  });
}

/** @param ids - Of workspaces. */
export function moveInto(world: World, project: OwnObject, ids: readonly string[]): ServiceRequest {
  const path = requestPath`/projects/${world.idOf(project)}/relationships/workspaces`;
  return post(path, { data: ids.map((id) => ({ type: "workspaces", id })) });
}

function data(type: string, attributes: Attributes, id?: string): object {
  return { data: { type, ...(id === undefined ? {} : { id }), attributes } };
}

export function removeProject(world: World, object: OwnObject): ServiceRequest {
  return remove(requestPath`/projects/${world.idOf(object)}`);
}
