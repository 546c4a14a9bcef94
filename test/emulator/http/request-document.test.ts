import { Emulator } from "../../../src/emulator";
import type { HttpResponse } from "../http-client";
import { HttpClient, resource } from "../http-client";
import { OPENAPI, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;

beforeAll(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterAll(() => emulator.stop());

describe.each([
  ["projects", "/organizations/acme/projects", "/projects", {}, "organization", "workspace-count"],
  ["workspaces", "/organizations/acme/workspaces", "/workspaces", {}, "current-run", "run-failures"],
  ["agent-pools", "/organizations/acme/agent-pools", "/agent-pools", {}, "workspaces", "agent-count"],
  ["organizations", "/organizations", "/organizations", { email: "a@example.com" }, "default-project", "plan-expired"],
])("%s", (type, collection, path, required, relationship, attribute) => {
  const create = (name: string, attributes: object = {}, relationships: object = {}): Promise<HttpResponse> =>
    http.post(collection, resource(type, { name: `${type}-${name}`, ...required, ...attributes }, relationships));
  const foreign = { data: { type: "elsewhere", id: "elsewhere-1" } };

  test("unknown attributes and relationships are ignored", async () => {
    const unknown = [{ "x-team": ["a"] }, { "x-owner": foreign, "x-text": "p-1" }] as const;
    const { status, data } = await create("1", ...unknown);
    expect(status).toBe(201);
    const updated = await http.patch(`${path}/${data.id}`, resource(type, ...unknown));
    expect(updated.status).toBe(200);
    const shown = (await http.get(`${path}/${data.id}`)).data;
    for (const it of [data, updated.data, shown]) {
      expect(it.attributes).not.toHaveProperty("x-team");
      expect(Object.keys(it.relationships).filter((name) => name.startsWith("x-"))).toEqual([]);
    }
  });

  test("read-only attributes and relationships are ignored", async () => {
    const { status, data } = await create("2", { [attribute]: 7, "created-at": "1" }, { [relationship]: foreign });
    expect(status).toBe(201);
    expect(data.attributes[attribute]).not.toBe(7);
    expect(data.attributes["created-at"]).not.toBe("1");
    expect(data.relationships[relationship]!.data).not.toEqual(foreign.data);
    const updated = await http.patch(`${path}/${data.id}`, resource(type, { [attribute]: 7, "created-at": "1" }));
    expect(updated.status).toBe(200);
    expect(updated.data.attributes).toMatchObject({
      [attribute]: data.attributes[attribute],
      "created-at": data.attributes["created-at"],
    });
  });
});

shows.documented(
  OPENAPI,
  "error-documents: An attribute of the wrong type",
  "422 at the attribute; a boolean can be sent as the text `true` or `false`, as samples of the documentation do. " +
    "Unknown and read-only attributes are ignored.",
  { client: "The client sends attributes of the right type." },
);
describe("an attribute", () => {
  let workspace: string;

  beforeAll(() => {
    workspace = emulator.workspaces.create({ organization: "acme", name: "typed" }).id;
  });

  test.each([
    ["workspaces", "auto-apply", "yes"],
    ["workspaces", "auto-apply", null],
    ["workspaces", "working-directory", 1],
    ["workspaces", "trigger-prefixes", "a"],
    ["workspaces", "trigger-patterns", [1]],
    ["organizations", "session-timeout", "long"],
    ["organizations", "collaborator-auth-policy", "none"],
    ["organizations", "cost-estimation-enabled", 1],
    ["runs", "plan-only", "sure"],
    ["runs", "target-addrs", "a"],
    ["runs", "message", 1],
    ["projects", "description", 7],
  ])("of %s of the wrong type, %s: %j, is rejected with a pointer", async (type, attribute, value) => {
    const of = { workspace: { data: { type: "workspaces", id: workspace } } };
    const { status, pointers } =
      type === "runs"
        ? await http.post("/runs", resource(type, { [attribute]: value }, of))
        : await http.patch(pathOf(type), resource(type, { [attribute]: value }));
    expect([status, pointers]).toEqual([422, [`/data/attributes/${attribute}`]]);
  });

  function pathOf(type: string): string {
    if (type === "organizations") return "/organizations/acme";
    if (type === "workspaces") return `/workspaces/${workspace}`;
    return `/projects/${emulator.projects.find("acme", "Default Project")!.id}`;
  }

  test.each([
    ["true", true],
    ["false", false],
  ])("that is a boolean can be sent as the text %j", async (text, value) => {
    const body = resource("workspaces", { "auto-apply": text, "queue-all-runs": text });
    const { data } = await http.patch(`/workspaces/${workspace}`, body);
    expect(data.attributes).toMatchObject({ "auto-apply": value, "queue-all-runs": value });
  });
});
