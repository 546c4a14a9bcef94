import type { ServiceRequest } from "../service-model/service";
import type { ModelState } from "../service-model/state";
import type { Random } from "./random";
import { moveBody } from "./move-requests";
import { anyOrganization, anyProjectId, listQuery, projectBody } from "./project-requests";
import { idOf, includeQuery, stageToOverride } from "./stage-requests";
import type { Operation } from "./step";

const JSON_API = "application/vnd.api+json";

const WEIGHTS: Readonly<Record<Operation, number>> = {
  "create project": 14,
  "update project": 14,
  "list projects": 16,
  "show project": 10,
  "delete project": 9,
  "move workspaces": 12,
  "list task stages": 7,
  "show task stage": 8,
  "show task result": 6,
  "override task stage": 8,
  "no operation": 1,
};

/** The next request of a sequence, valid or not. */
export function anyRequest(
  random: Random,
  world: ModelState,
): { readonly operation: Operation; readonly request: ServiceRequest } {
  const operation = keepCount(random.weighted(WEIGHTS), random, world);
  const special = operation === "delete project" && random.chance(0.1) ? forceDelete(world) : undefined;
  if (special !== undefined) return { operation, request: special };
  const { method, target, body } = call(operation, random, world);
  const mutates = method !== "GET";
  return {
    operation,
    request: { method, target, token: anyToken(random, world), contentType: contentType(random, mutates), body },
  };
}

/** Keeps the number of projects just above one page of 100. */
function keepCount(operation: Operation, random: Random, world: ModelState): Operation {
  const count = world.projects.length;
  if (operation === "delete project" && count < 105 && random.chance(0.6)) return "create project";
  return operation === "create project" && count > 135 ? "delete project" : operation;
}

function call(
  operation: Operation,
  random: Random,
  world: ModelState,
): { readonly method: string; readonly target: string; readonly body?: string } {
  switch (operation) {
    case "create project":
      return {
        method: "POST",
        target: `/organizations/${anyOrganization(random, world)}/projects`,
        body: projectBody(random, world, true),
      };
    case "update project":
      return {
        method: "PATCH",
        target: `/projects/${anyProjectId(random, world)}`,
        body: projectBody(random, world, false),
      };
    case "list projects":
      return {
        method: "GET",
        target: `/organizations/${anyOrganization(random, world)}/projects${listQuery(random, world)}`,
      };
    case "show project":
      return { method: "GET", target: `/projects/${anyProjectId(random, world)}` };
    case "delete project":
      return { method: "DELETE", target: `/projects/${projectToDelete(random, world)}` };
    case "move workspaces": {
      const id = anyProjectId(random, world);
      return { method: "POST", target: `/projects/${id}/relationships/workspaces`, body: moveBody(random, world, id) };
    }
    case "list task stages":
      return {
        method: "GET",
        target: `/runs/${idOf(random, "run", world.runs, world)}/task-stages${includeQuery(random, true)}`,
      };
    case "show task stage":
      return {
        method: "GET",
        target: `/task-stages/${idOf(random, "ts", world.stages, world)}${includeQuery(random, false)}`,
      };
    case "show task result":
      return { method: "GET", target: `/task-results/${idOf(random, "taskrs", world.results, world)}` };
    case "override task stage": {
      const body = random.oneOf([undefined, undefined, '{"comment":"It is well."}', "{}", ""]);
      const target = `/task-stages/${stageToOverride(random, world)}/actions/override`;
      return { method: "POST", target, ...(body === undefined ? {} : { body }) };
    }
    case "no operation":
      return {
        method: "GET",
        target: random.oneOf(["/", "/project", "/projects", "/projects/prj-M0n1/colour", "/task-stage/ts-M0n1"]),
      };
  }
}

function projectToDelete(random: Random, world: ModelState): string {
  const defaults = world.organizations.map(({ defaultProject }) => defaultProject);
  const used = new Set(world.workspaces.map(({ project }) => project));
  const empty = world.projects.filter(({ id }) => !used.has(id) && !defaults.includes(id));
  if (random.chance(0.1)) return random.oneOf(defaults);
  return random.chance(0.5) && empty.length > 0 ? random.oneOf(empty).id : anyProjectId(random, world);
}

/** Deletes a project with workspaces, with a token that may only delete that project: a rare combination. */
function forceDelete(world: ModelState): ServiceRequest | undefined {
  for (const { name: token, role, projects } of world.tokens.toReversed()) {
    const used = Object.entries(projects).find(
      ([id, abilities]) =>
        ["read", "destroy"].every((ability) => abilities.includes(ability)) &&
        world.workspaces.some(({ project }) => project === id),
    );
    if (used === undefined || (role !== "team" && role !== "read-only")) continue;
    return { method: "DELETE", target: `/projects/${used[0]}`, token, contentType: JSON_API, body: undefined };
  }
  return undefined;
}

function anyToken(random: Random, world: ModelState): string | undefined {
  switch (random.weighted({ owner: 62, other: 35, wrong: 1.5, none: 1.5 })) {
    case "owner":
      return "owner";
    case "other":
      return random.oneOf([...world.tokens.slice(0, 7), ...world.tokens.slice(-20)]).name;
    case "wrong":
      return "not-a-token";
    case "none":
      return undefined;
  }
}

function contentType(random: Random, mutates: boolean): string | undefined {
  if (!mutates) return random.chance(0.5) ? undefined : JSON_API;
  if (random.chance(0.92)) return JSON_API;
  return random.oneOf([
    undefined,
    "application/json",
    "text/plain",
    `${JSON_API}; charset=utf-8`,
    "Application/Vnd.Api+JSON",
    "x",
  ]);
}
