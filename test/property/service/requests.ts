import type { ServiceRequest } from "../service-model/service";
import type { ModelState } from "../service-model/state";
import type { Random } from "./random";
import { moveBody } from "./move-requests";
import { anyOrganization, anyProjectId, listQuery, projectBody } from "./project-requests";
import { idOf, includeQuery, stageToOverride } from "./stage-requests";
import type { Operation } from "./step";

const RIGHT_TYPE = "application/vnd.api+json";

const OFTEN: Readonly<Record<Operation, number>> = {
  "4.1 create project": 14,
  "4.2 update project": 14,
  "4.3 list projects": 16,
  "4.4 show project": 10,
  "4.5 delete project": 9,
  "4.6 move workspaces": 12,
  "4.7 list task stages": 7,
  "4.8 show task stage": 8,
  "4.9 show task result": 6,
  "4.10 override task stage": 8,
  "no operation": 1,
};

/** The next request of a sequence, valid or not. */
export function anyRequest(
  dice: Random,
  world: ModelState,
): { readonly operation: Operation; readonly request: ServiceRequest } {
  const operation = steered(dice.weighted(OFTEN), dice, world);
  const special = operation === "4.5 delete project" && dice.chance(0.1) ? forceDelete(world) : undefined;
  if (special !== undefined) return { operation, request: special };
  const { method, target, body } = call(operation, dice, world);
  const mutates = method !== "GET";
  return {
    operation,
    request: { method, target, token: anyToken(dice, world), contentType: contentType(dice, mutates), body },
  };
}

/** Enough projects for a second page of 100, but no more than that needs. */
function steered(operation: Operation, dice: Random, world: ModelState): Operation {
  const count = world.projects.length;
  if (operation === "4.5 delete project" && count < 105 && dice.chance(0.6)) return "4.1 create project";
  return operation === "4.1 create project" && count > 135 ? "4.5 delete project" : operation;
}

function call(
  operation: Operation,
  dice: Random,
  world: ModelState,
): { readonly method: string; readonly target: string; readonly body?: string } {
  switch (operation) {
    case "4.1 create project":
      return {
        method: "POST",
        target: `/organizations/${anyOrganization(dice, world)}/projects`,
        body: projectBody(dice, world, true),
      };
    case "4.2 update project":
      return {
        method: "PATCH",
        target: `/projects/${anyProjectId(dice, world)}`,
        body: projectBody(dice, world, false),
      };
    case "4.3 list projects":
      return {
        method: "GET",
        target: `/organizations/${anyOrganization(dice, world)}/projects${listQuery(dice, world)}`,
      };
    case "4.4 show project":
      return { method: "GET", target: `/projects/${anyProjectId(dice, world)}` };
    case "4.5 delete project":
      return { method: "DELETE", target: `/projects/${projectToDelete(dice, world)}` };
    case "4.6 move workspaces": {
      const id = anyProjectId(dice, world);
      return { method: "POST", target: `/projects/${id}/relationships/workspaces`, body: moveBody(dice, world, id) };
    }
    case "4.7 list task stages":
      return {
        method: "GET",
        target: `/runs/${idOf(dice, "run", world.runs, world)}/task-stages${includeQuery(dice, true)}`,
      };
    case "4.8 show task stage":
      return {
        method: "GET",
        target: `/task-stages/${idOf(dice, "ts", world.stages, world)}${includeQuery(dice, false)}`,
      };
    case "4.9 show task result":
      return { method: "GET", target: `/task-results/${idOf(dice, "taskrs", world.results, world)}` };
    case "4.10 override task stage": {
      const body = dice.oneOf([undefined, undefined, '{"comment":"It is well."}', "{}", ""]);
      const target = `/task-stages/${stageToOverride(dice, world)}/actions/override`;
      return { method: "POST", target, ...(body === undefined ? {} : { body }) };
    }
    case "no operation":
      return {
        method: "GET",
        target: dice.oneOf(["/", "/project", "/projects", "/projects/prj-M0n1/colour", "/task-stage/ts-M0n1"]),
      };
  }
}

function projectToDelete(dice: Random, world: ModelState): string {
  const defaults = world.organizations.map(({ defaultProject }) => defaultProject);
  const used = new Set(world.workspaces.map(({ project }) => project));
  const empty = world.projects.filter(({ id }) => !used.has(id) && !defaults.includes(id));
  if (dice.chance(0.1)) return dice.oneOf(defaults);
  return dice.chance(0.5) && empty.length > 0 ? dice.oneOf(empty).id : anyProjectId(dice, world);
}

/** The deletion of a project with workspaces by who may delete that project and no more: chance seldom finds the two. */
function forceDelete(world: ModelState): ServiceRequest | undefined {
  for (const { name: token, role, projects } of world.tokens.toReversed()) {
    const used = Object.entries(projects).find(
      ([id, abilities]) =>
        ["read", "destroy"].every((ability) => abilities.includes(ability)) &&
        world.workspaces.some(({ project }) => project === id),
    );
    if (used === undefined || (role !== "team" && role !== "read-only")) continue;
    return { method: "DELETE", target: `/projects/${used[0]}`, token, contentType: RIGHT_TYPE, body: undefined };
  }
  return undefined;
}

function anyToken(dice: Random, world: ModelState): string | undefined {
  switch (dice.weighted({ owner: 62, other: 35, wrong: 1.5, none: 1.5 })) {
    case "owner":
      return "owner";
    case "other":
      return dice.oneOf([...world.tokens.slice(0, 7), ...world.tokens.slice(-20)]).name;
    case "wrong":
      return "not-a-token";
    case "none":
      return undefined;
  }
}

function contentType(dice: Random, mutates: boolean): string | undefined {
  if (!mutates) return dice.chance(0.5) ? undefined : RIGHT_TYPE;
  if (dice.chance(0.92)) return RIGHT_TYPE;
  return dice.oneOf([
    undefined,
    "application/json",
    "text/plain",
    `${RIGHT_TYPE}; charset=utf-8`,
    "Application/Vnd.Api+JSON",
    "x",
  ]);
}
