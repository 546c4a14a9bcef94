import type { Client } from "../../src/api";
import { InvalidArgumentError } from "../../src/api";
import { listDocument, ScriptedService } from "./scripted-service";

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

const IDS = ["prj-1", "prj-2", "prj-1"];
const data = ["prj-1", "prj-2"].map((id) => ({ type: "projects", id }));

test.each<[string, (client: Client, ids: readonly string[]) => Promise<void>]>([
  ["POST /api/v2/varsets/varset-1/relationships/projects", (it, ids) => it.variableSets.addProjects("varset-1", ids)],
  [
    "DELETE /api/v2/varsets/varset-1/relationships/projects",
    (it, ids) => it.variableSets.removeProjects("varset-1", ids),
  ],
  ["POST /api/v2/policy-sets/polset-1/relationships/projects", (it, ids) => it.policySets.addProjects("polset-1", ids)],
  [
    "DELETE /api/v2/policy-sets/polset-1/relationships/projects",
    (it, ids) => it.policySets.removeProjects("polset-1", ids),
  ],
  [
    "POST /api/v2/policy-sets/polset-1/relationships/project-exclusions",
    (it, ids) => it.policySets.addProjectExclusions("polset-1", ids),
  ],
  [
    "DELETE /api/v2/policy-sets/polset-1/relationships/project-exclusions",
    (it, ids) => it.policySets.removeProjectExclusions("polset-1", ids),
  ],
])("%s has each project once, and is not sent without projects", async (line, change) => {
  service.script({ status: 204 });
  await change(client, IDS);
  await change(client, []);
  expect(service.requests.map(({ method, path, body }) => [`${method} ${path}`, JSON.parse(body) as unknown])).toEqual([
    [line, { data }],
  ]);
});

test("an ID that would change the path is not sent", async () => {
  await expect(client.variableSets.addProjects("..", IDS)).rejects.toThrow(InvalidArgumentError);
  expect(service.requests).toEqual([]);
});

test("variable sets of an organization are listed with their owners", async () => {
  const set = (id: string, parent: object) => ({
    id,
    type: "varsets",
    attributes: { name: id, global: false },
    relationships: { parent: { data: parent } },
  });
  const sets = [
    set("varset-1", { type: "organizations", id: "acme" }),
    set("varset-2", { type: "projects", id: "prj-1" }),
  ];
  service.script({ body: listDocument(sets) });
  const { items } = await client.variableSets.listPage("acme", { size: 2 });
  expect(items.map(({ id, ownerProjectId }) => [id, ownerProjectId])).toEqual([
    ["varset-1", null],
    ["varset-2", "prj-1"],
  ]);
  expect(service.requests[0]?.path).toBe("/api/v2/organizations/acme/varsets?page%5Bsize%5D=2");
});
