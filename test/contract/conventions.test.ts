import { RUN_STAGES } from "../../src/model";
import { HttpClient, identifiers, resource } from "../emulator/http-client";
import type { HttpResponse } from "../emulator/http-client";
import { collect, DOCUMENTS, startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";
import { ALWAYS_SIZED, bothShow, emulatorShows, ENSURED_BY_CLIENT, GO_CLIENT, shows, UNDERSCORES } from "../fidelity";

/** Conventions of the whole API. */

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

describe.each(DOCUMENTS)("with %s documents", (documents) => {
  let both: ClientAndEmulator;
  let http: HttpClient;
  let projectId: string;
  let workspaceId: string;

  beforeEach(async () => {
    both = await startClientAndEmulator({ documents });
    http = new HttpClient(both.emulator);
    projectId = both.emulator.projects.create({ organization: "acme", name: "Platform" }).id;
    workspaceId = both.emulator.workspaces.create({ organization: "acme", name: "api", projectId }).id;
  });
  afterEach(() => both.stop());

  /** An answer of every operation that has a body. */
  async function answers(): Promise<readonly HttpResponse[]> {
    const tasks = [{ name: "scan", stage: "post_plan" }] as const;
    const run = both.emulator.runs.start({ workspaceId, overridable: true, tasks });
    const [stage] = run.taskStages;
    both.emulator.runs.reportResult(stage!.taskResults[0]!.id, { status: "failed" });
    return [
      await http.post("/organizations/acme/projects", resource("projects", { name: "New" })),
      await http.patch(`/projects/${projectId}`, resource("projects", { description: "Shared" })),
      await http.get("/organizations/acme/projects"),
      await http.get(`/projects/${projectId}`),
      await http.get(`/runs/${run.id}/task-stages`),
      await http.get(`/task-stages/${stage!.id}`),
      await http.get(`/task-results/${stage!.taskResults[0]!.id}`),
      await http.post(`/task-stages/${stage!.id}/actions/override`),
    ];
  }

  /** Every member's name in a JSON value, and every text beside its name. */
  function* membersOf(value: unknown): Generator<readonly [name: string, value: unknown]> {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(value)) yield [name, member];
      yield* membersOf(member);
    }
  }

  emulatorShows.behavior(
    "overview: JSON:API documents",
    "Bodies are JSON:API documents; the header `Content-Type: application/vnd.api+json` is sent.",
    { terraform: UNDERSCORES },
  );
  emulatorShows.behavior("versioning: The media type", "`application/vnd.api+json`.", { terraform: ENSURED_BY_CLIENT });
  test("every response with a body is a JSON:API document of its media type", async () => {
    const given = await answers();
    expect(given).toHaveLength(8);
    for (const answer of given) {
      expect([200, 201]).toContain(answer.status);
      expect(answer.headers.get("content-type")).toMatch(/^application\/vnd\.api\+json/);
      expect(answer.document).toHaveProperty("data");
    }
  });

  emulatorShows.behavior("overview: Names of members", "Lower-case words joined by hyphens.", {
    terraform: UNDERSCORES,
  });
  test("every member name is of lower-case words joined by hyphens", async () => {
    const names = (await answers()).flatMap(({ document }) => [...membersOf(document.data)].map(([name]) => name));
    expect(names).toEqual(expect.arrayContaining(["workspace-count", "status-timestamps", "task-results"]));
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  emulatorShows.behavior("overview: Timestamps", "ISO 8601.");
  test("every timestamp is ISO 8601", async () => {
    const times = (await answers()).flatMap(({ document }) =>
      [...membersOf(document.data)].filter(([name]) => name.endsWith("-at")).map(([, value]) => value),
    );
    expect(times.length).toBeGreaterThan(8);
    for (const time of times) expect(time).toMatch(TIMESTAMP);
  });

  shows("overview: Timestamps", "stage-rules: status-timestamps");
  test("the client returns timestamps as sent", async () => {
    const run = both.emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
    const [stage] = run.taskStages;
    both.emulator.runs.reportResult(stage!.taskResults[0]!.id, { status: "passed" });
    const { attributes } = (await http.get(`/task-stages/${stage!.id}`)).data;
    const read = await both.client.taskStages.get(stage!.id);
    expect(read.createdAt).toMatch(TIMESTAMP);
    expect([read.createdAt, read.updatedAt, read.statusTimestamps]).toEqual([
      attributes["created-at"],
      attributes["updated-at"],
      attributes["status-timestamps"],
    ]);
  });

  emulatorShows.limit("limits: Default page size (task stages)", "20.", { terraform: ALWAYS_SIZED });
  test("a page of task stages has 20 by default", async () => {
    const run = both.emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
    const { pagination } = (await http.get(`/runs/${run.id}/task-stages`)).document.meta!;
    expect(pagination).toMatchObject({ "page-size": 20, "current-page": 1, "total-count": 1 });
  });

  emulatorShows.behavior("versioning: Links", "Begin with `/api/v2`.", { terraform: ENSURED_BY_CLIENT });
  test("every link in a resource begins with /api/v2", async () => {
    const links = (await answers()).flatMap(({ document }) =>
      [...membersOf(document.data)].filter(([name]) => name === "self" || name === "related").map(([, value]) => value),
    );
    expect(links.length).toBeGreaterThan(8);
    for (const link of links) expect(link).toMatch(/^\/api\/v2\//);
  });

  emulatorShows.documented(
    GO_CLIENT,
    "rate-limits: Retry-After",
    "Not sent by the service; the client respects it if a proxy sends it.",
  );
  test("above the rate limit the response contains the reset, and no Retry-After", async () => {
    const limited = await startClientAndEmulator({ rateLimit: 1, now: () => 0 });
    const caller = new HttpClient(limited.emulator);
    await caller.get("/ping");
    const { status, headers } = await caller.get("/ping");
    expect([status, headers.get("x-ratelimit-reset"), headers.get("retry-after")]).toEqual([429, "1.0", null]);
    await limited.stop();
  });

  emulatorShows.behavior("versioning: The prefix /api/v2", "All paths are under it.", { terraform: ENSURED_BY_CLIENT });
  test("paths outside /api/v2 do not belong to the service", async () => {
    const authorization = `Bearer ${both.emulator.token}`;
    const response = await fetch(`${both.emulator.address}/projects/${projectId}`, { headers: { authorization } });
    expect(response.status).toBe(404);
  });

  shows("versioning: The prefix /api/v2", "versioning: Links");
  test("the client finds everything under /api/v2", async () => {
    both.emulator.requests.clear();
    await both.client.projects.get(projectId);
    expect(both.emulator.requests.entries.map(({ path }) => path)).toEqual([`/api/v2/projects/${projectId}`]);
  });

  bothShow.behavior("overview: Projects group workspaces", "A project groups workspaces inside an organization.");
  test("each workspace is in one project of its organization", async () => {
    const other = both.emulator.projects.create({ organization: "acme", name: "Other" }).id;
    await http.post(`/projects/${other}/relationships/workspaces`, identifiers("workspaces", [workspaceId]));

    const { data } = await http.get(`/workspaces/${workspaceId}`);
    expect(data.relationships["project"]!.data).toEqual({ id: other, type: "projects" });
    expect((await both.client.workspaces.get(workspaceId)).projectId).toBe(other);
    expect((await both.client.projects.get(projectId)).workspaceCount).toBe(0);
    expect((await both.client.projects.get(other)).workspaceCount).toBe(1);
  });

  bothShow.ourChoice("2026-11", "workspaces: filter[project][id] of an unknown project", "An empty list.");
  test("a project that does not exist has no workspaces", async () => {
    const nowhere = "prj-0000000000000000";
    const { status, list } = await http.get("/organizations/acme/workspaces", { "filter[project][id]": nowhere });
    expect([status, list]).toEqual([200, []]);
    expect(await collect(both.client.workspaces.list("acme", { projectId: nowhere }))).toEqual([]);
    expect(await collect(both.client.workspaces.list("acme", { projectId }))).toHaveLength(1);
  });

  shows("workspaces: Inheritance of the duration", "workspaces: A moved workspace");
  test("the client keeps the duration of a workspace", async () => {
    both.emulator.projects.update(projectId, { autoDestroyActivityDuration: "3d" });
    expect((await both.client.workspaces.get(workspaceId)).attributes).toMatchObject({
      "auto-destroy-activity-duration": "3d",
      "inherits-project-auto-destroy": true,
    });
    const other = both.emulator.projects.create({
      organization: "acme",
      name: "Other",
      autoDestroyActivityDuration: "7d",
    });
    await both.client.projects.moveWorkspaces(other.id, [workspaceId]);
    expect((await both.client.workspaces.get(workspaceId)).attributes).toMatchObject({
      "auto-destroy-activity-duration": "7d",
      "inherits-project-auto-destroy": true,
    });
  });

  shows("credentials: GET /api/v2/ping");
  test("the client reads what it needs from any response, and does not ping", async () => {
    both.emulator.requests.clear();
    await both.client.organizations.get("acme");
    await collect(both.client.projects.list("acme"));
    expect(both.emulator.requests.entries.filter(({ path }) => path.includes("ping"))).toEqual([]);
    expect(both.emulator.requests.entries).toHaveLength(2);
  });

  describe("when a run is created", () => {
    beforeEach(() => {
      for (const [name, stages] of [
        ["scan", ["post_plan"]],
        ["cost", ["post_plan"]],
        ["notify", ["pre_apply"]],
      ] as const) {
        const { id: taskId } = both.emulator.runTasks.create({ organization: "acme", name });
        both.emulator.runTasks.attach({ workspaceId, taskId, stages });
      }
    });

    emulatorShows.behavior(
      "overview: Stages and results",
      "One task stage for each run stage that has tasks, with one result for each task.",
    );
    test("it has a stage for each run stage with tasks, and a result for each task", async () => {
      const { data } = await http.post(
        "/runs",
        resource("runs", {}, { workspace: { data: { type: "workspaces", id: workspaceId } } }),
      );
      const { list } = await http.get(`/runs/${data.id}/task-stages`);
      expect(
        list.map(({ attributes, relationships }) => [
          attributes["stage"],
          (relationships["task-results"]!.data as readonly unknown[]).length,
        ]),
      ).toEqual([
        ["post_plan", 2],
        ["pre_apply", 1],
      ]);
    });

    shows("overview: A run reads run tasks", "overview: Stages and results");
    test("the client reads its task stages, each with the result of each task", async () => {
      const run = both.emulator.runs.start({ workspaceId });
      const stages = await both.client.taskStages.listWithResults(run.id);
      expect(stages.map(({ stage, taskResults }) => [stage, taskResults.map(({ taskName }) => taskName)])).toEqual([
        ["post_plan", ["scan", "cost"]],
        ["pre_apply", ["notify"]],
      ]);
    });

    bothShow.behavior("overview: Run stages", "Tasks can start in Pre-Plan, Post-Plan, Pre-Apply and Post-Apply.");
    test("tasks may start in each of the four run stages", async () => {
      const tasks = RUN_STAGES.map((stage) => ({ name: stage, stage }));
      const run = both.emulator.runs.start({ workspaceId, tasks });
      const { list } = await http.get(`/runs/${run.id}/task-stages`);
      const read = await collect(both.client.taskStages.list(run.id));
      expect(list.map(({ attributes }) => attributes["stage"])).toEqual([
        "pre_plan",
        "post_plan",
        "pre_apply",
        "post_apply",
      ]);
      expect(read.map(({ stage }) => stage)).toEqual(RUN_STAGES);
    });
  });
});
