import { inspect } from "node:util";
import { Emulator } from "../../src/emulator";
import { HttpClient, resource } from "./http-client";

test("listens on the loopback interface, on a free port or the given one", async () => {
  const first = await Emulator.start();
  expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const port = Number(new URL(first.address).port);

  await expect(Emulator.start({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await first.stop();
  const second = await Emulator.start({ port });
  expect(second.address).toBe(first.address);
  await second.stop();
});

test("a stopped emulator does not respond, and its state can still be read", async () => {
  const emulator = await Emulator.start();
  await new HttpClient(emulator).get("/ping");
  await emulator.stop();
  await emulator.stop();

  await expect(new HttpClient(emulator).get("/ping")).rejects.toThrow();
  expect(emulator.state().organizations).toHaveLength(1);
});

test("the admin token can be set, and is random by default", async () => {
  const [given, one, other] = await Promise.all([
    Emulator.start({ token: "mine" }),
    Emulator.start(),
    Emulator.start(),
  ]);
  expect(given.token).toBe("mine");
  expect((await new HttpClient(given).get("/organizations")).status).toBe(200);
  expect(one.token).not.toBe(other.token);
  await Promise.all([given.stop(), one.stop(), other.stop()]);
});

test.each(["two words", "", "naïve", "line\nbreak"])(
  "rejects the token %j, which cannot be sent in a header",
  async (token) => {
    await expect(Emulator.start({ token })).rejects.toThrow(RangeError);
  },
);

test("an inspected or serialized emulator contains no tokens", async () => {
  const emulator = await Emulator.start({ token: "of-the-owner" });
  const other = emulator.tokens.create({ organization: "acme", role: "read-only" });
  for (const shown of [inspect(emulator, { depth: Infinity, showHidden: true }), JSON.stringify(emulator)]) {
    expect(shown).toContain(emulator.address);
    expect(shown).not.toContain("of-the-owner");
    expect(shown).not.toContain(other);
  }
  await emulator.stop();
});

describe("out of band", () => {
  let emulator: Emulator;

  beforeEach(async () => {
    emulator = await Emulator.start();
  });
  afterEach(() => emulator.stop());

  test("creates, updates and deletes projects", () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform", description: "Shared" });
    emulator.projects.update(id, { name: "Platform 2", autoDestroyActivityDuration: "1d" });
    expect(emulator.projects.find("ACME", "platform 2")).toEqual({
      id,
      name: "Platform 2",
      description: "Shared",
      autoDestroyActivityDuration: "1d",
      defaultExecutionMode: null,
      defaultAgentPoolId: null,
      tags: {},
      isDefault: false,
      executionMode: "remote",
      workspaces: [],
    });
    emulator.projects.delete(id);
    expect(emulator.projects.find("acme", "Platform 2")).toBeUndefined();
  });

  test("deletes a project with workspaces only with evacuate", () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    emulator.workspaces.create({ organization: "acme", name: "api", projectId: id });
    const { defaultProjectId } = emulator.state().organizations[0]!;

    expect(() => emulator.projects.delete(id)).toThrow(/this one contains 1/);
    emulator.projects.delete(id, { evacuate: true });

    expect(emulator.workspaces.find("acme", "api")!.projectId).toBe(defaultProjectId);
    expect(() => emulator.projects.delete(defaultProjectId)).toThrow(/default project/);
  });

  test("creates, moves, renames and deletes workspaces", () => {
    const { id: projectId } = emulator.projects.create({ organization: "acme", name: "Platform" });
    const { id } = emulator.workspaces.create({ organization: "acme", name: "api" });
    const inherited = { executionMode: "remote", locked: false, tagNames: [], variables: [] };
    expect(emulator.workspaces.move(id, projectId)).toEqual({ id, name: "api", projectId, tags: {}, ...inherited });
    emulator.workspaces.update(id, { name: "api-2" });
    expect(emulator.workspaces.find("acme", "api")).toBeUndefined();
    expect(emulator.workspaces.find("acme", "api-2")).toEqual({
      id,
      name: "api-2",
      projectId,
      tags: {},
      ...inherited,
    });
    emulator.workspaces.delete(id);
    expect(emulator.workspaces.find("acme", "api-2")).toBeUndefined();
  });

  test("rejects what the service would reject, with the reason", () => {
    emulator.projects.create({ organization: "acme", name: "Platform" });
    emulator.organizations.create({ name: "other" });
    const { id } = emulator.workspaces.create({ organization: "acme", name: "api" });
    const elsewhere = emulator.projects.create({ organization: "other", name: "Elsewhere" }).id;

    expect(() => emulator.projects.create({ organization: "acme", name: "PLATFORM" })).toThrow(/already been taken/);
    expect(() => emulator.projects.create({ organization: "nobody", name: "abc" })).toThrow(/no organization nobody/);
    expect(() => emulator.projects.update("prj-1", { name: "abc" })).toThrow(/no project prj-1/);
    expect(() => emulator.workspaces.create({ organization: "acme", name: "API" })).toThrow(/already been taken/);
    expect(() => emulator.workspaces.create({ organization: "acme", name: "x", projectId: elsewhere })).toThrow(
      /is of another organization/,
    );
    expect(() => emulator.workspaces.move(id, elsewhere)).toThrow(/is of another organization/);
    expect(() => emulator.workspaces.move("ws-1", elsewhere)).toThrow(/no workspace ws-1/);
    expect(() => emulator.runs.reportResult("taskrs-1", { status: "passed" })).toThrow(/no task result taskrs-1/);
    expect(() => emulator.runs.setTaskStageStatus("ts-1", "passed")).toThrow(/no task stage ts-1/);
    expect(() => emulator.runs.cancel("run-1")).toThrow(/no run run-1/);
  });
});

test("the state contains settings, tags and locks that clients have set", async () => {
  const emulator = await Emulator.start();
  const http = new HttpClient(emulator);
  const bound = (key: string, value?: string): object => ({ type: "tag-bindings", attributes: { key, value } });
  const platform = { name: "Platform", "default-execution-mode": "local" };
  await http.post(
    "/organizations/acme/projects",
    resource("projects", platform, { "tag-bindings": { data: [bound("team", "web"), bound("new")] } }),
  );
  const { data: api } = await http.post(
    "/organizations/acme/workspaces",
    resource(
      "workspaces",
      { name: "api" },
      {
        project: { data: { type: "projects", id: emulator.projects.find("acme", "Platform")!.id } },
        tags: { data: ["zone-b", "zone-a"].map((name) => ({ type: "tags", attributes: { name } })) },
        "tag-bindings": { data: [bound("tier", "1")] },
      },
    ),
  );
  await http.post(`/workspaces/${api.id}/actions/lock`, {});
  expect(emulator.state().organizations[0]!.projects).toMatchObject([
    { name: "Default Project", executionMode: "remote", tags: {} },
    {
      executionMode: "local",
      tags: { team: "web", new: null },
      workspaces: [
        {
          id: api.id,
          executionMode: "local",
          locked: true,
          tagNames: ["zone-a", "zone-b"],
          tags: { tier: "1" },
        },
      ],
    },
  ]);
  await emulator.stop();
});

test("the state is plain data, and later changes do not affect it", async () => {
  const emulator = await Emulator.start();
  const before = emulator.state();
  expect(JSON.parse(JSON.stringify(before))).toEqual(before);

  const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
  expect(before.organizations[0]!.projects).toHaveLength(1);
  emulator.projects.delete(id);
  expect(emulator.state()).toEqual(before);
  await emulator.stop();
});
