import { Emulator } from "../../../src/emulator";
import type { ObjectControls } from "../../../src/emulator";
import { ControlError } from "../../../src/emulator/errors";
import { OBJECT_GROUPS } from "../../../src/emulator/control/objects";
import { CONTROL_ROUTES } from "../../../src/emulator/control/operations";
import { controlRequest, listedOperations, makeOneOfEach } from "../control-client";
import { HttpClient } from "../http-client";

let emulator: Emulator;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

const control = (method: string, path: string, body?: object): ReturnType<typeof controlRequest> =>
  controlRequest(emulator, method, path, body);

test("returns the same state as in the process", async () => {
  expect(await control("GET", "/state")).toEqual({ status: 200, document: emulator.state() });
});

test("returns and clears the requests to the service, without those to the control API", async () => {
  await new HttpClient(emulator).get("/ping");
  expect((await control("GET", "/requests")).document).toEqual({
    total: 1,
    byMethod: { GET: 1 },
    byStatus: { 204: 1 },
    requests: [{ method: "GET", path: "/api/v2/ping", status: 204 }],
  });
  expect((await control("DELETE", "/requests")).status).toBe(204);
  expect((await control("GET", "/requests")).document).toEqual({
    total: 0,
    byMethod: {},
    byStatus: {},
    requests: [],
  });
});

test("faults apply to requests to the service, not to the control API", async () => {
  const http = new HttpClient(emulator);
  expect((await control("POST", "/faults", { pathPattern: "/ping$", status: 500, times: "always" })).status).toBe(204);
  await control("POST", "/faults", { path: "_emulator", status: 500 });

  expect([(await http.get("/ping")).status, (await http.get("/ping")).status]).toEqual([500, 500]);
  expect((await http.get("/organizations")).status).toBe(200);
  expect((await control("GET", "/state")).status).toBe(200);
  expect((await control("DELETE", "/faults")).status).toBe(204);
  expect((await http.get("/ping")).status).toBe(204);
});

test("starts a run, reports a result, and cancels the run", async () => {
  const tasks = [{ name: "scan", stage: "post_plan" }];
  const started = await control("POST", "/runs", { workspaceId, tasks, overridable: true });
  expect(started.document).toEqual(emulator.state().runs[0]);
  const [stage] = emulator.state().runs[0]!.taskStages;

  const report = { status: "failed", message: "2 findings", url: null };
  expect((await control("PATCH", `/task-results/${stage!.taskResults[0]!.id}`, report)).status).toBe(204);
  expect(emulator.state().runs[0]!.taskStages[0]).toMatchObject({ status: "awaiting_override", taskResults: [report] });

  expect((await control("POST", `/runs/${emulator.state().runs[0]!.id}/cancel`)).status).toBe(204);
  expect(emulator.state().runs[0]!.status).toBe("canceled");
});

test("sets the status of policy evaluations and task stages", async () => {
  emulator.runs.start({ workspaceId, policyEvaluations: [{ overridable: true }] });
  const [stage] = emulator.state().runs[0]!.taskStages;
  await control("PATCH", `/policy-evaluations/${stage!.policyEvaluations[0]!.id}`, { status: "failed" });
  expect(emulator.state().runs[0]!.taskStages[0]!.status).toBe("awaiting_override");
  await control("PATCH", `/task-stages/${stage!.id}`, { status: "errored" });
  expect(emulator.state().runs[0]!.taskStages[0]!.status).toBe("errored");
});

test("advances the clock", async () => {
  const frozen = await Emulator.start({ now: () => 0 });
  await fetch(`${frozen.address}/_emulator/clock`, { method: "POST", body: JSON.stringify({ advance: 90 }) });
  const { id } = frozen.workspaces.create({ organization: "acme", name: "later" });
  const { data } = await new HttpClient(frozen).get(`/workspaces/${id}`);
  expect(data.attributes["created-at"]).toBe("1970-01-01T00:01:30.000Z");
  await frozen.stop();
});

test("creates tokens", async () => {
  const { document } = await control("POST", "/tokens", { organization: "acme", role: "read-only" });
  const { token } = document as { token: string };
  expect((await new HttpClient(emulator, token).get("/organizations")).status).toBe(200);
});

test("changes what a token may do", async () => {
  const token = emulator.tokens.create({ organization: "acme", role: "read-only" });
  expect((await control("PATCH", "/tokens", { token, organization: "acme", role: "team" })).status).toBe(204);
  const http = new HttpClient(emulator, token);
  expect((await http.get("/organizations/acme/projects")).list).toEqual([]);
});

test.each([
  ["PATCH", "/tokens", { token: "secret", organization: "acme", role: null }, "The token does not exist"],
  ["POST", "/clock", { advance: -1 }, "$.advance: is negative"],
  ["POST", "/clock", { seconds: 1 }, '$.seconds: is unknown; expected one of "advance"'],
  ["POST", "/faults", { pathPattern: "(" }, "$.pathPattern: is not a regular expression"],
  ["POST", "/faults", { status: 500, times: 0 }, "times must be an integer of at least 1"],
  ["POST", "/faults", { status: 500, path: "a", pathPattern: "b" }, "$.pathPattern: cannot be combined with path"],
  ["PATCH", "/rate-limit", { limit: 0 }, "at least 1"],
  ["DELETE", "/projects/prj-1?evacuate=yes", undefined, '$.evacuate: is "yes"'],
  ["DELETE", "/projects/prj-1", undefined, "no project prj-1"],
  ["DELETE", "/organizations/nobody", undefined, "no organization nobody"],
  ["POST", "/organizations", { name: "acme" }, "already been taken"],
  ["GET", "/projects?organization=acme", undefined, "$.name: is missing"],
  ["POST", "/runs", { workspaceId: "ws-1" }, "no workspace ws-1"],
  ["PATCH", "/task-results/taskrs-1", { status: "good" }, "$.status"],
  ["PATCH", "/task-results/taskrs-1", { status: "passed" }, "no task result taskrs-1"],
  ["POST", "/runs", undefined, "The request body is not valid JSON"],
])("%s %s with %j is rejected with the reason", async (method, path, body, reason) => {
  const { status, document } = await control(method, path, body);
  expect(status).toBe(400);
  expect((document as { error: string }).error).toContain(reason);
});

test("the error for an unknown operation refers to the supported ones", async () => {
  expect(await control("GET", "/pets")).toEqual({
    status: 404,
    document: { error: "Unknown operation GET /_emulator/pets. GET /_emulator lists all operations." },
  });
  expect(await control("PUT", "/faults")).toEqual({
    status: 405,
    document: {
      error: "Unknown operation PUT /_emulator/faults. Supported methods: POST, GET, DELETE.",
    },
  });
  expect((await control("PUT", "/workspaces/ws-1/move")).status).toBe(405);
  expect((await control("POST", "")).status).toBe(405);
  expect(emulator.requests.entries).toEqual([]);
});

test("out-of-band changes over HTTP are neither logged nor limited", async () => {
  emulator.setRateLimit(1);
  const made = await control("POST", "/projects", { organization: "acme", name: "Platform" });
  const { id } = made.document as { id: string };
  await control("PATCH", `/projects/${id}`, { description: "Shared" });
  await control("POST", `/workspaces/${workspaceId}/move`, { projectId: id });
  await control("PATCH", `/workspaces/${workspaceId}`, { name: "api-2", tags: { team: "web", shared: null } });
  expect(emulator.projects.find("acme", "Platform")).toMatchObject({ id, description: "Shared" });
  expect(emulator.workspaces.find("acme", "api-2")).toEqual({
    id: workspaceId,
    name: "api-2",
    projectId: id,
    tags: { team: "web", shared: null },
    executionMode: "remote",
    locked: false,
    tagNames: [],
    variables: [],
  });

  expect((await control("DELETE", `/projects/${id}`)).status).toBe(400);
  expect((await control("DELETE", `/projects/${id}?evacuate=true`)).status).toBe(204);
  expect((await control("GET", "/projects?organization=acme&name=Platform")).document).toBeNull();
  await control("DELETE", `/workspaces/${workspaceId}`);
  expect((await control("GET", "/workspaces?organization=acme&name=api-2")).document).toBeNull();

  await control("POST", "/organizations", { name: "other" });
  await control("PATCH", "/organizations/acme", { name: "acme-2" });
  await control("DELETE", "/organizations/other");
  expect(emulator.state().organizations.map(({ name }) => name)).toEqual(["acme-2"]);
  expect(emulator.requests.counts.total).toBe(0);
});

test("lists pending faults in the format of POST /faults, with their counts", async () => {
  const fault = { method: "GET", pathPattern: "/ping$", status: 500, skip: 1, every: 2, times: "always" };
  await control("POST", "/faults", fault);
  const http = new HttpClient(emulator);
  for (let index = 0; index < 4; index += 1) await http.get("/ping");
  expect((await control("GET", "/faults")).document).toEqual({ faults: [{ ...fault, matched: 4, triggered: 1 }] });
});

test("returns and changes the rate limit", async () => {
  expect((await control("GET", "/rate-limit")).document).toEqual({ limit: null });
  expect((await control("PATCH", "/rate-limit", { limit: 30 })).status).toBe(204);
  expect((await control("GET", "/rate-limit")).document).toEqual({ limit: 30 });
  await control("PATCH", "/rate-limit", { limit: null });
  expect(emulator.rateLimit).toBeUndefined();
});

describe("the tasks of a run are checked as run tasks are", () => {
  const scan = { organization: "acme", name: "scan" };
  test.each<[string, string, () => unknown]>([
    [
      "an address of a task of a run",
      "Url is invalid",
      () => emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan", url: "scan" }] }),
    ],
    [
      "an address of an existing task of a run",
      "Url is invalid",
      () => {
        emulator.runTasks.create(scan);
        emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan", url: "scan" }] });
      },
    ],
  ])("%s", (_, problem, operation) => {
    let error: unknown;
    try {
      operation();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ControlError);
    expect(String(error)).toContain(problem);
    expect(emulator.state().runs).toEqual([]);
  });
});

describe("the process and HTTP have the same operations", () => {
  /** Members that are useful only in the process that started the emulator. */
  const IN_PROCESS_ONLY = ["address", "firstOrganization", "stop"];
  const GROUPS = [
    ...(["organizations", "projects", "workspaces", "tokens", "runs"] as const),
    ...(["clock", "requests", "faults"] as const),
    // Those of kinds that state how their objects are made.
    ...(Object.keys(OBJECT_GROUPS) as (keyof ObjectControls)[]),
  ];
  /** Called by the request handler. */
  const INTERNAL = ["requests.add", "faults.take"];

  const membersOf = (object: object): readonly string[] =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => name !== "constructor");

  test("each control in the process has an operation over HTTP, and vice versa", () => {
    const grouped = GROUPS.flatMap((group) => membersOf(emulator[group]).map((member) => `${group}.${member}`));
    const controls = new Set([...membersOf(emulator), ...grouped]);
    for (const name of [...IN_PROCESS_ONLY, ...INTERNAL]) expect(controls.delete(name)).toBe(true);
    expect(CONTROL_ROUTES.flatMap(({ members }) => members).sort()).toEqual([...controls].sort());
  });
});

describe("every operation is listed with a working example", () => {
  let token: string;
  beforeEach(() => {
    token = emulator.tokens.create({ organization: "acme", role: "read-only" });
    const projectId = emulator.projects.create({ organization: "acme", name: "Platform" }).id;
    emulator.workspaces.create({ organization: "acme", name: "api-prod", projectId });
    emulator.runTasks.create({ organization: "acme", name: "scan" });
    const tasks = [{ name: "scan", stage: "post_plan" } as const];
    emulator.runs.start({ workspaceId, tasks, policyEvaluations: [{ overridable: true }] });
  });

  test.each(CONTROL_ROUTES.map(({ method, path }) => [method, path]))("%s %s", async (method, path) => {
    await makeOneOfEach(emulator);
    const listed = (await listedOperations(emulator)).find(
      (it) => it.method === method && it.path === `/_emulator${path}`,
    )!;
    expect(listed.does).toMatch(/\.$/);
    const before = [emulator.state(), emulator.faults.pending, emulator.rateLimit];

    const { body } = listed.example;
    const { status, document } = await controlRequest(
      emulator,
      method,
      listed.example.path.replace("/_emulator", ""),
      // The state shows no secret of a token.
      body === undefined || !("token" in body) ? body : { ...body, token },
    );

    expect(document ?? {}).not.toHaveProperty("error");
    expect(status).toBe(document === undefined ? 204 : 200);
    expect(document).not.toBeNull();
    if (method === "GET") expect([emulator.state(), emulator.faults.pending, emulator.rateLimit]).toEqual(before);
  });
});
