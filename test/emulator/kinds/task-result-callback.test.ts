import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import type { HttpResponse } from "../http-client";
import { OPENAPI, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let owner: HttpClient;
let workspaceId: string;
let result: string;

const NOON = Date.UTC(2026, 10, 2, 12);

beforeEach(async () => {
  emulator = await Emulator.start({ now: () => NOON });
  owner = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
  result = start();
});
afterEach(() => emulator.stop());

/** Starts a run with one task and returns the ID of its result. */
function start(): string {
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] });
  return run.taskStages[0]!.taskResults[0]!.id;
}

const report = (body: unknown, token = emulator.runs.accessToken(result), id = result): Promise<HttpResponse> =>
  new HttpClient(emulator, token).patch(`/task-results/${id}/callback`, body);

const says = (attributes: object, outcomes?: unknown): object =>
  resource("task-results", attributes, outcomes === undefined ? undefined : { outcomes: { data: outcomes } });

const now = () => emulator.state().runs[0]!.taskStages[0]!;

describe("a report", () => {
  shows.documented(
    PAGES,
    "run-tasks: PATCH of the callback",
    "200; with `status`, `message`, `url`. The response is the result, though sources differ on the body.",
    { case: "task-results" },
  );
  shows.documented(OPENAPI, "run-tasks: The type task_results", "Is accepted as well as `task-results`.", {
    case: "task_results",
  });
  test.each(["task-results", "task_results"])(
    "of the type %s is recorded, and the response is the result",
    async (type) => {
      emulator.clock.advance(5);
      const response = await report(resource(type, { status: "running", message: "at it" }));

      expect(response.status).toBe(200);
      expect(response.data).toMatchObject({
        id: result,
        type: "task-results",
        attributes: {
          status: "running",
          message: "at it",
          "status-timestamps": { "running-at": "2026-11-02T12:00:05+00:00" },
          "updated-at": "2026-11-02T12:00:05.000Z",
        },
      });
      expect(now()).toMatchObject({ status: "running", taskResults: [{ status: "running", message: "at it" }] });
    },
  );

  shows("run-tasks: PATCH of the callback");
  test("keeps what it omits, and replaces the rest", async () => {
    await report(says({ status: "running", message: "1 of 2", url: "https://s.example.com/1" }));
    emulator.clock.advance(30);
    expect((await report(says({ status: "running", message: "2 of 2" }))).data.attributes).toMatchObject({
      message: "2 of 2",
      url: "https://s.example.com/1",
      "status-timestamps": { "running-at": "2026-11-02T12:00:00+00:00" },
      "updated-at": "2026-11-02T12:00:30.000Z",
    });
    await report(says({ status: "passed" }));
    expect(now()).toMatchObject({ status: "passed", taskResults: [{ status: "passed", message: "2 of 2" }] });
  });

  shows.ourChoice("2026-11", "stage-rules: A result from running to passed", "When its task reports it.");
  shows.documented(
    PAGES,
    "run-tasks: The reported status",
    "Determines the status of the stage, which determines that of the run.",
  );
  test("determines the status of the stage, and thereby of the run", async () => {
    expect((await report(says({ status: "failed", message: "no" }))).status).toBe(200);
    expect(now().status).toBe("failed");
    expect(emulator.state().runs[0]!.status).toBe("errored");
  });

  shows.documented(OPENAPI, "run-tasks: A completed result", "409, and nothing changes.");
  test.each(["passed", "failed"] as const)(
    "after status %s is rejected with 409, and changes nothing",
    async (status) => {
      await report(says({ status, message: "first" }));
      const again = await report(says({ status: "running", message: "second" }));
      expect([again.status, again.errors[0]!.title]).toEqual([409, "transition not allowed"]);
      expect(now().taskResults[0]).toMatchObject({ status, message: "first" });
    },
  );

  shows("run-tasks: A completed result");
  test("after the run was canceled is rejected with 409", async () => {
    emulator.runs.cancel(emulator.state().runs[0]!.id);
    expect((await report(says({ status: "passed" }))).status).toBe(409);
    expect(now().taskResults[0]!.status).toBe("canceled");
  });
});

describe("the access token", () => {
  shows.documented(PAGES, "run-tasks: The access token", "A different one for each result; 401 with any other.");
  test("is unique for each result, and valid only for its callback", async () => {
    const other = start();
    expect(emulator.runs.accessToken(other)).not.toBe(emulator.runs.accessToken(result));
    expect((await report(says({ status: "passed" }), emulator.runs.accessToken(other))).status).toBe(401);
    expect(now().status).toBe("pending");
  });

  test.each([
    ["GET", "/organizations"],
    ["GET", "/organizations/acme/projects"],
    ["GET", "/ping"],
  ])("does not authorize %s %s", async (method, path) => {
    const response = await new HttpClient(emulator, emulator.runs.accessToken(result)).send(method, path);
    // Ping requires no permission.
    expect(response.status).toBe(path === "/ping" ? 204 : 401);
  });

  test("does not authorize reading the result, its outcomes or its stage", async () => {
    const task = new HttpClient(emulator, emulator.runs.accessToken(result));
    const stage = now().id;
    for (const path of [`/task-results/${result}`, `/task-results/${result}/outcomes`, `/task-stages/${stage}`]) {
      expect((await task.get(path)).status).toBe(401);
    }
    expect((await task.post(`/task-stages/${stage}/actions/override`)).status).toBe(401);
  });

  shows("run-tasks: The access token");
  test("is required for the callback, even with the admin token", async () => {
    const token = emulator.runs.accessToken(result);
    for (const wrong of [emulator.token, "", "nonsense", token.slice(0, -1), `${token}x`]) {
      const response = await report(says({ status: "passed" }), wrong);
      expect([response.status, response.errors[0]!.title]).toEqual([401, "unauthorized"]);
    }
    expect(
      (await owner.patch("/task-results/taskrs-0000000000000000/callback", says({ status: "passed" }))).status,
    ).toBe(401);
    expect(now().status).toBe("pending");
  });

  test("is not accepted before the run has reached the stage", async () => {
    const run = emulator.runs.start({
      workspaceId: emulator.workspaces.create({ organization: "acme", name: "other" }).id,
      tasks: [
        { name: "first", stage: "pre_plan" },
        { name: "second", stage: "post_plan" },
      ],
    });
    const [first, second] = run.taskStages.map((stage) => stage.taskResults[0]!.id);
    const early = await report(says({ status: "passed" }), emulator.runs.accessToken(second!), second);
    emulator.runs.reportResult(first!, { status: "passed" });
    const inTime = await report(says({ status: "passed" }), emulator.runs.accessToken(second!), second);
    expect([early.status, inTime.status]).toEqual([401, 200]);
  });

  shows.documented(
    PAGES,
    "run-tasks: Lifetime of the access token",
    "Ten minutes. That each report extends it by ten more is our choice.",
  );
  test("is valid for ten minutes, and for another ten after each report", async () => {
    emulator.clock.advance(599);
    expect((await report(says({ status: "running" }))).status).toBe(200);
    emulator.clock.advance(599);
    expect((await report(says({ status: "passed" }))).status).toBe(200);
    emulator.clock.advance(599);
    expect((await report(says({ status: "passed" }))).status).toBe(409);
    emulator.clock.advance(1);
    expect((await report(says({ status: "passed" }))).status).toBe(401);
  });

  test("is in no document and not in the state", async () => {
    const token = emulator.runs.accessToken(result);
    const shown = await owner.get(`/task-results/${result}`);
    expect(shown.text + JSON.stringify(emulator.state())).not.toContain(token);
  });
});

shows.documented(OPENAPI, "run-tasks: An invalid report", "422 with a pointer, for example for an unknown status.");
describe("an invalid report is rejected with 422 and a pointer, and changes nothing", () => {
  const outcome = (attributes: object): object => ({ type: "task-result-outcomes", attributes });
  const good = { "outcome-id": "1", description: "one" };
  const at = "/data/relationships/outcomes/data";

  shows.documented(PAGES, "run-tasks: The body of an outcome", "At most 5 MB, otherwise 422.", {
    case: "a body of more than 5 MB",
  });
  test.each<[string, object, string]>([
    ["no document", {}, "/data"],
    ["another type", resource("tasks", { status: "passed" }), "/data/type"],
    ["no status", says({ message: "hello" }), "/data/attributes/status"],
    ["a status that a task cannot report", says({ status: "errored" }), "/data/attributes/status"],
    ["the initial status", says({ status: "pending" }), "/data/attributes/status"],
    ["a status that is not a string", says({ status: ["passed"] }), "/data/attributes/status"],
    ["a message that is not a string", says({ status: "passed", message: 1 }), "/data/attributes/message"],
    ["a URL that is not a string", says({ status: "passed", url: {} }), "/data/attributes/url"],
    ["outcomes that are not a list", says({ status: "passed" }, {}), at],
    ["an outcome of another type", says({ status: "passed" }, [{ type: "outcomes" }]), `${at}/0/type`],
    [
      "an outcome without an ID",
      says({ status: "passed" }, [outcome({ description: "x" })]),
      `${at}/0/attributes/outcome-id`,
    ],
    [
      "an outcome without a description",
      says({ status: "passed" }, [outcome(good), outcome({ "outcome-id": "2" })]),
      `${at}/1/attributes/description`,
    ],
    [
      "a body of more than 5 MB",
      says({ status: "passed" }, [outcome({ ...good, body: "x".repeat(5 * 1024 * 1024 + 1) })]),
      `${at}/0/attributes/body`,
    ],
    [
      "tags that are not lists",
      says({ status: "passed" }, [outcome({ ...good, tags: { a: 1 } })]),
      `${at}/0/attributes/tags/a`,
    ],
    [
      "a tag without a label",
      says({ status: "passed" }, [outcome({ ...good, tags: { a: [{}] } })]),
      `${at}/0/attributes/tags/a/0/label`,
    ],
    [
      "a tag of an unknown level",
      says({ status: "passed" }, [outcome({ ...good, tags: { a: [{ label: "x", level: "fatal" }] } })]),
      `${at}/0/attributes/tags/a/0/level`,
    ],
  ])("%s", async (_, body, pointer) => {
    const response = await report(body);
    expect(response.status).toBe(422);
    expect(response.pointers).toEqual([pointer]);
    expect(now()).toMatchObject({ status: "pending", taskResults: [{ status: "pending", message: null }] });
    expect((await owner.get(`/task-results/${result}/outcomes`)).list).toEqual([]);
  });

  test("another media type is rejected: 415", async () => {
    const task = new HttpClient(emulator, emulator.runs.accessToken(result));
    const response = await task.send("PATCH", `/task-results/${result}/callback`, says({ status: "passed" }), {
      "content-type": "application/json",
    });
    expect(response.status).toBe(415);
    expect(now().status).toBe("pending");
  });
});

describe("outcomes", () => {
  const outcomes = [
    {
      type: "task-result-outcomes",
      attributes: {
        "outcome-id": "CC-127",
        description: "The bucket can be deleted by anybody",
        body: "# What to do\n",
        url: "https://s.example.com/CC-127",
        tags: { Status: [{ label: "Denied", level: "error" }], "Cost Centre": [{ label: "IT-OPS" }] },
      },
    },
    { type: "task-result-outcomes", attributes: { "outcome-id": "CC-128", description: "A name is too long" } },
  ];

  shows.documented(
    PAGES,
    "run-tasks: Outcomes",
    "`GET /task-results/:id/outcomes` lists them, `GET /task-result-outcomes/:id` shows one.",
  );
  test("are listed, and shown with their body", async () => {
    await report(says({ status: "running" }, outcomes));

    const { list } = await owner.get(`/task-results/${result}/outcomes`);

    expect(list.map((outcome) => outcome.attributes["outcome-id"])).toEqual(["CC-127", "CC-128"]);
    const [first, second] = list;
    expect(first).toEqual({
      id: expect.any(String),
      type: "task-result-outcomes",
      attributes: {
        "outcome-id": "CC-127",
        description: "The bucket can be deleted by anybody",
        tags: [
          { label: "Status", value: [{ label: "Denied", level: "error" }] },
          { label: "Cost Centre", value: [{ label: "IT-OPS", level: "none" }] },
        ],
        url: "https://s.example.com/CC-127",
        "created-at": "2026-11-02T12:00:00.000Z",
      },
      relationships: { "task-result": { data: { type: "task-results", id: result } } },
      links: {
        self: `/api/v2/task-result-outcomes/${first!.id}`,
        body: `/api/v2/task-result-outcomes/${first!.id}/body`,
      },
    });
    expect((await owner.get(`/task-result-outcomes/${first!.id}`)).data).toEqual(first);
    const body = await owner.get(first!.links["body"]!.replace("/api/v2", ""));
    expect([body.status, body.text, body.headers.get("content-type")]).toEqual([
      200,
      "# What to do\n",
      "text/markdown; charset=utf-8",
    ]);
    expect(second!.links).not.toHaveProperty("body");
    expect((await owner.get(`/task-result-outcomes/${second!.id}/body`)).status).toBe(404);
  });

  shows.ourChoice("2026-11", "run-tasks: Outcomes with the same ID", "Replace each other; others are added.");
  test("with the same ID replace each other, others are added", async () => {
    await report(says({ status: "running" }, outcomes));
    const [before] = (await owner.get(`/task-results/${result}/outcomes`)).list;
    const changed = { type: "task-result-outcomes", attributes: { "outcome-id": "CC-127", description: "Mended" } };
    const added = { type: "task-result-outcomes", attributes: { "outcome-id": "CC-129", description: "New" } };
    await report(says({ status: "passed" }, [changed, added]));

    const { list } = await owner.get(`/task-results/${result}/outcomes`);
    expect(list.map((it) => it.attributes["description"])).toEqual(["Mended", "A name is too long", "New"]);
    expect(list[0]!.id).toBe(before!.id);
  });

  test("are not visible without permission to read the result, and deleted with the workspace", async () => {
    await report(says({ status: "running" }, outcomes));
    const [first] = (await owner.get(`/task-results/${result}/outcomes`)).list;
    const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team" }));
    expect((await stranger.get(`/task-results/${result}/outcomes`)).status).toBe(404);
    expect((await stranger.get(`/task-result-outcomes/${first!.id}`)).status).toBe(404);

    emulator.workspaces.delete(workspaceId);
    expect((await owner.get(`/task-result-outcomes/${first!.id}`)).status).toBe(404);
  });
});
