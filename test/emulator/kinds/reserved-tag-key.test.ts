import { Emulator } from "../../../src/emulator";
import { GO_CLIENT, PAGES, shows } from "../../fidelity";
import { HttpClient, resource } from "../http-client";

const KEYS = "/organizations/acme/reserved-tag-keys";

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

const reserve = (attributes: object, client = http): ReturnType<HttpClient["post"]> =>
  client.post(KEYS, resource("reserved-tag-keys", attributes));

shows.documented(PAGES, "other-clients: Reserved tag keys", "Created, listed, changed and deleted.");
test("creates, lists, changes and deletes reserved tag keys", async () => {
  const { status, data } = await reserve({ key: "environment", "disable-overrides": true });
  expect([status, data]).toEqual([
    201,
    {
      id: expect.stringMatching(/^rtk-\w{16}$/),
      type: "reserved-tag-keys",
      attributes: {
        key: "environment",
        "disable-overrides": true,
        "is-registry-tag": false,
        "created-at": expect.any(String),
        "updated-at": expect.any(String),
      },
    },
  ]);
  await reserve({ key: "cost-center" });
  const { list, document } = await http.get(KEYS);
  expect(list.map(({ attributes }) => [attributes["key"], attributes["disable-overrides"]])).toEqual([
    ["environment", true],
    ["cost-center", false],
  ]);
  expect(document.meta).toMatchObject({ pagination: { "total-count": 2 } });

  const changed = await http.patch(
    `/reserved-tag-keys/${data.id}`,
    resource("reserved-tag-keys", { key: "env", "disable-overrides": false }),
  );
  expect([changed.status, changed.data.attributes]).toMatchObject([200, { key: "env", "disable-overrides": false }]);
  // The API documentation has another path than the Go client.
  const again = await http.patch(`/reserved-tags/${data.id}`, resource("reserved-tag-keys", { key: "stage" }));
  expect(again.data.attributes).toMatchObject({ key: "stage", "disable-overrides": false });

  expect((await http.delete(`/reserved-tag-keys/${data.id}`)).status).toBe(204);
  expect((await http.delete(`/reserved-tags/${data.id}`)).status).toBe(404);
  expect((await http.get(KEYS)).list).toHaveLength(1);
});

shows.documented(
  GO_CLIENT,
  "other-clients: Errors of reserved tag keys",
  "Key has already been taken; Key is invalid.",
);
test("a key is required, valid and unique", async () => {
  const { id } = (await reserve({ key: "environment" })).data;
  await reserve({ key: "team" });
  const details = async (attributes: object): Promise<readonly unknown[]> => {
    const responses = [
      await reserve(attributes),
      await http.patch(`/reserved-tag-keys/${id}`, resource("reserved-tag-keys", attributes)),
    ];
    expect(responses.map(({ pointers }) => pointers)).toEqual([["/data/attributes/key"], ["/data/attributes/key"]]);
    return responses.map(({ errors }) => errors[0]!.detail);
  };
  expect(await details({ key: "team" })).toEqual(Array(2).fill("Key has already been taken"));
  expect(await details({ key: "! / nope" })).toEqual(Array(2).fill("Key is invalid"));
  expect(await details({ key: "hcp:team" })).toEqual(Array(2).fill("Key is invalid"));
  expect((await reserve({})).errors[0]!.detail).toBe("Key can't be blank");
});

test("only who manages the organization can reserve keys, which everyone in it sees", async () => {
  const { id } = (await reserve({ key: "environment" })).data;
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect((await reader.get(KEYS)).list).toHaveLength(1);
  expect((await reserve({ key: "team" }, reader)).status).toBe(404);
  const rename = resource("reserved-tag-keys", { key: "team" });
  expect((await reader.patch(`/reserved-tag-keys/${id}`, rename)).status).toBe(404);
  expect((await reader.delete(`/reserved-tag-keys/${id}`)).status).toBe(404);
});

shows.documented(
  PAGES,
  "workspaces: disable-overrides of a reserved tag key",
  "The tag that a workspace inherits applies, whatever its own.",
  { client: "The client does not read reserved tag keys." },
);
test("a key that disables overrides makes a workspace's tag ineffective while its project has the key", async () => {
  const project = emulator.projects.create({ organization: "acme", name: "Web", tags: { env: "prod" } });
  const tags = { env: "test", team: "web" };
  const { id } = emulator.workspaces.create({ organization: "acme", name: "web", projectId: project.id, tags });
  const effective = async (): Promise<unknown> =>
    (await http.get(`/workspaces/${id}/effective-tag-bindings`)).list.map(({ attributes }) => [
      attributes["key"],
      attributes["value"],
    ]);
  const own = [
    ["env", "test"],
    ["team", "web"],
  ];
  expect(await effective()).toEqual(own);
  const reserved = (await reserve({ key: "env", "disable-overrides": true })).data.id;
  await reserve({ key: "team", "disable-overrides": true });
  expect(await effective()).toEqual([
    ["team", "web"],
    ["env", "prod"],
  ]);
  await http.delete(`/reserved-tag-keys/${reserved}`);
  expect(await effective()).toEqual(own);
});
