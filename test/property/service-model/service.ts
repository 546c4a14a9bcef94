import type { ExpectedResponse } from "./expected-response";
import { badRequest, notFound, unauthorized, wrongContentType } from "./expected-response";
import type { Json } from "./json";
import { readBody } from "./json";
import { moveWorkspaces } from "./workspace-moves";
import { canAccess } from "./permissions";
import { listProjects } from "./project-list";
import { createProject, deleteProject, showProject, updateProject } from "./projects";
import { showTaskResult } from "./task-results";
import { listTaskStages, overrideTaskStage, showTaskStage } from "./task-stages";
import type { ModelState } from "./state";

/** A request as it goes over the wire, but for the identifiers in it, which are the model's. */
export interface ServiceRequest {
  readonly method: string;
  /** Relative to `/api/v2`, with the query. */
  readonly target: string;
  /** The name of a token; undefined: none is sent. */
  readonly token: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
}

/** The expected response to a request; changes the state of the model. */
export function respond(world: ModelState, request: ServiceRequest): ExpectedResponse {
  const [path = "", search = ""] = request.target.split("?");
  const [kind, id = "", ...rest] = path.split("/").slice(1).map(decoded);
  const query = new URLSearchParams(search);
  const route = [request.method, kind, id === "" ? "" : ":", ...rest].join(" ");
  const operation = OPERATIONS[route];

  // Routing comes first, then the token, then the media type.
  if (operation === undefined) return notFound;
  const token = world.tokens.find(({ name }) => name === request.token);
  if (token === undefined) return unauthorized;
  const mediaType = request.contentType?.split(";")[0]?.trim().toLowerCase();
  if (request.method !== "GET" && mediaType !== "application/vnd.api+json") return wrongContentType;
  // That malformed JSON is told before what is not there is the emulator's choice.
  const body = request.method === "GET" ? { json: undefined } : readBody(request.body ?? "");
  if (body === "not JSON") return badRequest;
  if (kind === "organizations" && !world.organizations.some(({ name }) => name === id && canAccess(token, name)))
    return notFound;
  return operation({ world, token, id, query, json: body.json });
}

interface Call {
  readonly world: ModelState;
  readonly token: ModelState["tokens"][number];
  readonly id: string;
  readonly query: URLSearchParams;
  readonly json: Json | undefined;
}

const OPERATIONS: Readonly<Record<string, ((call: Call) => ExpectedResponse) | undefined>> = {
  "POST organizations : projects": ({ world, token, id, json }) => createProject(world, token, id, json),
  "PATCH projects :": ({ world, token, id, json }) => updateProject(world, token, id, json),
  "GET organizations : projects": ({ world, token, id, query }) => listProjects(world, token, id, query),
  "GET projects :": ({ world, token, id }) => showProject(world, token, id),
  "DELETE projects :": ({ world, token, id }) => deleteProject(world, token, id),
  "POST projects : relationships workspaces": ({ world, token, id, json }) => moveWorkspaces(world, token, id, json),
  "GET runs : task-stages": ({ world, token, id, query }) => listTaskStages(world, token, id, query),
  "GET task-stages :": ({ world, token, id, query }) => showTaskStage(world, token, id, query),
  "GET task-results :": ({ world, token, id }) => showTaskResult(world, token, id),
  "POST task-stages : actions override": ({ world, token, id }) => overrideTaskStage(world, token, id),
};

/** What is percent-encoded in a wrong way stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
