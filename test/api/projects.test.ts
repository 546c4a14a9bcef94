import {
  Client,
  ForbiddenError,
  UnprocessableEntityError,
  NotFoundError,
  UnauthorizedError,
  UnexpectedResponseError,
} from "../../src/api";
import { Emulator } from "../../src/emulator";
import { listDocument, projectDocument, ScriptedService } from "./scripted-service";
import { shows } from "../fidelity";

let emulator: Emulator;
let client: Client;

beforeEach(async () => {
  emulator = await Emulator.start();
  client = new Client({ address: emulator.address, token: emulator.token, env: {} });
});
afterEach(async () => {
  client.close();
  await emulator.stop();
});

const add = (name: string) => emulator.projects.create({ organization: "acme", name });
const names = async (filters: Parameters<Client["projects"]["list"]>[1]): Promise<string[]> => {
  const found: string[] = [];
  for await (const { name } of client.projects.list("acme", filters)) found.push(name);
  return found.sort();
};

describe("creating", () => {
  test("a project with all its attributes", async () => {
    const created = await client.projects.create("acme", {
      name: "Platform",
      description: "What others stand on",
      autoDestroyActivityDuration: "14d",
    });
    expect(created).toMatchObject({ name: "Platform", description: "What others stand on", organization: "acme" });
    expect(created.permissions.canUpdate).toBe(true);
    expect(emulator.projects.find("acme", "Platform")).toEqual({
      id: created.id,
      name: "Platform",
      description: "What others stand on",
      autoDestroyActivityDuration: "14d",
      defaultExecutionMode: null,
      defaultAgentPoolId: null,
      tags: {},
      isDefault: false,
      executionMode: "remote",
      workspaces: [],
    });
  });

  test("a project with only a name", async () => {
    const { id } = await client.projects.create("acme", {
      name: "Platform",
      description: null,
      autoDestroyActivityDuration: null,
    });
    expect(emulator.projects.find("acme", "Platform")).toEqual({
      id,
      name: "Platform",
      description: null,
      autoDestroyActivityDuration: null,
      defaultExecutionMode: null,
      defaultAgentPoolId: null,
      tags: {},
      isDefault: false,
      executionMode: "remote",
      workspaces: [],
    });
  });

  shows("project-names: Unique names", "project-names: A taken name");
  test("a taken name, in any case, differs from an invalid one", async () => {
    add("Platform");
    await expect(client.projects.create("acme", { name: "PLATFORM" })).rejects.toMatchObject({ isNameTaken: true });
    await expect(client.projects.create("acme", { name: "x" })).rejects.toMatchObject({ isNameTaken: false });
    await expect(client.projects.create("acme", { name: "x" })).rejects.toThrow(UnprocessableEntityError);
  });

  test("a create whose response was lost leaves one project, and an error with an unknown outcome", async () => {
    emulator.faults.add({ method: "POST", drop: "after" });
    await expect(client.projects.create("acme", { name: "Platform" })).rejects.toMatchObject({
      code: "connection",
      outcomeUnknown: true,
    });
    expect(emulator.projects.find("acme", "Platform")).toBeDefined();
    expect(emulator.requests.entries).toHaveLength(1);
  });
});

describe("updating", () => {
  shows("validation: An empty description", "project-attributes: Unsetting the duration");
  test("omitted attributes keep their value, and null clears one", async () => {
    const { id } = emulator.projects.create({
      organization: "acme",
      name: "Platform",
      description: "old",
      autoDestroyActivityDuration: "3d",
    });

    expect(await client.projects.update(id, { name: "Base" })).toMatchObject({ name: "Base", description: "old" });
    expect(emulator.projects.find("acme", "Base")).toMatchObject({
      description: "old",
      autoDestroyActivityDuration: "3d",
    });

    expect((await client.projects.update(id, { description: null })).description).toBeNull();
    expect(emulator.projects.find("acme", "Base")).toMatchObject({
      description: null,
      autoDestroyActivityDuration: "3d",
    });

    await client.projects.update(id, { autoDestroyActivityDuration: null, description: "new" });
    expect(emulator.projects.find("acme", "Base")).toMatchObject({
      description: "new",
      autoDestroyActivityDuration: null,
    });
  });

  test("an update whose response was lost is retried and succeeds", async () => {
    const { id } = add("Platform");
    emulator.faults.add({ method: "PATCH", drop: "after" });
    await client.projects.update(id, { name: "Base" });
    expect(emulator.projects.find("acme", "Base")).toMatchObject({ id });
  });
});

describe("reading", () => {
  test("a project has all documented attributes", async () => {
    const { id } = emulator.projects.create({
      organization: "acme",
      name: "Platform",
      autoDestroyActivityDuration: "36h",
    });
    emulator.workspaces.create({ organization: "acme", name: "api", projectId: id });
    expect(await client.projects.get(id)).toMatchObject({
      id,
      name: "Platform",
      description: null,
      autoDestroyActivityDuration: "36h",
      workspaceCount: 1,
      teamCount: 0,
      organization: "acme",
      permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
    });
  });

  test("a missing project is not found, and a wrong token is rejected", async () => {
    await expect(client.projects.get("prj-0000000000000000")).rejects.toThrow(NotFoundError);
    const stranger = new Client({ address: emulator.address, token: "wrong", env: {} });
    await expect(stranger.projects.get("prj-0000000000000000")).rejects.toThrow(UnauthorizedError);
  });

  shows("project-attributes: Unknown attributes");
  test("unknown attributes are kept as sent", async () => {
    const service = await ScriptedService.start();
    service.script({
      body: projectDocument("prj-1", { "created-at": "2026-01-01", "setting-overwrites": { x: true } }),
    });
    const { attributes } = await service.client().projects.get("prj-1");
    expect(attributes).toMatchObject({ "created-at": "2026-01-01", "setting-overwrites": { x: true } });
    await service.stop();
  });

  test("unknown relationships are kept as sent", async () => {
    const service = await ScriptedService.start();
    const document = projectDocument("prj-1") as { data: { relationships: object } };
    Object.assign(document.data.relationships, {
      "default-agent-pool": { data: { id: "apool-1", type: "agent-pools" } },
    });
    service.script({ body: document });
    const { relationships } = await service.client().projects.get("prj-1");
    expect(relationships).toMatchObject({ "default-agent-pool": { data: { id: "apool-1" } } });
    await service.stop();
  });

  test("a minimal response is enough, and missing members are undefined", async () => {
    const service = await ScriptedService.start();
    service.script({
      body: { data: { id: "prj-1", type: "projects", attributes: { name: "Platform", description: "" } } },
    });
    await expect(service.client().projects.listPage("acme")).rejects.toThrow(UnexpectedResponseError);
    service.script({
      body: listDocument([{ id: "prj-1", type: "projects", attributes: { name: "Platform", description: "" } }]),
    });
    const page = await service.client().projects.listPage("acme");
    expect(page.items).toEqual([
      {
        id: "prj-1",
        name: "Platform",
        description: null,
        autoDestroyActivityDuration: undefined,
        workspaceCount: undefined,
        teamCount: undefined,
        permissions: { canUpdate: undefined, canDestroy: undefined, canCreateWorkspace: undefined },
        organization: "acme",
        attributes: { name: "Platform", description: "" },
        relationships: {},
      },
    ]);
    await service.stop();
  });

  shows.case("has another type", "project: type");
  test.each<[string, unknown]>([
    ["is no object", "[]"],
    ["has no data", {}],
    ["has null for data", { data: null }],
    ["has a list for data", { data: [] }],
    ["has no id", { data: { type: "projects", attributes: { name: "x" } } }],
    ["has another type", { data: { id: "ws-1", type: "workspaces", attributes: { name: "x" } } }],
    ["has no name", { data: { id: "prj-1", type: "projects" } }],
    ["has no organization", { data: { id: "prj-1", type: "projects", attributes: { name: "x" } } }],
    ["is a web page", "<html>Please log in</html>"],
  ])("is rejected with the reason when a document %s", async (_, body) => {
    const service = await ScriptedService.start();
    service.script({ headers: { "content-type": "text/plain" }, body });
    await expect(service.client().projects.get("prj-1")).rejects.toThrow(UnexpectedResponseError);
    expect(service.requests).toHaveLength(1);
    await service.stop();
  });
});

describe("listing", () => {
  beforeEach(() => {
    for (const name of ["Platform", "Payments", "Legacy platform"]) add(name);
  });

  test("all of them, with the default project", async () => {
    expect(await names({})).toEqual(["Default Project", "Legacy platform", "Payments", "Platform"]);
  });

  shows("pages: filter[names]");
  test("by names, exact and case-insensitive", async () => {
    expect(await names({ names: ["platform", "PAYMENTS", "unknown"] })).toEqual(["Payments", "Platform"]);
  });

  test("by no names, or by an impossible name, is empty without a request", async () => {
    emulator.requests.clear();
    expect(await names({ names: [] })).toEqual([]);
    expect(await names({ names: ["Platform,Payments"] })).toEqual([]);
    expect((await client.projects.listPage("acme", { names: [] })).pagination.totalCount).toBe(0);
    expect(emulator.requests.entries).toHaveLength(0);
  });

  test("by more names than a URL can hold", async () => {
    const many = Array.from({ length: 500 }, (_, index) => `A name that is rather long number ${index}`);
    for (const name of many.slice(0, 120)) add(name);
    expect(await names({ names: [...many, "platform"] })).toHaveLength(121);
  });

  test("by a part of the name", async () => {
    expect(await names({ search: "PLAT" })).toEqual(["Legacy platform", "Platform"]);
  });

  test("by names ignores a search, for any number of names", async () => {
    expect(await names({ names: ["payments"], search: "plat" })).toEqual(["Payments"]);
    const many = Array.from({ length: 60 }, (_, index) => `unknown ${index}`);
    expect(await names({ names: ["payments", ...many], search: "plat" })).toEqual(["Payments"]);
  });

  shows("project-attributes: filter[tagged]");
  test("by tags, with or without a value", async () => {
    const service = await ScriptedService.start();
    service.script({ body: listDocument([]) });
    await service.client().projects.listPage("acme", { tagged: [{ key: "team", value: "a b" }, { key: "critical" }] });
    const { searchParams } = new URL(service.requests[0]!.path, service.address);
    expect(Object.fromEntries(searchParams)).toEqual({
      "filter[tagged][0][key]": "team",
      "filter[tagged][0][value]": "a b",
      "filter[tagged][1][key]": "critical",
    });
    await service.stop();
  });

  test("by the caller's permissions", async () => {
    const { id } = add("Open");
    const token = emulator.tokens.create({
      organization: "acme",
      role: "team",
      projects: { [id]: ["read", "update"] },
    });
    client = new Client({ address: emulator.address, token, env: {} });
    expect(await names({ canUpdate: true })).toEqual(["Open"]);
    expect(await names({ canCreateWorkspace: true })).toEqual([]);
    expect(await names({ canCreateWorkspace: false })).toEqual(["Open"]);
  });
});

describe("deleting", () => {
  shows("success: Delete a project");
  test("an empty project", async () => {
    const { id } = add("Platform");
    await client.projects.delete(id);
    expect(emulator.projects.find("acme", "Platform")).toBeUndefined();
  });

  shows("deleting-projects: A deleted project");
  test("a project whose deletion got no response", async () => {
    const { id } = add("Platform");
    emulator.faults.add({ method: "DELETE", drop: "after" });
    // Only who knows the organization can tell whether it is gone or hidden.
    await expect(client.projects.delete(id)).rejects.toMatchObject({ code: "not-found", outcomeUnknown: true });
    expect(emulator.projects.find("acme", "Platform")).toBeUndefined();
  });

  test("a project with workspaces fails, and it remains", async () => {
    const { id } = add("Platform");
    emulator.workspaces.create({ organization: "acme", name: "api", projectId: id });
    await expect(client.projects.delete(id)).rejects.toMatchObject({ code: "conflict", outcomeUnknown: false });
    expect(emulator.projects.find("acme", "Platform")).toBeDefined();
  });
});

describe("moving workspaces", () => {
  shows("success: Move workspaces", "workspaces: The number of workspaces in a move");
  test("500 of them sends one request", async () => {
    const { id } = add("Platform");
    const workspaces = Array.from(
      { length: 500 },
      (_, index) => emulator.workspaces.create({ organization: "acme", name: `ws-${index}` }).id,
    );
    await client.projects.moveWorkspaces(id, [...workspaces, ...workspaces.slice(0, 3)]);
    expect(emulator.requests.entries).toHaveLength(1);
    expect((await client.projects.get(id)).workspaceCount).toBe(500);
  });

  test("none of them sends no request", async () => {
    await client.projects.moveWorkspaces(add("Platform").id, []);
    expect(emulator.requests.entries).toHaveLength(0);
  });

  test("one of which does not exist moves none, and the error names it", async () => {
    const { id } = add("Platform");
    const workspace = emulator.workspaces.create({ organization: "acme", name: "api" });
    const move = client.projects.moveWorkspaces(id, [workspace.id, "ws-0000000000000000"]);
    await expect(move).rejects.toThrow(ForbiddenError);
    await expect(move).rejects.toThrow("ws-0000000000000000");
    expect(emulator.workspaces.find("acme", "api")!.projectId).toBe(workspace.projectId);
  });

  test("into a project that does not exist is not found", async () => {
    const { id } = emulator.workspaces.create({ organization: "acme", name: "api" });
    await expect(client.projects.moveWorkspaces("prj-0000000000000000", [id])).rejects.toThrow(NotFoundError);
  });
});
