import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";

let emulator: Emulator;
let http: HttpClient;

beforeAll(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterAll(() => emulator.stop());

const unknown = { "x-owner": { data: { type: "x-people", id: "p-1" }, meta: { since: 2020 } } };

describe.each([
  ["projects", "/organizations/acme/projects", "/projects", ["organization"]],
  ["workspaces", "/organizations/acme/workspaces", "/workspaces", ["organization", "locked-by", "current-run"]],
  ["agent-pools", "/organizations/acme/agent-pools", "/agent-pools", ["organization", "workspaces"]],
  ["organizations", "/organizations", "/organizations", ["default-project", "entitlement-set"]],
])("%s", (type, collection, path, own) => {
  test("unknown attributes and relationships are returned unchanged, and updated individually", async () => {
    const { data } = await http.post(collection, resource(type, { name: `${type}-1`, "x-team": ["a"] }, unknown));
    expect(data).toMatchObject({ attributes: { "x-team": ["a"] }, relationships: unknown });

    const updated = await http.patch(
      `${path}/${data.id}`,
      resource(type, { "x-cost": 7 }, { "x-other": { data: [] } }),
    );
    expect(updated.data).toMatchObject({
      attributes: { "x-team": ["a"], "x-cost": 7 },
      relationships: { ...unknown, "x-other": { data: [] } },
    });
    expect((await http.get(`${path}/${data.id}`)).data.relationships).toEqual(updated.data.relationships);
  });

  test("read-only relationships from clients are ignored", async () => {
    const foreign = { data: { type: "elsewhere", id: "elsewhere-1" } };
    const sent = Object.fromEntries(own.map((name) => [name, foreign]));
    const { status, data } = await http.post(collection, resource(type, { name: `${type}-2` }, sent));
    expect(status).toBe(201);
    for (const name of own) expect(data.relationships[name]!.data).not.toEqual(foreign.data);
  });

  test("a malformed relationship is rejected with a pointer", async () => {
    const response = await http.post(collection, resource(type, { name: `${type}-3` }, { "x-owner": "p-1" }));
    expect([response.status, ...response.pointers]).toEqual([422, "/data/relationships/x-owner"]);
  });
});
