import type { Emulator } from "../../src/emulator";
import type { HttpResponse, Resource } from "../emulator/http-client";
import { HttpClient, identifiers } from "../emulator/http-client";
import { CREATIONS } from "./service-requests";

/** Identifiers by the segment of a path that precedes them, such as `projects`. */
export type Ids = Map<string, string>;

/** Whether the emulator does not have the operation, or the value of a parameter. */
export function isNotEmulated(response: HttpResponse): boolean {
  return response.status === 400 && response.errors[0]?.title === "not emulated";
}

/** An emulator with at least one object of each kind. */
export class ServiceWorld {
  readonly ids: Ids = new Map([["organizations", "acme"]]);
  /** Reports results of the task in the world's run, as the task itself. */
  task: HttpClient;

  private constructor(
    readonly emulator: Emulator,
    readonly http: HttpClient,
  ) {
    this.task = http;
  }

  static async create(emulator: Emulator): Promise<ServiceWorld> {
    const world = new ServiceWorld(emulator, new HttpClient(emulator));
    for (const [operation, creation] of CREATIONS) {
      const path = world.path(operation.split(" ")[1] ?? "");
      if (path === undefined) continue;
      const response = await world.http.post(path, creation(world.ids, "world"));
      if (isNotEmulated(response)) continue;
      if (response.status >= 300) throw new Error(`${operation}: ${response.status} ${response.text}`);
      if (response.text !== "") world.learn(response, path);
      if (operation.endsWith("/configuration-versions")) await upload(response.data);
      if (operation.endsWith("/policies")) await world.http.send("PUT", `/policies/${response.data.id}/upload`, "main");
    }
    world.#addOutOfBand();
    await world.#run();
    return world;
  }

  /** The path with an identifier for each parameter; undefined if the world has no object of one of the kinds. */
  path(template: string): string | undefined {
    const segments = template.split("/");
    const filled = segments.map((segment, index) =>
      segment.startsWith(":") ? this.ids.get(segmentKey(segments, index)) : segment,
    );
    return filled.includes(undefined) ? undefined : filled.join("/");
  }

  /** Remembers the first identifier of each type in a response. */
  learn(response: HttpResponse, path: string): void {
    const { data, included = [] } = response.document;
    const resources = [...(Array.isArray(data) ? (data as Resource[]) : data ? [response.data] : []), ...included];
    for (const { type, id, attributes } of resources) {
      const key = type === "vars" ? variablesIn(path) : type;
      if (type === "organizations" || this.ids.has(key)) continue;
      this.ids.set(key, id);
      if (type === "workspaces") this.ids.set("workspaces by name", String(attributes["name"]));
    }
  }

  /** What only the control API can create as of today. */
  #addOutOfBand(): void {
    const { emulator, ids } = this;
    const organization = "acme";
    const projectId = ids.get("projects") ?? "";
    const project = emulator.projects.create({ organization, name: "another" });
    const team = emulator.teams.create({ organization, name: "out-of-band" });
    emulator.teams.grant({ teamId: team.id, projectId, access: "maintain" });
    const set = { organization, projectIds: [projectId] };
    const variableSet = emulator.variableSets.create({ ...set, name: "applied" });
    emulator.variableSets.create({ organization, name: "owned", ownerProjectId: projectId });
    const { id: oauthClientId } = emulator.oauthClients.create(set);
    emulator.oauthTokens.create({ oauthClientId });
    const policySet = emulator.policySets.create({ ...set, name: "policies", excludedProjectIds: [project.id] });
    const created = { teams: team.id, varsets: variableSet.id, "policy-sets": policySet.id };
    for (const [type, id] of Object.entries(created)) if (!ids.has(type)) ids.set(type, id);
  }

  /** A run with everything that a run can have: an outcome of a task, a policy evaluation, comments. */
  async #run(): Promise<void> {
    // In a workspace of its own, in which no run is before it.
    const { id: workspaceId } = this.emulator.workspaces.create({ organization: "acme", name: "of-the-run" });
    await this.http.post(
      `/workspaces/${this.ids.get("workspaces")}/relationships/remote-state-consumers`,
      identifiers("workspaces", [workspaceId]),
    );
    const run = this.emulator.runs.start({
      workspaceId,
      tasks: [{ name: "single", stage: "pre_plan" }],
      policyEvaluations: [{ stage: "pre_plan", overridable: true }],
    });
    this.ids.set("runs", run.id);
    this.ids.set("applies", run.id.replace(/^run-/, "apply-"));
    await this.http.post(`/runs/${run.id}/comments`, {
      data: { type: "comments", attributes: { body: "Looks good" } },
    });
    const stage = run.taskStages.find(({ taskResults }) => taskResults.length > 0);
    const result = stage?.taskResults[0];
    if (stage === undefined || result === undefined) throw new Error("The run has no result of a task.");
    const outcome = {
      type: "task-result-outcomes",
      attributes: {
        "outcome-id": "o-1",
        description: "An outcome",
        body: "Text",
        url: "https://example.com/o-1",
        tags: { Status: [{ label: "Denied", level: "error" }] },
      },
    };
    this.task = new HttpClient(this.emulator, this.emulator.runs.accessToken(result.id));
    const reported = await this.task.patch(`/task-results/${result.id}/callback`, {
      data: {
        type: "task-results",
        attributes: { status: "running", message: "Working", url: "https://example.com" },
        relationships: { outcomes: { data: [outcome] } },
      },
    });
    this.ids.set("task-stages", stage.id);
    this.ids.set("task-results", result.id);
    const evaluation = stage.policyEvaluations[0];
    if (evaluation !== undefined) {
      this.ids.set("policy-evaluations", evaluation.id);
      this.emulator.runs.reportPolicyEvaluation(evaluation.id, "failed");
    }
    if (reported.status !== 200) throw new Error(`The callback is answered with ${reported.status} ${reported.text}`);
    for (const path of [`/task-results/${result.id}/outcomes`, "/account/details"]) {
      const response = await this.http.get(path);
      if (response.status === 200) this.learn(response, path);
    }
  }
}

/** Uploads a configuration, so that runs have one. */
async function upload({ attributes }: Resource): Promise<void> {
  await fetch(String(attributes["upload-url"]), { method: "PUT", body: "a configuration" });
}

/** The kind of object that a parameter identifies: a type, or the name of a workspace. */
function segmentKey(segments: readonly string[], index: number): string {
  const kind = segments[index - 1] ?? "";
  const within = segments[1];
  if (kind === "workspaces" && within === "organizations") return "workspaces by name";
  if (kind === "tasks" && within === "workspaces") return "workspace-tasks";
  return kind === "vars" || kind === "parameters" ? variablesIn(segments.join("/")) : kind;
}

/** Variables of policy sets and variable sets have the type of those of workspaces. */
function variablesIn(path: string): string {
  const of = ["varsets", "policy-sets"].find((it) => path.includes(`/${it}/`));
  return of === undefined ? "vars" : `${of} vars`;
}
