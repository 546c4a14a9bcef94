import { Emulator } from "../../../src/emulator";
import { HttpClient } from "../http-client";

test("a policy evaluation has status, kind, counts and timestamps", async () => {
  const emulator = await Emulator.start({ now: () => Date.UTC(2026, 10, 2, 12) });
  const http = new HttpClient(emulator);
  const run = emulator.runs.start({
    workspaceId: emulator.workspaces.create({ organization: "acme", name: "api" }).id,
    policyEvaluations: [{ status: "failed", overridable: true, policyKind: "sentinel" }],
  });
  const [stage] = run.taskStages;
  const { id } = stage!.policyEvaluations[0]!;
  emulator.clock.advance(5);
  await http.post(`/task-stages/${stage!.id}/actions/override`);
  emulator.clock.advance(1);
  const { included } = (await http.get(`/task-stages/${stage!.id}`, { include: "policy-evaluations" })).document;
  expect(included).toEqual([
    {
      id,
      type: "policy-evaluations",
      attributes: {
        status: "overridden",
        "policy-kind": "sentinel",
        "policy-tool-version": "0.26.0",
        "result-count": { "advisory-failed": 0, "mandatory-failed": 1, passed: 0, errored: 0 },
        "status-timestamps": {
          "failed-at": "2026-11-02T12:00:00+00:00",
          "overridden-at": "2026-11-02T12:00:06+00:00",
        },
        "created-at": "2026-11-02T12:00:00.000Z",
        "updated-at": "2026-11-02T12:00:06.000Z",
      },
      relationships: {
        "policy-attachable": { data: { id: stage!.id, type: "task-stages" } },
        "policy-set-outcomes": { links: { related: `/api/v2/policy-evaluations/${id}/policy-set-outcomes` } },
      },
      links: { self: `/api/v2/policy-evaluations/${id}` },
    },
  ]);
  await emulator.stop();
});
