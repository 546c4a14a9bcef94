import type { Client } from "../../src/api";
import { TimeoutError, UnexpectedResponseError } from "../../src/api";
import { ScriptedService } from "./scripted-service";

let service: ScriptedService;
let client: Client;

beforeEach(async () => {
  service = await ScriptedService.start();
  client = service.client();
});
afterEach(async () => {
  client.close();
  await service.stop();
});

function access(attributes: object = { access: "write" }, id = "tprj-1") {
  const relationships = {
    team: { data: { type: "teams", id: "team-1" } },
    project: { data: { type: "projects", id: "prj-1" } },
  };
  return { data: { id, type: "team-projects", attributes, relationships } };
}

/** The requests, with their bodies. */
function sent(): readonly unknown[] {
  return service.requests.map(({ method, path, body }) => {
    const parsed: unknown = body === "" ? null : JSON.parse(body);
    return [`${method} ${path}`, parsed];
  });
}

test("access is given with a POST of the level, the team and the project", async () => {
  service.script({ status: 201, body: access() });
  const given = await client.teamProjects.create({ teamId: "team-1", projectId: "prj-1", access: "write" });
  expect(given).toMatchObject({ id: "tprj-1", teamId: "team-1", projectId: "prj-1", access: "write" });
  const { id: _, ...data } = access().data;
  expect(sent()).toEqual([["POST /api/v2/team-projects", { data }]]);
});

test("custom access has permissions by the service's names", async () => {
  const projectAccess = { settings: "update" };
  const workspaceAccess = { "state-versions": "read-outputs", move: true };
  const attributes = { access: "custom", "project-access": projectAccess, "workspace-access": workspaceAccess };
  service.script({ body: access(attributes) });
  const changed = await client.teamProjects.update("tprj-1", { access: "custom", projectAccess, workspaceAccess });
  expect(changed).toMatchObject({ access: "custom", projectAccess, workspaceAccess });
  expect(sent()).toEqual([
    ["PATCH /api/v2/team-projects/tprj-1", { data: { id: "tprj-1", type: "team-projects", attributes } }],
  ]);
});

test("access is removed with a DELETE", async () => {
  service.script({ status: 204 });
  await client.teamProjects.delete("tprj-1");
  expect(sent()).toEqual([["DELETE /api/v2/team-projects/tprj-1", null]]);
  service.script({ status: 200, body: access() });
  await expect(client.teamProjects.delete("tprj-1")).rejects.toThrow(UnexpectedResponseError);
});

test("a response about other access is an error", async () => {
  service.script({ body: access({ access: "write" }, "tprj-2") });
  await expect(client.teamProjects.update("tprj-1", { access: "write" })).rejects.toThrow(
    'requested team-projects tprj-1, received "tprj-2"',
  );
});

test("a POST whose response is lost is not repeated, and says that its outcome is unknown", async () => {
  service.script(() => undefined);
  const impatient = service.client({ timeoutMs: 200 });
  const lost = impatient.teamProjects.create({ teamId: "team-1", projectId: "prj-1", access: "read" });
  await expect(lost).rejects.toThrow(TimeoutError);
  await expect(lost).rejects.toMatchObject({ outcomeUnknown: true });
  expect(service.requests).toHaveLength(1);
});
