import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start({ now: () => Date.UTC(2026, 10, 2, 12) });
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

async function createRun(attributes: object = {}): Promise<string> {
  const of = { workspace: { data: { type: "workspaces", id: workspaceId } } };
  return (await http.post("/runs", resource("runs", attributes, of))).data.id;
}
const status = async (run: string): Promise<unknown> => (await http.get(`/runs/${run}`)).data.attributes["status"];
const act = async (run: string, action: string): Promise<number> =>
  (await http.post(`/runs/${run}/actions/${action}`)).status;
const workspace = async () => (await http.get(`/workspaces/${workspaceId}`, { include: "locked_by" })).document;

shows.documented(
  PAGES,
  "other-clients: The queue of a workspace",
  "A run that applies stays pending until the previous one has ended; a plan-only run does not wait.",
);
test("the second run of a workspace stays pending until the first one has completed", async () => {
  const [first, second, third] = [await createRun(), await createRun(), await createRun()];
  expect([await status(first), await status(second), await status(third)]).toEqual(["planned", "pending", "pending"]);

  expect(await act(first, "apply")).toBe(202);
  expect([await status(first), await status(second), await status(third)]).toEqual(["applied", "planned", "pending"]);

  expect(await act(second, "discard")).toBe(202);
  expect(await status(third)).toBe("planned");
});

shows("other-clients: The queue of a workspace");
test("a queued run can be canceled, and is skipped then", async () => {
  const [first, second, third] = [await createRun(), await createRun(), await createRun()];
  expect(await act(second, "apply")).toBe(409);
  expect(await act(second, "cancel")).toBe(202);
  await act(first, "discard");
  expect([await status(second), await status(third)]).toEqual(["canceled", "planned"]);
});

shows("other-clients: The queue of a workspace");
test("a plan-only run neither waits nor makes others wait", async () => {
  await createRun();
  expect(await status(await createRun({ "plan-only": true }))).toBe("planned_and_finished");
});

shows("other-clients: The queue of a workspace");
test("the stages of a queued run do not start or time out before the run does", async () => {
  const first = await createRun();
  const { id, taskStages } = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] });
  emulator.clock.advance(24 * 3600);
  expect(await status(id)).toBe("pending");
  await act(first, "discard");
  emulator.clock.advance(599);
  expect((await http.get(`/task-stages/${taskStages[0]!.id}`)).data.attributes["status"]).toBe("pending");
  emulator.clock.advance(1);
  expect(await status(id)).toBe("errored");
});

shows.documented(
  PAGES,
  "other-clients: A run in progress and its workspace",
  "The run is the workspace's current run and locks it until the run has ended.",
);
test("the active run locks its workspace, and is its current run", async () => {
  const first = await createRun();
  await createRun();
  const { data, included } = (await workspace()) as unknown as {
    data: { attributes: object; relationships: object };
    included: object[];
  };
  expect(data.attributes).toMatchObject({ locked: true });
  expect(data.relationships).toMatchObject({
    "locked-by": { data: { type: "runs", id: first } },
    "current-run": { data: { type: "runs", id: first } },
  });
  expect(included).toMatchObject([{ type: "runs", id: first }]);
  for (const action of ["lock", "unlock", "force-unlock", "safe-delete"]) {
    const response = await http.post(`/workspaces/${workspaceId}/actions/${action}`);
    expect([response.status, response.errors[0]!.detail]).toEqual([
      409,
      expect.stringContaining(`locked by Run ${first}`),
    ]);
  }
});

shows("other-clients: A run in progress and its workspace");
test("a workspace is unlocked after its runs have completed", async () => {
  await act(await createRun(), "apply");
  expect((await http.get(`/workspaces/${workspaceId}`)).data.attributes["locked"]).toBe(false);
});

shows.documented(
  GO_CLIENT,
  "other-clients: Attributes of a run",
  "Who created and who confirmed it, and when; including its plan or apply is not emulated.",
);
test("a run has the users who created and confirmed it, and its times", async () => {
  const run = await createRun();
  await act(run, "apply");
  const { data, document } = await http.get(`/runs/${run}`, { include: "created_by,confirmed_by,cost_estimate" });
  expect(data.attributes["status-timestamps"]).toMatchObject({
    "plan-queueable-at": "2026-11-02T12:00:00+00:00",
    "confirmed-at": "2026-11-02T12:00:00+00:00",
  });
  const [user] = document.included!;
  expect(user).toMatchObject({ type: "users", attributes: { username: expect.any(String) } });
  expect(data.relationships).toMatchObject({
    "created-by": { data: { type: "users", id: user!.id } },
    "confirmed-by": { data: { type: "users", id: user!.id } },
    "configuration-version": { data: null },
  });
});

shows("other-clients: Attributes of a run");
test.each([
  ["plan", "not emulated"],
  ["apply", "not emulated"],
  ["nonsense", "bad request"],
])("including %s with a run is rejected: %s", async (include, title) => {
  const response = await http.get(`/runs/${await createRun()}`, { include });
  expect([response.status, response.errors[0]!.title]).toEqual([400, title]);
  expect(response.errors[0]!.detail).toContain(include);
});
