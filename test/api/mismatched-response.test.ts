import { UnexpectedResponseError } from "../../src/api";
import type { Client } from "../../src/api";
import { projectDocument, ScriptedService } from "./scripted-service";

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

const document = (type: string, id: string, name = "other"): object => ({
  data: {
    id,
    type,
    attributes: { name },
    relationships: {
      organization: { data: { id: "acme", type: "organizations" } },
      project: { data: { id: "prj-1", type: "projects" } },
      "default-project": { data: { id: "prj-1", type: "projects" } },
    },
  },
});

const reads: readonly [string, (client: Client) => Promise<unknown>, object][] = [
  ["a project", (client) => client.projects.get("prj-1"), document("projects", "prj-2")],
  ["a workspace", (client) => client.workspaces.get("ws-1"), document("workspaces", "ws-2")],
  ["a workspace by name", (client) => client.workspaces.getByName("acme", "api"), document("workspaces", "ws-1")],
  ["an organization", (client) => client.organizations.get("acme"), document("organizations", "other")],
  ["a task stage", (client) => client.taskStages.get("ts-1"), document("task-stages", "ts-2")],
  ["a task result", (client) => client.taskResults.get("taskrs-1"), document("task-results", "taskrs-2")],
];
const writes: readonly [string, (client: Client) => Promise<unknown>, object][] = [
  ["a create", (client) => client.projects.create("acme", { name: "new" }), document("projects", "prj-1")],
  ["an update", (client) => client.projects.update("prj-1", { name: "new" }), document("projects", "prj-2", "new")],
  ["an override", (client) => client.taskStages.override("ts-1"), document("task-stages", "ts-2")],
];

/** Successful responses without the requested object. */
const empty: readonly [string, object][] = [
  ["an empty object", { body: {} }],
  ["no data", { body: { meta: {} } }],
  ["null for data", { body: { data: null } }],
  ["a list", { body: { data: [] } }],
  ["errors, in spite of its status", { body: { errors: [{ status: "500", title: "failed" }] } }],
  ["nothing", { body: "" }],
  ["204", { status: 204 }],
  ["a number", { body: "7" }],
  ["a web page", { headers: { "content-type": "text/html" }, body: "<html>Please log in</html>" }],
];

describe.each(reads)("a read of %s", (_, work, other) => {
  test("rejects a response with another resource, naming both", async () => {
    service.script({ body: other });
    await expect(work(client)).rejects.toThrow(UnexpectedResponseError);
    await expect(work(client)).rejects.toThrow(/: requested .*, received "\w/);
  });

  test.each(empty)("rejects a response with %s", async (_, answer) => {
    service.script(answer);
    await expect(work(client)).rejects.toMatchObject({ code: "unexpected-response", outcomeUnknown: false });
  });
});

describe.each(writes)("%s", (_, work, other) => {
  test("rejects a response with another object, with an unknown outcome", async () => {
    service.script({ body: other });
    await expect(work(client)).rejects.toMatchObject({ code: "unexpected-response", outcomeUnknown: true });
    await expect(work(client)).rejects.toThrow(/: requested .*, received "\w/);
  });

  test.each(empty)("rejects a response with %s, with an unknown outcome", async (_, answer) => {
    service.script(answer);
    await expect(work(client)).rejects.toMatchObject({ code: "unexpected-response", outcomeUnknown: true });
    expect(service.requests).toHaveLength(1);
  });
});

test.each([{}, { data: null }, projectDocument()])("a list rejects a response with %j", async (body) => {
  service.script({ body });
  for (const page of [client.taskStages.listPage("run-1"), client.projects.listEffectiveTags("prj-1")])
    await expect(page).rejects.toMatchObject({
      code: "unexpected-response",
      message: expect.stringContaining("`data` is not a list.") as string,
    });
});

test.each([200, 201, 202, 203])("a create accepts status %i with the right document", async (status) => {
  service.script({ status, body: projectDocument("prj-1", { name: "new" }) });
  expect(await client.projects.create("acme", { name: "new" })).toMatchObject({ id: "prj-1", name: "new" });
});

test("names in responses are compared case-insensitively", async () => {
  service.script({ body: document("organizations", "acme", "Acme") });
  expect(await client.organizations.get("ACME")).toMatchObject({ name: "Acme" });
  service.script({ body: document("workspaces", "ws-1", "Api") });
  expect(await client.workspaces.getByName("acme", "api")).toMatchObject({ id: "ws-1" });
});
