import { requestPath, type Query } from "../../api/request-path";
import { markerOf } from "../marker";
import { get, patch, post, remove, type NewObject, type ServiceRequest } from "../request";
import type { OwnObject, World } from "../world";

/** Requests that several checks send. */

type Attributes = Readonly<Record<string, unknown>>;

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
  const { organization: name, options } = world;
  const creates = world.own[object];
  const attributes = { name: creates.name, description: markerOf(options.testRun) };
  const relationships = { project: { data: { type: "projects", id: world.idOf("projectA") } } };
  const body = { data: { type: "workspaces", attributes, relationships } };
  return { ...post(requestPath`/organizations/${name}/workspaces`, body), creates, isSentOnce: true };
}

export function updateProject(world: World, object: OwnObject, attributes: Attributes): ServiceRequest {
  return patch(requestPath`/projects/${world.idOf(object)}`, data("projects", attributes, world.idOf(object)));
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
