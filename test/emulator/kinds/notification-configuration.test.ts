import { Emulator } from "../../../src/emulator";
import { GO_CLIENT, PAGES, shows } from "../../fidelity";
import type { HttpResponse } from "../http-client";
import { HttpClient, resource } from "../http-client";
import { RunTaskServer, signature } from "../run-task-server";

const TYPE = "notification-configurations";
const ELSEWHERE = "https://hooks.example.com/x";

let emulator: Emulator;
let http: HttpClient;
let server: RunTaskServer;
/** Paths of a workspace, a project and a team. */
let subscribables: readonly string[];
let workspace: string;

beforeEach(async () => {
  [emulator, server] = await Promise.all([Emulator.start(), RunTaskServer.start()]);
  http = new HttpClient(emulator);
  workspace = `/workspaces/${emulator.workspaces.create({ organization: "acme", name: "api" }).id}`;
  const project = emulator.projects.create({ organization: "acme", name: "Web" }).id;
  const team = (await http.post("/organizations/acme/teams", resource("teams", { name: "ops" }))).data.id;
  subscribables = [workspace, `/projects/${project}`, `/teams/${team}`];
});
afterEach(() => Promise.all([emulator.stop(), server.stop()]));

const GENERIC = { "destination-type": "generic", name: "hook", enabled: false, url: ELSEWHERE };

const create = (attributes: object, path = workspace, relationships: object = {}): Promise<HttpResponse> =>
  http.post(`${path}/${TYPE}`, resource(TYPE, { ...GENERIC, ...attributes }, relationships));
const change = (id: string, attributes: object, relationships: object = {}): Promise<HttpResponse> =>
  http.patch(`/${TYPE}/${id}`, resource(TYPE, attributes, relationships));
const deliveries = ({ data }: HttpResponse): readonly object[] =>
  data.attributes["delivery-responses"] as readonly object[];

shows.documented(
  PAGES,
  "other-clients: Notification configurations",
  "Of workspaces, projects and teams: created, listed, shown, changed, deleted. No notifications are sent.",
);
test("creates, lists, shows, changes and deletes configurations of workspaces, projects and teams", async () => {
  for (const path of subscribables) {
    const triggers = ["run:created", "run:errored", "run:created"];
    const created = await create({ triggers, token: "very-secret" }, path);
    const { id } = created.data;
    const [, type, subscribed] = path.split("/");
    expect([created.status, created.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^nc-\w{16}$/),
        type: TYPE,
        attributes: {
          ...GENERIC,
          token: null,
          triggers: ["run:created", "run:errored"],
          "email-addresses": null,
          "user-email-addresses": null,
          "external-email-addresses": null,
          "delivery-responses": [],
          "created-at": expect.any(String),
          "updated-at": expect.any(String),
        },
        relationships: { subscribable: { data: { type, id: subscribed } }, users: { data: [] } },
        links: { self: `/api/v2/${TYPE}/${id}` },
      },
    ]);
    expect((await http.get(`${path}/${TYPE}`)).list).toEqual([created.data]);
    expect((await http.get(`/${TYPE}/${id}`)).data).toEqual(created.data);

    const changed = await change(id, { name: "renamed", triggers: [], "destination-type": "slack" });
    expect(changed.data.attributes).toMatchObject({ ...GENERIC, name: "renamed", triggers: [] });
    expect((await http.delete(`/${TYPE}/${id}`)).status).toBe(204);
    expect((await http.get(`/${TYPE}/${id}`)).status).toBe(404);
    expect((await http.get(`${path}/${TYPE}`)).list).toEqual([]);
  }
  expect(server.requests).toEqual([]);
});

shows.documented(GO_CLIENT, "other-clients: Pages of notification configurations", "Only if a page is requested.");
test("the list has pages only if one is requested", async () => {
  await create({});
  await create({ name: "another" });
  expect(Object.keys((await http.get(`${workspace}/${TYPE}`)).document)).toEqual(["data"]);
  const { list, document } = await http.get(`${workspace}/${TYPE}`, { "page[number]": "999" });
  expect([list, document.meta]).toMatchObject([[], { pagination: { "current-page": 999, "total-count": 2 } }]);
});

shows.documented(
  PAGES,
  "other-clients: Verification of notification configurations",
  "Sent when an enabled one is saved, and on request; its response is kept; not 2xx is 400, and saves nothing.",
);
test("saving an enabled configuration verifies its address, and keeps the response", async () => {
  const created = await create({ enabled: true, url: server.url, token: "very-secret", name: "Ops" });
  expect(created.status).toBe(201);
  const [{ method, path, headers, body, payload }] = (await server.received(1)) as [(typeof server.requests)[0]];
  expect([method, path, headers["content-type"]]).toEqual(["POST", "/check?strict=1", "application/json"]);
  expect(headers["x-tfe-notification-signature"]).toBe(signature("very-secret", body));
  expect(payload).toMatchObject({
    payload_version: 1,
    run_id: null,
    workspace_id: null,
    notifications: [{ message: "Verification of Ops", trigger: "verification", run_status: null }],
  });
  expect(deliveries(created)).toEqual([
    {
      url: server.url,
      body: "",
      code: "200",
      headers: expect.objectContaining({ connection: ["close"] }),
      "sent-at": expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
      successful: "true",
    },
  ]);

  const verified = await http.post(`/${TYPE}/${created.data.id}/actions/verify`);
  expect([verified.status, verified.data.id, deliveries(verified)[0]]).toMatchObject([
    200,
    created.data.id,
    { code: "200" },
  ]);
  expect((await server.received(2))[1]!.payload["notification_configuration_id"]).toBe(created.data.id);
  await change(created.data.id, { name: "renamed" });
  await change(created.data.id, { enabled: false });
  expect(server.requests).toHaveLength(3);
});

shows("other-clients: Verification of notification configurations");
test.each([500, 302, 404, "silence"] as const)(
  "a configuration whose address answers %s is not saved",
  async (answer) => {
    server.responses.push(answer);
    const refused = await create({ enabled: true, url: server.url });
    expect([refused.status, refused.errors[0]!.detail]).toEqual([
      400,
      expect.stringContaining(`Unable to complete verification request to destination URL ${server.url}`),
    ]);
    expect((await http.get(`${workspace}/${TYPE}`)).list).toEqual([]);

    const { data } = await create({ url: server.url });
    server.responses.push(answer, answer);
    expect((await change(data.id, { enabled: true, name: "renamed" })).status).toBe(400);
    expect((await http.post(`/${TYPE}/${data.id}/actions/verify`)).status).toBe(400);
    expect((await http.get(`/${TYPE}/${data.id}`)).data).toEqual(data);
    const enabled = await http.post(`/${TYPE}/${data.id}/actions/enable`);
    expect([enabled.status, enabled.data.attributes["enabled"]]).toEqual([200, true]);
  },
);

test("an invalid document, and a principal without permission, send nothing", async () => {
  const enabled = { enabled: true, url: server.url };
  expect((await create({ ...enabled, name: "" })).status).toBe(422);
  const { id } = (await create({ url: server.url })).data;
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect([
    (await reader.post(`${workspace}/${TYPE}`, resource(TYPE, { ...GENERIC, ...enabled }))).status,
    (await reader.get(`${workspace}/${TYPE}`)).status,
    (await reader.get(`/${TYPE}/${id}`)).status,
    (await reader.patch(`/${TYPE}/${id}`, resource(TYPE, enabled))).status,
    (await reader.post(`/${TYPE}/${id}/actions/verify`)).status,
    (await http.post(`/${TYPE}/nc-none/actions/verify`)).status,
  ]).toEqual([404, 404, 404, 404, 404, 404]);
  expect(server.requests).toEqual([]);
});

shows.ourChoice(
  "2026-11",
  "other-clients: Addresses that are not on the loopback interface",
  "Nothing is sent to them; the verification counts as successful.",
);
test("what is not on the loopback interface gets no request, and counts as verified", async () => {
  const created = await create({ enabled: true });
  expect(deliveries(created)).toMatchObject([{ code: "200", body: expect.stringContaining("Not sent") }]);
  const silent = await Emulator.start({ callRunTasks: "never" });
  const other = silent.workspaces.create({ organization: "acme", name: "api" }).id;
  const body = resource(TYPE, { ...GENERIC, enabled: true, url: server.url });
  const unsent = await new HttpClient(silent).post(`/workspaces/${other}/${TYPE}`, body);
  expect([unsent.status, deliveries(unsent)]).toMatchObject([201, [{ body: expect.stringContaining("Not sent") }]]);
  expect(server.requests).toEqual([]);
  await silent.stop();
});

test("stopping the emulator cancels a verification", async () => {
  server.responses.push("never");
  const pending = create({ enabled: true, url: server.url }).catch(() => "closed");
  await server.received(1);
  await emulator.stop();
  expect(await pending).toBe("closed");
});

test("chats get a text, without a signature", async () => {
  for (const type of ["slack", "microsoft-teams"]) {
    const created = await create({ "destination-type": type, enabled: true, url: server.url, token: "ignored" });
    expect(created.status).toBe(201);
  }
  for (const { headers, payload } of server.requests) {
    expect([headers["x-tfe-notification-signature"], payload]).toEqual([undefined, { text: "Verification of hook" }]);
  }
  expect(server.requests).toHaveLength(2);
});

shows.documented(
  GO_CLIENT,
  "other-clients: Users of notification configurations",
  "Those that a change names, or none.",
);
test("emails need no address; their users are those that a change names, or none", async () => {
  const users = (...ids: readonly string[]) => ({ users: { data: ids.map((id) => ({ type: "users", id })) } });
  const emails = ["one@example.com", "two@corp.test"];
  const invited = emails.map(async (address) => {
    const body = resource("organization-memberships", { email: address });
    const { relationships } = (await http.post("/organizations/acme/organization-memberships", body)).data;
    return (relationships["user"]!.data as { readonly id: string }).id;
  });
  const [one, two] = (await Promise.all(invited)) as [string, string];
  const email = { "destination-type": "email", url: undefined };
  const created = await create({ ...email, enabled: true }, workspace, users(one));
  expect([created.status, created.data.attributes["url"], deliveries(created)]).toEqual([201, null, []]);
  expect(created.data.relationships).toMatchObject(users(one));
  expect(created.data.attributes["user-email-addresses"]).toEqual(["one@example.com"]);
  const { id } = created.data;
  const both = (await change(id, {}, users(one, two))).data;
  expect([both.relationships, both.attributes["user-email-addresses"]]).toMatchObject([users(one, two), emails]);
  expect((await change(id, {}, users(one, "user-none"))).pointers).toEqual(["/data/relationships/users/data/1/id"]);
  expect((await change(id, { name: "renamed" })).data.relationships).toMatchObject(users());
  expect((await http.post(`/${TYPE}/${id}/actions/verify`)).status).toBe(200);
  expect((await create({ ...email, url: ELSEWHERE })).pointers).toEqual(["/data/attributes/url"]);
  expect((await create({}, workspace, users(one))).data.relationships).toMatchObject(users());
  expect(server.requests).toEqual([]);
});

test.each<[object, string]>([
  [{ name: "" }, "name"],
  [{ name: undefined }, "name"],
  [{ enabled: undefined }, "enabled"],
  [{ enabled: "perhaps" }, "enabled"],
  [{ "destination-type": undefined }, "destination-type"],
  [{ "destination-type": "pigeon" }, "destination-type"],
  [{ url: undefined }, "url"],
  [{ url: null }, "url"],
  [{ url: "nowhere" }, "url"],
  [{ triggers: ["the beacons are lit"] }, "triggers"],
  [{ triggers: "run:created" }, "triggers"],
])("a configuration with %j is rejected", async (attributes, name) => {
  const response = await create(attributes);
  expect([response.status, response.pointers]).toEqual([422, [`/data/attributes/${name}`]]);
});

shows.documented(
  PAGES,
  "other-clients: Limit of notification configurations",
  "20 of a workspace, a project or a team.",
);
test("there are at most 20", async () => {
  for (let index = 0; index < 20; index++) expect((await create({ name: String(index) })).status).toBe(201);
  expect((await create({})).status).toBe(422);
  expect((await create({}, subscribables[1])).status).toBe(201);
});

test("both spellings of the type are accepted, as in the samples of the API documentation", async () => {
  const body = resource("notification-configuration", GENERIC);
  expect((await http.post(`${workspace}/${TYPE}`, body)).status).toBe(201);
  expect((await http.post(`${workspace}/${TYPE}`, resource("notification", GENERIC))).pointers).toEqual(["/data/type"]);
});

test("configurations are deleted with what they are about", async () => {
  const ids: string[] = [];
  for (const path of subscribables) ids.push((await create({}, path)).data.id);
  for (const path of subscribables) expect((await http.delete(path)).status).toBe(204);
  for (const id of ids) expect((await http.get(`/${TYPE}/${id}`)).status).toBe(404);
});
