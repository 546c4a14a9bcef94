import type { ExpectedResponse } from "./expected-response";
import { badRequest, failure, ObjectWith, notFound, ok } from "./expected-response";
import { page } from "./paging";
import { canInWorkspace } from "./permissions";
import { resultDocument } from "./task-results";
import { override } from "./runs";
import { timestamps } from "./timestamps";
import type { Run, Stage, Token, Workspace, ModelState } from "./state";

/** Permissions and actions are on every stage, as in the public description. */
function stageDocument(world: ModelState, token: Token, stage: Stage): object {
  const results = world.results.filter((result) => result.stage === stage.id);
  const policies = world.policies.filter((policy) => policy.stage === stage.id);
  const mayOverride = canInWorkspace(world, token, "override", workspaceOf(world, stage));
  const canPolicy = mayOverride && policies.length > 0;
  const canTasks = mayOverride && stage.tasksOverridable;
  return {
    id: stage.id,
    type: "task-stages",
    attributes: {
      status: stage.status,
      stage: stage.stage,
      ...timestamps(stage),
      permissions: {
        "can-override-policy": canPolicy,
        "can-override-tasks": canTasks,
        "can-override": canPolicy || canTasks,
      },
      actions: { "is-overridable": stage.status === "awaiting_override" },
    },
    relationships: {
      run: { data: { id: stage.run, type: "runs" } },
      "task-results": { data: results.map(({ id }) => ({ id, type: "task-results" })) },
      "policy-evaluations": { data: policies.map(({ id }) => ({ id, type: "policy-evaluations" })) },
    },
    links: { self: `/api/v2/task-stages/${stage.id}` },
  };
}

/** Real clients also send `include` here. */
export function listTaskStages(
  world: ModelState,
  token: Token,
  runId: string,
  query: URLSearchParams,
): ExpectedResponse {
  const run = world.runs.find(({ id }) => id === runId);
  if (run === undefined || !canInWorkspace(world, token, "read", workspaceOfRun(world, run))) return notFound;
  const stages = world.stages.filter((stage) => stage.run === runId);
  // That this comes before the page is the emulator's choice.
  const include = included(query);
  if (include === undefined) return badRequest;
  const shown = page(`/api/v2/runs/${runId}/task-stages`, query, stages);
  if (shown.status !== 200) return shown;
  const document = shown.document as { readonly data: readonly Stage[] };
  return {
    status: 200,
    document: {
      ...document,
      data: document.data.map((stage) => stageDocument(world, token, stage)),
      ...relatedTo(world, document.data, include),
    },
  };
}

export function showTaskStage(world: ModelState, token: Token, id: string, query: URLSearchParams): ExpectedResponse {
  const stage = findStage(world, token, "read", id);
  if (stage === undefined) return notFound;
  const include = included(query);
  if (include === undefined) return badRequest;
  return ok(stageDocument(world, token, stage), relatedTo(world, [stage], include));
}

/** Who may not override is told that there is no such stage. */
export function overrideTaskStage(world: ModelState, token: Token, id: string): ExpectedResponse {
  const stage = findStage(world, token, "override", id);
  if (stage === undefined) return notFound;
  if (stage.status !== "awaiting_override") return failure(409, "transition not allowed");
  override(world, stage);
  return ok(stageDocument(world, token, stage));
}

function findStage(world: ModelState, token: Token, ability: string, id: string): Stage | undefined {
  const stage = world.stages.find((one) => one.id === id);
  return stage !== undefined && canInWorkspace(world, token, ability, workspaceOf(world, stage)) ? stage : undefined;
}

function workspaceOf(world: ModelState, stage: Stage): Workspace {
  return workspaceOfRun(
    world,
    world.runs.find(({ id }) => id === stage.run)!,
  );
}

function workspaceOfRun(world: ModelState, run: Run): Workspace {
  return world.workspaces.find(({ id }) => id === run.workspace)!;
}

const INCLUDABLE = ["run", "run.workspace", "task-results", "policy-evaluations"];

/**
 * The values of `include`, with hyphens as documented or underscores as clients send them; undefined for an unknown
 * one.
 */
function included(query: URLSearchParams): readonly string[] | undefined {
  const asked = query.get("include");
  if (asked === null) return [];
  const wanted = asked.split(",").map((word) => word.replaceAll("_", "-"));
  return wanted.every((word) => INCLUDABLE.includes(word)) ? wanted : undefined;
}

/** The included resources, in any order. Undocumented ones are compared in part. */
function relatedTo(world: ModelState, stages: readonly Stage[], include: readonly string[]): object {
  if (include.length === 0) return {};
  const ids = stages.map(({ id }) => id);
  const runs = world.runs.filter((run) => stages.some((stage) => stage.run === run.id));
  const workspaces = runs.map((run) => workspaceOfRun(world, run));
  const wants = (word: string): boolean => include.includes(word);
  return {
    included: [
      ...(wants("run") || wants("run.workspace") ? runs.map(runDocument) : []),
      ...(wants("run.workspace") ? workspaces.map((workspace) => workspaceDocument(world, workspace)) : []),
      ...(wants("task-results")
        ? world.results.filter(({ stage }) => ids.includes(stage)).map((result) => resultDocument(world, result))
        : []),
      ...(wants("policy-evaluations")
        ? world.policies
            .filter(({ stage }) => ids.includes(stage))
            .map(({ id, status, stage }) =>
              partialResource(id, "policy-evaluations", { status }, "policy-attachable", stage),
            )
        : []),
    ],
  };
}

function runDocument({ id, workspace, speculative }: Run): object {
  return partialResource(id, "runs", { "plan-only": speculative }, "workspace", workspace);
}

/** The project's duration reaches its workspaces. */
function workspaceDocument(world: ModelState, { id, name, project }: Workspace): object {
  const { duration } = world.projects.find((one) => one.id === project)!;
  return partialResource(id, "workspaces", { name, "auto-destroy-activity-duration": duration }, "project", project);
}

/** An undocumented resource, of which only a part is compared. */
function partialResource(
  id: string,
  type: string,
  attributes: Readonly<Record<string, unknown>>,
  relation: string,
  other: string,
): ObjectWith {
  const types: Readonly<Record<string, string>> = { workspace: "workspaces", project: "projects" };
  const data = { id: other, type: types[relation] ?? "task-stages" };
  return new ObjectWith({
    id,
    type,
    attributes: new ObjectWith(attributes),
    relationships: new ObjectWith({ [relation]: new ObjectWith({ data }) }),
  });
}
