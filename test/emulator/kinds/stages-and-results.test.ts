import { Emulator } from "../../../src/emulator";
import { HttpClient } from "../http-client";
import { KEPT, NO_RUNS, OPENAPI, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

const begin = async (documents: "full" | "documented"): Promise<void> => {
  emulator = await Emulator.start({ documents, now: () => Date.UTC(2026, 10, 2, 12) });
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
};
afterEach(() => emulator.stop());

shows.documented(PAGES, "stages-and-results: duration", "Of stages and results, in milliseconds; in full documents.", {
  client: KEPT,
});
shows.documented(
  OPENAPI,
  "stages-and-results: Further attributes of results",
  "`task-result-outcomes-count`, `agent-pool-id`, a link to the outcomes; in full documents.",
  { client: KEPT },
);
shows.documented(OPENAPI, "stages-and-results: cost-estimate", "A relationship of stages; null, in full documents.", {
  client: KEPT,
});
test("full stages and results have the attributes of OpenAPI", async () => {
  await begin("full");
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] });
  const [stage] = run.taskStages;
  const { id } = stage!.taskResults[0]!;
  expect((await http.get(`/task-results/${id}`)).data.attributes["duration"]).toBe(0);
  emulator.runs.reportResult(id, { status: "running" });
  emulator.clock.advance(5);
  emulator.runs.reportResult(id, { status: "passed" });

  const result = (await http.get(`/task-results/${id}`)).data;
  expect(result.attributes).toMatchObject({ duration: 5000, "task-result-outcomes-count": 0, "agent-pool-id": null });
  expect(result.relationships).toMatchObject({
    "task-result-outcomes": { links: { related: `/api/v2/task-results/${id}/outcomes` } },
  });
  const shown = (await http.get(`/task-stages/${stage!.id}`)).data;
  expect(shown.attributes["duration"]).toBe(5000);
  expect(shown.relationships["cost-estimate"]).toEqual({ data: null });
});

shows("stages-and-results: duration", "stages-and-results: Further attributes of results");
test("documented stages and results have none of them", async () => {
  await begin("documented");
  const run = emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "pre_plan" }] });
  const [stage] = run.taskStages;
  const result = (await http.get(`/task-results/${stage!.taskResults[0]!.id}`)).data;
  expect(Object.keys(result.relationships)).toEqual(["task-stage"]);
  for (const name of ["duration", "task-result-outcomes-count", "agent-pool-id"])
    expect(result.attributes).not.toHaveProperty(name);
  expect((await http.get(`/task-stages/${stage!.id}`)).data.attributes).not.toHaveProperty("duration");
});

shows.documented(
  OPENAPI,
  "stages-and-results: GET /policy-evaluations/:id",
  "Its stage, and a link to the outcomes of its policy sets.",
  { client: NO_RUNS },
);
shows.documented(
  OPENAPI,
  "stages-and-results: GET /policy-evaluations/:id/policy-set-outcomes",
  "The outcomes of its policy sets, with counts.",
  { client: NO_RUNS },
);
test("a policy evaluation has the outcome of its policy set", async () => {
  await begin("documented");
  const run = emulator.runs.start({ workspaceId, policyEvaluations: [{ status: "failed", overridable: true }] });
  const { id } = run.taskStages[0]!.policyEvaluations[0]!;

  const evaluation = (await http.get(`/policy-evaluations/${id}`)).data;
  const { list } = await http.get(`/policy-evaluations/${id}/policy-set-outcomes`);

  expect(evaluation.relationships).toMatchObject({
    "policy-attachable": { data: { type: "task-stages", id: run.taskStages[0]!.id } },
    "policy-set-outcomes": { links: { related: `/api/v2/policy-evaluations/${id}/policy-set-outcomes` } },
  });
  expect(list.map(({ attributes }) => attributes)).toMatchObject([
    { overridable: true, "result-count": { "mandatory-failed": 1 }, outcomes: [{ status: "failed" }] },
  ]);
  const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team" }));
  expect((await stranger.get(`/policy-evaluations/${id}`)).status).toBe(404);
});
