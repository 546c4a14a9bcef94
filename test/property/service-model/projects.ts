import type { ExpectedResponse } from "./expected-response";
import { conflict, AnyInteger, created, failure, invalid, noContent, notFound, ok } from "./expected-response";
import type { Json, JsonObject } from "./json";
import { isObject } from "./json";
import { can, canInOrganization } from "./permissions";
import type { Project, Token, ModelState } from "./state";
import { remove } from "./state";

/** Each operation has its own set of attributes: counts are not in create's, the duration is in show's alone. */
export function projectDocument(
  world: ModelState,
  token: Token,
  project: Project,
  view: "create" | "update" | "list" | "show",
): object {
  return {
    id: project.id,
    type: "projects",
    attributes: {
      name: project.name,
      description: project.description,
      ...(view === "create"
        ? {}
        : {
            "workspace-count": world.workspaces.filter((workspace) => workspace.project === project.id).length,
            "team-count": new AnyInteger(),
          }),
      ...(view === "show" ? { "auto-destroy-activity-duration": project.duration } : {}),
      permissions: {
        "can-update": can(token, "update", project),
        ...(view === "create"
          ? {}
          : {
              "can-destroy": can(token, "destroy", project),
              "can-create-workspace": can(token, "create-workspace", project),
            }),
      },
    },
    relationships: {
      organization: {
        data: { id: project.organization, type: "organizations" },
        links: { related: `/api/v2/organizations/${project.organization}` },
      },
    },
    links: { self: `/api/v2/projects/${project.id}` },
  };
}

export function findProject(world: ModelState, token: Token, id: string): Project | undefined {
  return world.projects.find((project) => project.id === id && can(token, "read", project));
}

/** Who may not create is told that there is no such thing. */
export function createProject(
  world: ModelState,
  token: Token,
  organization: string,
  json: Json | undefined,
): ExpectedResponse {
  if (!canInOrganization(token, "create", organization)) return notFound;
  const { wrong, attributes } = read(world, organization, json, undefined);
  if (wrong.length > 0) return invalid(wrong);
  const id = world.newId("prj");
  const project: Project = { id, organization, name: "", description: null, duration: null };
  assign(project, attributes);
  world.projects.push(project);
  return created(projectDocument(world, token, project, "create"));
}

/** What is not given keeps its value; an explicit null unsets the duration. */
export function updateProject(world: ModelState, token: Token, id: string, json: Json | undefined): ExpectedResponse {
  const project = findProject(world, token, id);
  if (project === undefined || !can(token, "update", project)) return notFound;
  const { wrong, attributes } = read(world, project.organization, json, project);
  if (wrong.length > 0) return invalid(wrong);
  assign(project, attributes);
  return ok(projectDocument(world, token, project, "update"));
}

export function showProject(world: ModelState, token: Token, id: string): ExpectedResponse {
  const project = findProject(world, token, id);
  return project === undefined ? notFound : ok(projectDocument(world, token, project, "show"));
}

/**
 * Sections 4.5 and 7; the answers for a project with workspaces and for the default project are the emulator's choice.
 */
export function deleteProject(world: ModelState, token: Token, id: string): ExpectedResponse {
  const project = findProject(world, token, id);
  if (project === undefined || !can(token, "destroy", project)) return notFound;
  if (world.organizations.some((organization) => organization.defaultProject === id)) return conflict;
  if (world.workspaces.some((workspace) => workspace.project === id)) {
    return canInOrganization(token, "force", project.organization) ? conflict : failure(403, "forbidden");
  }
  remove(world.projects, (other) => other === project);
  return noContent;
}

/**
 * What a body says of a project, and pointers to what is wrong with it: to the first thing of its frame (emulator's
 * choice), else to all attributes that break a rule. `self` is the project that is changed, if there is one.
 */
function read(
  world: ModelState,
  organization: string,
  json: Json | undefined,
  self: Project | undefined,
): { readonly wrong: readonly string[]; readonly attributes: JsonObject } {
  const data = isObject(json) ? json["data"] : undefined;
  if (!isObject(data)) return { wrong: ["/data"], attributes: {} };
  if (data["type"] !== "projects") return { wrong: ["/data/type"], attributes: {} };
  const attributes = data["attributes"] ?? {};
  if (!isObject(attributes)) return { wrong: ["/data/attributes"], attributes: {} };
  return { wrong: validate(world, organization, attributes, self), attributes };
}

/** The rules of sections 2.1, 4.1 and 8. */
function validate(world: ModelState, organization: string, given: JsonObject, self: Project | undefined): string[] {
  const { name, description } = given;
  const duration = given["auto-destroy-activity-duration"];
  const wrong: string[] = [];
  const mayLackName = name === undefined && self !== undefined;
  if (!mayLackName && !(typeof name === "string" && isName(name) && !isTaken(world, organization, name, self)))
    wrong.push("/data/attributes/name");
  if (description !== undefined && description !== null) {
    // Characters are what a reader counts as such: one for an emoji outside the basic plane too.
    if (typeof description !== "string" || Array.from(description).length > 256)
      wrong.push("/data/attributes/description");
  }
  if (duration !== undefined && duration !== null) {
    if (typeof duration !== "string" || !/^\d{1,4}[dh]$/.test(duration) || parseInt(duration) === 0)
      wrong.push("/data/attributes/auto-destroy-activity-duration");
  }
  return wrong;
}

/** Letters are those of ASCII. */
function isName(name: string): boolean {
  return /^[A-Za-z0-9 _-]{3,40}$/.test(name) && !name.startsWith(" ") && !name.endsWith(" ");
}

/** Unique in the organization, without regard to case. */
function isTaken(world: ModelState, organization: string, name: string, self: Project | undefined): boolean {
  return world.projects.some(
    (other) => other !== self && other.organization === organization && other.name.toLowerCase() === name.toLowerCase(),
  );
}

/** Attributes that are unknown, or that only the service sets, are ignored. */
function assign(project: Project, given: JsonObject): void {
  const { name, description, "auto-destroy-activity-duration": duration } = given;
  if (name !== undefined) project.name = name as string;
  // Null when unset. That an empty text unsets is the emulator's choice.
  if (description !== undefined) project.description = description === "" ? null : (description as string | null);
  if (duration !== undefined) project.duration = duration as string | null;
}
