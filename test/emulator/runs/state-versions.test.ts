import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start({ now: () => Date.UTC(2026, 10, 2, 12) });
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

const workspace = async () => {
  const { data, document } = await http.get(`/workspaces/${workspaceId}`, { include: "current-state-version" });
  return {
    runs: data.attributes["workspace-kpis-runs-count"],
    resources: data.attributes["resource-count"],
    version: data.relationships["current-state-version"]!.data,
    included: document.included!,
  };
};

test("a workspace has no state version and no completed runs before a run was applied", async () => {
  expect(await workspace()).toEqual({ runs: null, resources: 0, version: null, included: [] });
  emulator.runs.start({ workspaceId, autoApply: false });
  expect(await workspace()).toEqual({ runs: null, resources: 0, version: null, included: [] });
});

test("each applied run creates the next state version of its workspace", async () => {
  emulator.runs.start({ workspaceId });
  emulator.clock.advance(60);
  const { id } = emulator.runs.start({ workspaceId });
  emulator.runs.start({ workspaceId, isSpeculative: true });

  const { runs, resources, version, included } = await workspace();

  const versionId = id.replace("run-", "sv-");
  expect([runs, resources, version]).toEqual([3, 1, { type: "state-versions", id: versionId }]);
  expect(included).toMatchObject([
    {
      type: "state-versions",
      id: versionId,
      attributes: { serial: 2, "created-at": "2026-11-02T12:01:00.000Z", status: "finalized" },
      relationships: { run: { data: { type: "runs", id } } },
    },
  ]);
});

test("a workspace has a resource from an applied run until one that destroys, and is not safely deleted before", async () => {
  const applied = (attributes: object): Promise<unknown> =>
    http.post(
      "/runs",
      resource(
        "runs",
        { "auto-apply": true, ...attributes },
        { workspace: { data: { type: "workspaces", id: workspaceId } } },
      ),
    );
  const safeDelete = `/workspaces/${workspaceId}/actions/safe-delete`;
  emulator.runs.start({ workspaceId });
  await applied({ "refresh-only": true });
  const { resources, included } = await workspace();
  expect([resources, included[0]!.attributes["resources"]]).toEqual([1, [expect.objectContaining({ count: 1 })]]);
  expect((await http.post(safeDelete)).errors).toMatchObject([
    { status: "409", detail: expect.stringContaining("has resources under management") },
  ]);

  await applied({ "is-destroy": true });
  expect((await workspace()).resources).toBe(0);
  expect((await http.post(safeDelete)).status).toBe(204);
});

test("a list of workspaces includes their state versions", async () => {
  const { id } = emulator.runs.start({ workspaceId });
  const { list, document } = await http.get("/organizations/acme/workspaces", {
    include: "current-state-version,current_run",
  });
  expect(list[0]!.attributes["workspace-kpis-runs-count"]).toBe(1);
  expect(document.included!.map((it) => it.type)).toEqual(["state-versions", "runs"]);
  expect(list[0]!.relationships["current-state-version"]!.data).toEqual({
    type: "state-versions",
    id: id.replace("run-", "sv-"),
  });
});

test("discarded runs count as completed, but have no state version", async () => {
  const { id } = emulator.runs.start({ workspaceId, autoApply: false });
  await http.post(`/runs/${id}/actions/discard`);
  expect(await workspace()).toMatchObject({ runs: 1, version: null });
});

test("a client can write none of them", async () => {
  const written = resource("workspaces", { "workspace-kpis-runs-count": 7, "resource-count": 7 });
  expect((await http.patch(`/workspaces/${workspaceId}`, written)).status).toBe(200);
  expect(await workspace()).toMatchObject({ runs: null, resources: 0 });
});
