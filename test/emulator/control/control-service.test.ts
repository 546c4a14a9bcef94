import { CONTROL_ROUTES } from "../../../src/emulator/control/control-routes";
import { Emulator } from "../../../src/emulator";
import { HttpCaller } from "../http-caller";

let emulator: Emulator;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  workspaceId = emulator.addWorkspace({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

/** As a program in another language would: no token, no media type. */
async function control(method: string, path: string, body?: object): Promise<{ status: number; document: unknown }> {
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${emulator.address}/_emulator${path}`, init);
  const text = await response.text();
  return { status: response.status, document: text === "" ? undefined : JSON.parse(text) };
}

test("the state is the same as in the process", async () => {
  expect(await control("GET", "/state")).toEqual({ status: 200, document: emulator.state() });
});

test("requests of the service are told and forgotten; those of the controls are not among them", async () => {
  await new HttpCaller(emulator).get("/ping");
  expect((await control("GET", "/requests")).document).toEqual({
    total: 1,
    requests: [{ method: "GET", path: "/api/v2/ping", status: 204 }],
  });
  expect((await control("DELETE", "/requests")).status).toBe(204);
  expect((await control("GET", "/requests")).document).toEqual({ total: 0, requests: [] });
});

test("faults happen to requests of the service, not to the controls", async () => {
  const http = new HttpCaller(emulator);
  expect((await control("POST", "/faults", { pathPattern: "/ping$", status: 500, times: "always" })).status).toBe(204);
  await control("POST", "/faults", { path: "_emulator", status: 500 });

  expect([(await http.get("/ping")).status, (await http.get("/ping")).status]).toEqual([500, 500]);
  expect((await http.get("/organizations")).status).toBe(200);
  expect((await control("GET", "/state")).status).toBe(200);
  expect((await control("DELETE", "/faults")).status).toBe(204);
  expect((await http.get("/ping")).status).toBe(204);
});

test("a run is started, reports, awaits, is canceled", async () => {
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

test("policies and stages are put where they are to be", async () => {
  emulator.startRun({ workspaceId, policyEvaluations: [{ overridable: true }] });
  const [stage] = emulator.state().runs[0]!.taskStages;
  await control("PATCH", `/policy-evaluations/${stage!.policyEvaluations[0]!.id}`, { status: "failed" });
  expect(emulator.state().runs[0]!.taskStages[0]!.status).toBe("awaiting_override");
  await control("PATCH", `/task-stages/${stage!.id}`, { status: "errored" });
  expect(emulator.state().runs[0]!.taskStages[0]!.status).toBe("errored");
});

test("time passes", async () => {
  const frozen = await Emulator.start({ now: () => 0 });
  await fetch(`${frozen.address}/_emulator/clock`, { method: "POST", body: JSON.stringify({ advance: 90 }) });
  const { id } = frozen.addWorkspace({ organization: "acme", name: "later" });
  const { data } = await new HttpCaller(frozen).get(`/workspaces/${id}`);
  expect(data.attributes["created-at"]).toBe("1970-01-01T00:01:30.000Z");
  await frozen.stop();
});

test("tokens are given out", async () => {
  const { document } = await control("POST", "/tokens", { organization: "acme", role: "read-only" });
  const { token } = document as { token: string };
  expect((await new HttpCaller(emulator, token).get("/organizations")).status).toBe(200);
});

test.each([
  ["POST", "/clock", { advance: -1 }, "$.advance: is negative"],
  ["POST", "/clock", { seconds: 1 }, "$.seconds: is not known here"],
  ["POST", "/faults", { pathPattern: "(" }, "$.pathPattern: is no regular expression"],
  ["POST", "/faults", { times: 0 }, "at least once"],
  ["POST", "/runs", { workspaceId: "ws-1" }, "no workspace ws-1"],
  ["PATCH", "/task-results/taskrs-1", { status: "good" }, "$.status"],
  ["PATCH", "/task-results/taskrs-1", { status: "passed" }, "no task result taskrs-1"],
  ["POST", "/runs", undefined, "$: is not JSON"],
])("%s %s with %j is refused with its reason", async (method, path, body, reason) => {
  const { status, document } = await control(method, path, body);
  expect(status).toBe(400);
  expect((document as { error: string }).error).toContain(reason);
});

test("what there is can be asked for, and an unknown operation says where", async () => {
  const { document } = await control("GET", "");
  expect((document as { operations: object[] }).operations).toHaveLength(CONTROL_ROUTES.length);
  const unknown = await control("PUT", "/state");
  expect(unknown).toEqual({
    status: 404,
    document: { error: "There is no PUT /_emulator/state. GET /_emulator lists what there is." },
  });
  expect(emulator.requests).toEqual([]);
});

test.each(
  CONTROL_ROUTES.filter((route) => route.example !== undefined).map((route) => [
    route.method,
    route.path,
    route.example!,
  ]),
)("the example of %s %s has the right shape", async (method, path, example) => {
  const { status, document } = await control(method, path.replace(":id", "x"), example);
  // Examples name things that are not there; a body of the wrong shape would be told by its JSON path.
  expect(status === 400 ? (document as { error: string }).error : "").not.toContain("$");
});
