import { ConfigurationError, NotFoundError, UnexpectedResponseError } from "../../src/api";
import type { Client } from "../../src/api";
import { VERSION } from "../../src/version";
import { projectDocument, ScriptedService, TOKEN } from "./scripted-service";

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

const MEDIA_TYPE = "application/vnd.api+json";

test("every request has the headers Authorization, User-Agent and Accept", async () => {
  service.script({ body: projectDocument() });
  await client.projects.get("prj-1");
  expect(service.requests[0]!.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    accept: MEDIA_TYPE,
    "user-agent": `tfprojects/${VERSION}`,
  });
});

test("the caller's product precedes the client's in User-Agent", async () => {
  service.script({ body: projectDocument() });
  await service.client({ userAgent: "terraform-provider-tfprojects/1" }).projects.get("prj-1");
  expect(service.requests[0]!.headers["user-agent"]).toBe(`terraform-provider-tfprojects/1 tfprojects/${VERSION}`);
});

test("every write has the media type, also without a body", async () => {
  service.script({ body: projectDocument() }, { body: projectDocument() }, { status: 204 });
  await client.projects.create("acme", { name: "name of prj-1" });
  await client.projects.update("prj-1", { name: "other" });
  await client.projects.delete("prj-1");
  await client.projects.moveWorkspaces("prj-1", ["ws-1"]);
  await client.taskStages.override("ts-1").catch(() => undefined);
  const seen = service.requests.map(({ method, headers, body }) => [method, headers["content-type"], body !== ""]);
  expect(seen).toEqual([
    ["POST", MEDIA_TYPE, true],
    ["PATCH", MEDIA_TYPE, true],
    ["DELETE", MEDIA_TYPE, false],
    ["POST", MEDIA_TYPE, true],
    ["POST", MEDIA_TYPE, false],
  ]);
});

test("consecutive reads share a connection, whatever they read", async () => {
  service.script({ status: 404 });
  const reads: readonly (() => Promise<unknown>)[] = [
    () => client.account.get(),
    () => client.organizations.get("acme"),
    () => client.projects.listPage("acme"),
    () => client.projects.listEffectiveTags("prj-1"),
    () => client.workspaces.get("ws-1"),
    () => client.taskStages.get("ts-1"),
    () => client.taskResults.get("taskrs-1"),
  ];
  for (const read of reads) await expect(read()).rejects.toThrow(NotFoundError);
  expect(service.requests.map(({ method }) => method)).toEqual(reads.map(() => "GET"));
  expect(new Set(service.requests.map(({ socket }) => socket)).size).toBe(1);
});

test("where axios cannot be loaded, the error says so, and nothing is sent", async () => {
  jest.doMock("axios", () => {
    throw new Error("Cannot find module 'axios'\nRequire stack: …");
  });
  try {
    const error: unknown = await client.projects.create("acme", { name: "new" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).toMatch(/: Cannot find module 'axios'\. Nothing was sent\. Install/);
    expect(service.requests).toHaveLength(0);
  } finally {
    jest.dontMock("axios");
  }
});

test("a path prefix of the address precedes /api/v2", async () => {
  service.script({ body: projectDocument() });
  await service.client({ address: `${service.address}/terraform/` }).projects.get("prj-1");
  expect(service.requests[0]!.path).toBe("/terraform/api/v2/projects/prj-1");
});

test("non-ASCII text is sent and received intact", async () => {
  const name = "Größe 規模 🚀";
  service.script({ body: projectDocument("prj-1", { name }) });
  const project = await client.projects.create("ácmé", { name });
  expect(service.requests[0]!.path).toBe("/api/v2/organizations/%C3%A1cm%C3%A9/projects");
  expect(JSON.parse(service.requests[0]!.body)).toMatchObject({ data: { attributes: { name } } });
  expect(project.name).toBe(name);
});

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])(
    "with %i is not followed, so that the token is sent to no other host",
    async (status) => {
      const elsewhere = await ScriptedService.start();
      elsewhere.script({ body: projectDocument() });
      service.script({ status, headers: { location: `${elsewhere.address}/api/v2/projects/prj-1` } });
      await expect(client.projects.get("prj-1")).rejects.toThrow(UnexpectedResponseError);
      await expect(client.projects.delete("prj-1")).rejects.toThrow(`redirect to ${elsewhere.address}`);
      expect(elsewhere.requests).toHaveLength(0);
      await elsewhere.stop();
    },
  );
});
