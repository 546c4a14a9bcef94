import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import type { HttpResponse } from "../http-client";
import { GO_CLIENT, OPENAPI, shows, TERRAFORM } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;

beforeAll(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterAll(() => emulator.stop());

const PROJECTS = "/organizations/acme/projects";

describe("authentication", () => {
  shows.behavior("authentication: Authorization: Bearer", "On every request.");
  shows.observed("2026-09-07", "error-documents: No token, wrong token", "401 `unauthorized`, with the same body.");
  test.each([
    ["no token", {}],
    ["a wrong token", { authorization: "Bearer wrong" }],
    ["another scheme", { authorization: "Basic d3Jvbmc6" }],
  ])("%s is unauthorized, with the same response as all others", async (_, headers) => {
    const response = await fetch(`${emulator.address}/api/v2${PROJECTS}`, { headers: { ...headers } });
    const { errors } = (await response.json()) as { errors: object[] };
    expect(response.status).toBe(401);
    expect(errors).toMatchObject([{ status: "401", title: "unauthorized" }]);
  });

  test("a write without a token changes nothing", async () => {
    const answer = await new HttpClient(emulator, "wrong").post(PROJECTS, resource("projects", { name: "Intruder" }));
    expect(answer.status).toBe(401);
    expect(emulator.projects.find("acme", "Intruder")).toBeUndefined();
  });

  shows.observed("2026-11", "error-documents: Unknown route", "404 with the same body, even with a wrong token.", {
    client: "The client sends no such request.",
  });
  test("an unknown path is not found, even without a token", async () => {
    const answer = await new HttpClient(emulator, "wrong").get("/nonsense");
    expect([answer.status, answer.errors[0]!.title]).toEqual([404, "not found"]);
  });

  test("the authorization scheme is case-insensitive", async () => {
    expect((await http.send("GET", PROJECTS, undefined, { authorization: `bearer ${emulator.token}` })).status).toBe(
      200,
    );
  });
});

describe("media types", () => {
  shows.observed(
    "2026-11",
    "error-documents: Wrong media type",
    "415 `invalid content type` for POST, PATCH and DELETE, with or without a body.",
  );
  test.each([
    ["POST", PROJECTS],
    ["PATCH", "/projects/prj-1"],
    ["DELETE", "/projects/prj-1"],
    ["POST", "/task-stages/ts-1/actions/override"],
  ])("%s %s of another media type is rejected", async (method, path) => {
    const answer = await http.send(method, path, undefined, { "content-type": "application/json" });
    expect(answer.status).toBe(415);
    expect(answer.errors).toEqual([
      { status: "415", title: "invalid content type", detail: "content-type must be application/vnd.api+json" },
    ]);
  });

  test("parameters of the media type are accepted, and reads require no media type", async () => {
    const type = { "content-type": "application/vnd.api+json; charset=utf-8" };
    expect((await http.send("DELETE", "/projects/prj-1", undefined, type)).status).toBe(404);
    expect((await http.get(PROJECTS)).headers.get("content-type")).toMatch(/^application\/vnd\.api\+json/);
  });

  shows.ourChoice("2026-11", "error-documents: A body that is not JSON", "400 `bad request`.", {
    client: "The client sends only JSON.",
  });
  test("invalid JSON is a bad request", async () => {
    const answer = await http.post(PROJECTS, "{");
    expect([answer.status, answer.errors[0]!.title]).toEqual([400, "bad request"]);
  });

  test("JSON that is nested too deep is a bad request, and lists still work", async () => {
    const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
    const project = (name: string, levels: number): string =>
      `{"data":{"type":"projects","attributes":{"name":"${name}","x-nested":${nested(levels)}}}}`;
    const answer = await http.post(PROJECTS, project("too-deep", 5_000));
    expect([answer.status, answer.errors[0]!.title]).toEqual([400, "bad request"]);
    expect((await http.post(PROJECTS, project("deep", 97))).status).toBe(201);
    expect((await http.post(PROJECTS, project("deeper", 98))).status).toBe(400);
    expect((await http.get(PROJECTS)).names).toContain("deep");
    expect(emulator.projects.find("acme", "too-deep")).toBeUndefined();
  });
});

describe("not emulated", () => {
  test.each([
    ["GET", "/workspaces/ws-1/all-vars"],
    ["GET", "/policy-sets/polset-1/versions"],
    ["PATCH", "/workspaces/ws-1/relationships/data-retention-policy"],
    ["GET", "/agent-pools/apool-1/agents"],
    ["PATCH", "/account/update"],
    ["GET", "/tasks/integrations"],
    ["POST", "/runs/run-1/actions/force-execute"],
    ["GET", "/runs"],
    ["POST", "/tf-policy-evaluations/tfpe-1/actions/override"],
    ["GET", "/task-results/taskrs-1/body"],
    ["GET", "/organization/audit-trail"],
    ["POST", "/stacks"],
    ["PUT", "/organizations/acme"],
    ["GET", "/admin/runs"],
    ["GET", "/configuration-versions/cv-1/download"],
  ])("%s %s is rejected with 400, not with a server error, which clients retry", async (method, path) => {
    const answer = await http.send(method, path);
    expect([answer.status, answer.errors[0]!.title]).toEqual([400, "not emulated"]);
    expect(answer.errors[0]!.detail).toContain(`${method} /api/v2${path}`);
  });

  test.each([
    ["GET", "/organisations"],
    ["GET", "/organizations/acme/pets"],
    ["GET", "/projects/prj-1/pets"],
    ["GET", "/"],
    ["GET", "/constructor/x/y"],
    ["GET", "/toString"],
    ["GET", "/__proto__/x"],
    ["GET", "/tasks/integrations/task-1"],
    ["GET", "/plans/plan-1/nonsense"],
    ["DELETE", "/organizations"],
    ["POST", "/projects/prj-1"],
    ["PUT", "/tasks/task-1"],
  ])("%s %s, which the service does not have either, is not found", async (method, path) => {
    const answer = await http.send(method, path);
    expect([answer.status, answer.errors[0]!.title]).toEqual([404, "not found"]);
  });
});

describe("outside of the API", () => {
  shows.observed(
    "2020",
    "rate-limits: x-request-id, tfp-api-version",
    "On every response. The client's errors contain the request ID.",
  );
  shows("credentials: GET /api/v2/ping");
  test("every response has the API version and an ID of its own", async () => {
    const answers = [await http.get(PROJECTS), await http.get("/nonsense"), await http.get("/ping")];
    expect(answers.map((answer) => answer.headers.get("tfp-api-version"))).toEqual(["2.6", "2.6", "2.6"]);
    expect(new Set(answers.map((answer) => answer.headers.get("x-request-id"))).size).toBe(3);
  });

  shows.observed("2021-12-31", "rate-limits: cache-control, etag, vary", "A success has a weak tag of its content.", {
    client: "The client stores no responses.",
  });
  test("a successful response can be validated by its tag, others are not stored", async () => {
    const caching = ({ headers }: HttpResponse): readonly (string | null)[] =>
      ["cache-control", "etag", "vary"].map((name) => headers.get(name));
    const list = caching(await http.get(PROJECTS));
    const tag = expect.stringMatching(/^W\/"[0-9a-f]{32}"$/) as unknown;
    expect(list).toEqual(["max-age=0, private, must-revalidate", tag, "Accept-Encoding, Origin"]);
    expect(caching(await http.get(PROJECTS))).toEqual(list);
    emulator.projects.create({ organization: "acme", name: "Another" });
    expect(caching(await http.get(PROJECTS))[1]).not.toBe(list[1]);
    expect(caching(await http.get("/nonsense"))).toEqual(["no-cache", null, "Accept-Encoding, Origin"]);
    expect(caching(await http.get("/ping"))).toEqual(["no-cache", null, "Accept-Encoding, Origin"]);
  });

  shows.documented(GO_CLIENT, "credentials: GET /api/v2/ping", "204, with the API version and the rate limit.");
  test("the response to ping is 204", async () => {
    expect((await http.get("/ping")).status).toBe(204);
  });

  shows.documented(
    TERRAFORM,
    "credentials: GET /.well-known/terraform.json",
    "JSON that names `tfe.v2`, `tfe.v2.1` and `tfe.v2.2`.",
    { client: "The client knows the path of the API, as the Go client does with `TFE_ADDRESS`." },
  );
  shows.observed("2026-05-07", "credentials: Other services", "Such as `modules.v1`, `motd.v1` and `state.v2`.", {
    client: "The client uses no other service.",
  });
  test("service discovery returns the service for every version that clients look up", async () => {
    const response = await fetch(`${emulator.address}/.well-known/terraform.json`);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({
      "components.v3": "/api/registry/v3/components/",
      "modules.v1": "/api/registry/v1/modules/",
      "motd.v1": "/api/terraform/motd",
      "providers.v1": "/api/registry/v1/providers/",
      "stacksplugin.v1": "/stacksplugin.v1",
      "state.v2": "/api/v2/",
      "tfe.v2": "/api/v2/",
      "tfe.v2.1": "/api/v2/",
      "tfe.v2.2": "/api/v2/",
    });
  });
});

describe("with full documents", () => {
  shows.documented(
    OPENAPI,
    "project-attributes: Further permissions",
    "`can-read`, `can-move-workspace` and others; in full documents.",
    { client: "The client reads the three of the API reference." },
  );
  shows("project-attributes: Full documents");
  test("every response has all attributes of projects", async () => {
    const other = await Emulator.start({ documents: "full" });
    const principal = new HttpClient(other);
    const given = { name: "Platform", "auto-destroy-activity-duration": "14d" };
    const created = await principal.post(PROJECTS, resource("projects", given));
    const shown = await principal.get(`/projects/${created.data.id}`);
    const listed = await principal.get(PROJECTS, { q: "platform" });

    expect(created.data).toEqual(shown.data);
    expect(listed.list).toEqual([shown.data]);
    expect(shown.data.attributes).toMatchObject({
      "auto-destroy-activity-duration": "14d",
      "workspace-count": 0,
      "default-execution-mode": "remote",
      permissions: { "can-read": true, "can-move-workspace": true },
    });
    expect(typeof shown.data.attributes["created-at"]).toBe("string");
    await other.stop();
  });

  shows.observed(
    "2026-09-07",
    "error-documents: No detail",
    "401 and 404 have no `detail`. The API reference has one: the emulator omits it with full documents.",
  );
  test("errors without a detail in the service have none", async () => {
    const other = await Emulator.start({ documents: "full" });
    const answer = await new HttpClient(other).get("/projects/prj-1");
    expect(answer.document).toEqual({ errors: [{ status: "404", title: "not found" }] });
    await other.stop();
  });
});
