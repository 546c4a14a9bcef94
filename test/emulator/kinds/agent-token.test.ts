import { Emulator } from "../../../src/emulator";
import { PAGES, shows } from "../../fidelity";
import { HttpClient, resource } from "../http-client";

const TYPE = "authentication-tokens";

let emulator: Emulator;
let http: HttpClient;
let poolId: string;
let path: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  poolId = (await http.post("/organizations/acme/agent-pools", resource("agent-pools", { name: "runners" }))).data.id;
  path = `/agent-pools/${poolId}/${TYPE}`;
});
afterEach(() => emulator.stop());

shows.documented(PAGES, "other-clients: Agent tokens", "Created, listed, shown and deleted; the token is shown once.");
test("creates, lists, shows and deletes tokens of an agent pool, each shown once", async () => {
  const { status, data } = await http.post(path, resource(TYPE, { description: "on the build machine" }));
  const { id: userId } = (await http.get("/account/details")).data;
  expect([status, data]).toEqual([
    201,
    {
      id: expect.stringMatching(/^at-\w{16}$/),
      type: TYPE,
      attributes: {
        description: "on the build machine",
        token: expect.any(String),
        "created-at": expect.any(String),
        "expired-at": null,
        "last-used-at": null,
      },
      relationships: { team: { data: null }, "created-by": { data: { type: "users", id: userId } } },
      links: { self: `/api/v2/${TYPE}/${data.id}` },
    },
  ]);
  const kept = { ...data, attributes: { ...data.attributes, token: null } };
  expect((await http.get(`/${TYPE}/${data.id}`)).data).toEqual(kept);
  // HashiCorp's Go client sends another type.
  const second = (await http.post(path, resource("agent-tokens", { description: "second" }))).data;
  const { list, document } = await http.get(path);
  expect([list[0], document.meta]).toMatchObject([kept, { pagination: { "total-count": 2 } }]);
  expect((await http.get(path, { sort: "-created-at" })).list.map(({ id }) => id)).toEqual([second.id, data.id]);
  expect((await http.get("/organizations/acme/team-tokens")).list).toEqual([]);

  expect((await http.delete(`/${TYPE}/${data.id}`)).status).toBe(204);
  expect((await http.get(`/${TYPE}/${data.id}`)).status).toBe(404);
  await http.delete(`/agent-pools/${poolId}`);
  expect((await http.get(`/${TYPE}/${second.id}`)).status).toBe(404);
});

test("an agent token permits nothing in the API", async () => {
  const { token } = (await http.post(path, resource(TYPE, { description: "agent" }))).data.attributes;
  const agent = new HttpClient(emulator, String(token));
  expect((await agent.get("/organizations/acme")).status).toBe(404);
  expect((await agent.get("/organizations")).list).toEqual([]);
});

test("a token requires a description", async () => {
  for (const attributes of [{}, { description: " " }, { description: null }]) {
    const { status, pointers } = await http.post(path, resource(TYPE, attributes));
    expect([status, pointers]).toEqual([422, ["/data/attributes/description"]]);
  }
});

test("only who manages the organization sees and creates tokens of its agent pools", async () => {
  const { id } = (await http.post(path, resource(TYPE, { description: "agent" }))).data;
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect((await reader.get(path)).list).toEqual([]);
  expect([
    (await reader.post(path, resource(TYPE, { description: "mine" }))).status,
    (await reader.get(`/${TYPE}/${id}`)).status,
    (await reader.delete(`/${TYPE}/${id}`)).status,
    (await http.get(`/agent-pools/apool-none/${TYPE}`)).status,
  ]).toEqual([404, 404, 404, 404]);
});
