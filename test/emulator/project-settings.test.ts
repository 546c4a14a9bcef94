import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Seed } from "../../src/emulator";
import { ControlError, DecodeError, Emulator } from "../../src/emulator";
import { controlRequest } from "./control-client";
import type { HttpResponse, Resource } from "./http-client";
import { HttpClient, resource } from "./http-client";

const POOL = "apool-1111111111111111";

const SEED: Seed = {
  organizations: [
    {
      name: "acme",
      agentPools: [{ name: "private", id: POOL }, { name: "another" }],
      projects: [
        {
          name: "Platform",
          defaultExecutionMode: "agent",
          defaultAgentPoolId: POOL,
          tags: { team: "platform", shared: null },
        },
        { name: "default project", description: "For the rest", tags: { team: "nobody" } },
      ],
    },
    { name: "other", agentPools: [{ name: "private", id: "apool-2222222222222222" }] },
  ],
};

interface Settings {
  readonly mode: unknown;
  readonly agentPool: string | null;
  readonly isOwn: unknown;
  readonly tags: Readonly<Record<string, unknown>>;
}

/** The settings of a project as the service returns them. */
async function settingsOf(emulator: Emulator, id: string): Promise<Settings> {
  const response = await new HttpClient(emulator).get(`/projects/${id}`, { include: "effective-tag-bindings" });
  const { attributes, relationships } = response.data;
  const overwrites = attributes["setting-overwrites"] as Readonly<Record<string, unknown>>;
  const agentPool = relationships["default-agent-pool"]!.data as Resource | null;
  const tags = response.document.included!.map((tag) => [tag.attributes["key"], tag.attributes["value"]]);
  return {
    mode: attributes["default-execution-mode"],
    agentPool: agentPool?.id ?? null,
    isOwn: overwrites["default-execution-mode"],
    tags: Object.fromEntries(tags) as Settings["tags"],
  };
}

const start = (options: { readonly seed?: Seed; readonly stateFile?: string } = {}): Promise<Emulator> =>
  Emulator.start({ seed: SEED, documents: "full", ...options });

const idOf = (emulator: Emulator, name: string): string => emulator.projects.find("acme", name)!.id;

describe("a seed", () => {
  let emulator: Emulator;

  beforeEach(async () => {
    emulator = await start();
  });
  afterEach(() => emulator.stop());

  test("sets execution mode, agent pool and tags of a project", async () => {
    expect(await settingsOf(emulator, idOf(emulator, "Platform"))).toEqual({
      mode: "agent",
      agentPool: POOL,
      isOwn: true,
      tags: { team: "platform", shared: null },
    });
  });

  test("sets the settings of the default project", async () => {
    const project = emulator.projects.find("acme", "Default Project")!;
    expect(project).toMatchObject({ name: "Default Project", description: "For the rest", tags: { team: "nobody" } });
    expect(await settingsOf(emulator, project.id)).toEqual({
      mode: "remote",
      agentPool: null,
      isOwn: false,
      tags: { team: "nobody" },
    });
  });

  test("creates agent pools", async () => {
    const { list } = await new HttpClient(emulator).get("/organizations/acme/agent-pools");
    expect(list.map((pool) => pool.attributes["name"])).toEqual(["private", "another"]);
    expect(list.map((pool) => pool.id)).toEqual([POOL, expect.stringMatching(/^apool-\w{16}$/)]);
  });
});

describe("an invalid seed is rejected with the path of the setting", () => {
  const tooMany = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`key-${index}`, "value"]));
  const pools = (...agentPools: readonly object[]): object => ({ organizations: [{ name: "acme", agentPools }] });
  const project = (settings: object): object => ({
    organizations: [
      { name: "acme", agentPools: [{ name: "private", id: POOL }], projects: [{ name: "Platform", ...settings }] },
    ],
  });

  test.each([
    [
      project({ defaultExecutionMode: "cloud" }),
      "projects[0].defaultExecutionMode",
      /one of "remote", "local", "agent"/,
    ],
    [
      project({ defaultExecutionMode: "agent" }),
      "projects[0].defaultAgentPoolId",
      /must be specified when using 'agent'/,
    ],
    [
      project({ defaultExecutionMode: "local", defaultAgentPoolId: POOL }),
      "projects[0].defaultAgentPoolId",
      /must not be specified unless using 'agent'/,
    ],
    [
      project({ defaultExecutionMode: null, defaultAgentPoolId: POOL }),
      "projects[0].defaultAgentPoolId",
      /must not be specified unless using 'agent'/,
    ],
    [
      project({ defaultExecutionMode: "agent", defaultAgentPoolId: "apool-9" }),
      "projects[0].defaultAgentPoolId",
      /must be an agent pool of the organization/,
    ],
    [project({ tags: { "hc:owner": "platform" } }), "projects[0].tags", /must not begin with hc:/],
    [project({ tags: { team: "a b" } }), "projects[0].tags", /may only contain letters/],
    [project({ tags: { team: 1 } }), "projects[0].tags.team", /expected a string/],
    [project({ tags: tooMany }), "projects[0].tags", /cannot exceed 10/],
    [project({ tags: ["team"] }), "projects[0].tags", /expected an object/],
    [pools({ name: "private" }, { name: "PRIVATE" }), "agentPools[1].name", /has already been taken/],
    [pools({ name: "" }), "agentPools[0].name", /can't be blank/],
    [pools({ name: "private", id: "pool-1" }), "agentPools[0].id", /must be apool- followed by/],
    [pools({ name: "one", id: POOL }, { name: "two", id: POOL }), "agentPools[1].id", /has already been taken/],
  ])("%j", async (seed, path, message) => {
    const started = start({ seed: seed as Seed });
    await expect(started).rejects.toThrow(DecodeError);
    await expect(started).rejects.toThrow(message);
    await expect(started).rejects.toMatchObject({ path: `$.organizations[0].${path}` });
  });
});

describe.each<[string, (emulator: Emulator, method: string, path: string, body: object) => Promise<unknown>]>([
  [
    "in the process",
    (emulator, method, path, body) =>
      Promise.resolve(
        method === "POST"
          ? emulator.projects.create(body as { organization: string; name: string })
          : emulator.projects.update(path.replace("/projects/", ""), body),
      ),
  ],
  [
    "over HTTP",
    async (emulator, method, path, body) => {
      const { status, document } = await controlRequest(emulator, method, path, body);
      if (status !== 200) throw new ControlError((document as { error: string }).error);
      return document;
    },
  ],
])("out of band, %s", (_, control) => {
  let emulator: Emulator;
  let platform: string;

  beforeEach(async () => {
    emulator = await start();
    platform = idOf(emulator, "Platform");
  });
  afterEach(() => emulator.stop());

  const update = (body: object): Promise<unknown> => control(emulator, "PATCH", `/projects/${platform}`, body);

  test("a project is created with settings", async () => {
    const settings = { defaultExecutionMode: "agent", defaultAgentPoolId: POOL, tags: { team: "apps", new: null } };
    const created = await control(emulator, "POST", "/projects", { organization: "acme", name: "Apps", ...settings });
    expect(created).toMatchObject({ name: "Apps", ...settings });
    expect(emulator.projects.find("acme", "Apps")).toEqual(created);
    expect(await settingsOf(emulator, idOf(emulator, "Apps"))).toEqual({
      mode: "agent",
      agentPool: POOL,
      isOwn: true,
      tags: settings.tags,
    });
  });

  test("another execution mode clears the agent pool and keeps the tags", async () => {
    expect(await update({ defaultExecutionMode: "local" })).toMatchObject({
      defaultExecutionMode: "local",
      defaultAgentPoolId: null,
      tags: { team: "platform", shared: null },
    });
    expect(await settingsOf(emulator, platform)).toMatchObject({ mode: "local", agentPool: null, isOwn: true });
  });

  test("null clears the execution mode, which the project then inherits", async () => {
    expect(await update({ defaultExecutionMode: null })).toMatchObject({
      defaultExecutionMode: null,
      defaultAgentPoolId: null,
    });
    expect(await settingsOf(emulator, platform)).toMatchObject({ mode: "remote", agentPool: null, isOwn: false });
  });

  test("tags are replaced, kept if omitted, and cleared by an empty object or null", async () => {
    await update({ tags: { team: "web" } });
    await update({ description: "Shared" });
    expect((await settingsOf(emulator, platform)).tags).toEqual({ team: "web" });
    await update({ tags: {} });
    expect((await settingsOf(emulator, platform)).tags).toEqual({});
    await update({ tags: { team: "web" } });
    await update({ tags: null });
    expect((await settingsOf(emulator, platform)).tags).toEqual({});
  });

  test.each([
    [{ defaultExecutionMode: "cloud" }, /remote.*local.*agent/],
    [{ defaultAgentPoolId: null }, /must be specified when using 'agent'/],
    [{ defaultAgentPoolId: "apool-2222222222222222" }, /must be an agent pool of the organization/],
    [{ defaultExecutionMode: null, defaultAgentPoolId: POOL }, /must not be specified unless using 'agent'/],
    [{ tags: { "a b": "c" } }, /Key may only contain letters/],
    [{ tags: { team: "a".repeat(257) } }, /Value is too long/],
  ])("%j is rejected, and nothing changes", async (body, message) => {
    const before = emulator.state();
    await expect((async () => update(body))()).rejects.toThrow(message);
    expect(emulator.state()).toEqual(before);
  });
});

test("the state file keeps settings of seeds and of out-of-band changes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-settings-"));
  const stateFile = join(folder, "state.jsonl");
  const shown = async (emulator: Emulator): Promise<readonly unknown[]> =>
    Promise.all(["Platform", "Default Project"].map((name) => settingsOf(emulator, idOf(emulator, name))));
  try {
    const first = await start({ stateFile });
    first.projects.update(idOf(first, "Default Project"), { defaultExecutionMode: "local", tags: { changed: null } });
    const before = await shown(first);
    await first.stop();

    const second = await start({ stateFile });
    expect(await shown(second)).toEqual(before);
    expect(before).toMatchObject([
      { mode: "agent", agentPool: POOL },
      { mode: "local", tags: { changed: null } },
    ]);
    await second.stop();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("settings that a client changes afterwards count", async () => {
  const emulator = await start();
  const id = idOf(emulator, "Platform");
  const changed: HttpResponse = await new HttpClient(emulator).patch(
    `/projects/${id}`,
    resource("projects", { "default-execution-mode": "remote" }),
  );
  expect(changed.status).toBe(200);
  expect(emulator.projects.find("acme", "Platform")).toMatchObject({
    defaultExecutionMode: "remote",
    defaultAgentPoolId: null,
    tags: { team: "platform", shared: null },
  });
  await emulator.stop();
});
