import { DecodeError, Emulator, parseSeed, type Seed } from "../../src/emulator";
import { HttpClient } from "./http-client";

const FULL = {
  organizations: [
    {
      name: "acme",
      projects: [
        { name: "Platform", description: "Shared", autoDestroyActivityDuration: "14d", workspaces: ["api-prod"] },
        { name: "default project", workspaces: ["named-by-its-project"] },
      ],
      workspaces: ["left-in-the-default-project"],
    },
    { name: "other" },
  ],
};

test("applies a seed", async () => {
  const emulator = await Emulator.start({ seed: parseSeed(JSON.stringify(FULL)) });

  const { organizations } = emulator.state();
  expect(organizations.map((organization) => organization.name)).toEqual(["acme", "other"]);
  expect(
    organizations[0]!.projects.map(({ name, description, autoDestroyActivityDuration, isDefault, workspaces }) => ({
      name,
      description,
      autoDestroyActivityDuration,
      isDefault,
      workspaces: workspaces.map((workspace) => workspace.name),
    })),
  ).toEqual([
    {
      name: "Default Project",
      description: null,
      autoDestroyActivityDuration: null,
      isDefault: true,
      workspaces: ["left-in-the-default-project", "named-by-its-project"],
    },
    {
      name: "Platform",
      description: "Shared",
      autoDestroyActivityDuration: "14d",
      isDefault: false,
      workspaces: ["api-prod"],
    },
  ]);
  expect(emulator.firstOrganization).toBe("acme");
  await emulator.stop();
});

test("without a seed, there is one organization, acme, with its default project", async () => {
  const emulator = await Emulator.start();
  expect(emulator.state().organizations).toMatchObject([
    { name: "acme", projects: [{ name: "Default Project", isDefault: true, workspaces: [] }] },
  ]);
  await emulator.stop();
});

const organization = (given: object): object => ({ organizations: [{ name: "acme", ...given }] });

test.each([
  [{}, "$.organizations"],
  [{ organizations: [] }, "$.organizations"],
  [{ organisations: [] }, "$.organisations"],
  [{ organizations: [{}] }, "$.organizations[0].name"],
  [{ organizations: [{ name: "a b" }] }, "$.organizations[0].name"],
  [{ organizations: [{ name: "acme" }, { name: "ACME" }] }, "$.organizations[1].name"],
  [organization({ projects: [{ name: "ab" }] }), "$.organizations[0].projects[0].name"],
  [organization({ projects: [{ name: "abc" }, { name: "ABC" }] }), "$.organizations[0].projects[1].name"],
  [
    organization({ projects: [{ name: "abc", description: "a".repeat(257) }] }),
    "$.organizations[0].projects[0].description",
  ],
  [
    organization({ projects: [{ name: "abc", autoDestroyActivityDuration: "0d" }] }),
    "$.organizations[0].projects[0].autoDestroyActivityDuration",
  ],
  [organization({ projects: [{ name: "abc", workspaces: ["a", 1] }] }), "$.organizations[0].projects[0].workspaces[1]"],
  [organization({ workspaces: ["a", "A"] }), "$.organizations[0].workspaces[1]"],
  [organization({ workspaces: ["a b"] }), "$.organizations[0].workspaces[0]"],
])("rejects the seed %j at %s, and starts nothing", async (seed, path) => {
  const started = Emulator.start({ seed: seed as typeof FULL });
  await expect(started).rejects.toThrow(DecodeError);
  await expect(started).rejects.toMatchObject({ path });
});

describe("all errors of a seed are found at once", () => {
  const errorsOf = async (seed: object): Promise<readonly { readonly path: string; readonly problem: string }[]> => {
    const error: unknown = await Emulator.start({ seed: seed as typeof FULL }).catch((thrown: unknown) => thrown);
    if (!(error instanceof DecodeError)) throw new Error("The seed was not rejected.");
    const lines = error.problems.map(({ path, problem }) => `${path}: ${problem}`);
    expect(error.message.split("\n").slice(0, 10)).toEqual(lines.slice(0, 10));
    expect(error).toMatchObject(error.problems[0]!);
    return error.problems;
  };

  test("values of the wrong type, missing ones and unknown ones", async () => {
    const seed = {
      organizations: [
        { nam: "acme", projects: [{ name: 1, workspaces: ["a", 2] }, { tags: { team: 3 } }] },
        { name: "other", workspaces: "api" },
      ],
    };
    expect((await errorsOf(seed)).map(({ path }) => path)).toEqual([
      "$.organizations[0].nam",
      "$.organizations[0].name",
      "$.organizations[0].projects[0].name",
      "$.organizations[0].projects[0].workspaces[1]",
      "$.organizations[0].projects[1].name",
      "$.organizations[0].projects[1].tags.team",
      "$.organizations[1].workspaces",
    ]);
  });

  test("values that a rule forbids, also inside of what is invalid and in conflict with it", async () => {
    const seed = {
      organizations: [
        {
          name: "a b",
          workspaces: ["api", "bad name"],
          agentPools: [{ name: "pool", id: "odd" }],
          projects: [
            { name: "ab", description: "a".repeat(257), workspaces: ["API", "web"] },
            { name: "Platform", workspaces: ["web"] },
            { name: "platform", workspaces: ["db"] },
            { name: "Quiet", autoDestroyActivityDuration: "0d", workspaces: ["db"] },
            { name: "quiet" },
          ],
        },
        { name: "acme" },
        { name: "ACME" },
      ],
    };
    expect((await errorsOf(seed)).map(({ path }) => path)).toEqual([
      "$.organizations[0].name",
      "$.organizations[0].workspaces[1]",
      "$.organizations[0].agentPools[0].id",
      "$.organizations[0].projects[0].name",
      "$.organizations[0].projects[0].description",
      "$.organizations[0].projects[0].workspaces[0]",
      "$.organizations[0].projects[1].workspaces[0]",
      "$.organizations[0].projects[2].name",
      "$.organizations[0].projects[3].autoDestroyActivityDuration",
      "$.organizations[0].projects[3].workspaces[0]",
      "$.organizations[0].projects[4].name",
      "$.organizations[2].name",
    ]);
  });
});

test("of many errors, the message has ten and the count, and the error has all", async () => {
  const projects = Array.from({ length: 900 }, (_, index) => ({ name: `Project ${index}`, descripton: "x" }));
  const error = await Emulator.start({ seed: { organizations: [{ name: "acme", projects }] } }).then(
    () => undefined,
    (thrown: unknown) => thrown as DecodeError,
  );
  expect(error!.problems).toHaveLength(900);
  const lines = error!.message.split("\n");
  expect(lines).toHaveLength(11);
  expect(lines[9]).toMatch(/^\$\.organizations\[0\]\.projects\[9\]\.descripton: is unknown/);
  expect(lines[10]).toBe("… and 890 more");
});

describe("tags of workspaces", () => {
  const SEED: Seed = {
    organizations: [
      {
        name: "acme",
        projects: [
          { name: "Platform", workspaces: ["plain", { name: "tagged", tags: { team: "pay", shared: null } }] },
        ],
        workspaces: [{ name: "left" }, { name: "untagged", tags: null }],
        sshKeys: [{ name: "modules", value: "key" }],
      },
    ],
  };

  test("are in the seed, the state and the responses, and place workspaces", async () => {
    const emulator = await Emulator.start({ seed: SEED });
    const http = new HttpClient(emulator);
    const tags = emulator
      .state()
      .organizations.flatMap(({ projects }) => projects)
      .flatMap(({ workspaces }) => workspaces.map((workspace) => [workspace.name, workspace.tags]));
    expect(tags).toEqual([
      ["left", {}],
      ["untagged", {}],
      ["plain", {}],
      ["tagged", { team: "pay", shared: null }],
    ]);
    const found = await http.get("/organizations/acme/workspaces", { "filter[tagged][0][key]": "team" });
    expect(found.names).toEqual(["tagged"]);
    await emulator.stop();
  });

  test("are set, kept and cleared out of band", async () => {
    const emulator = await Emulator.start();
    const { workspaces } = emulator;
    const made = workspaces.create({ organization: "acme", name: "api", tags: { team: "pay" } });
    expect(made.tags).toEqual({ team: "pay" });
    expect(workspaces.update(made.id, { name: "api-2" }).tags).toEqual({ team: "pay" });
    expect(workspaces.update(made.id, { tags: { shared: null } })).toMatchObject({
      name: "api-2",
      tags: { shared: null },
    });
    expect(emulator.state().organizations[0]!.projects[0]!.workspaces[0]!.tags).toEqual({ shared: null });
    expect(() => workspaces.update(made.id, { tags: { "a b": "c" } })).toThrow(/Key may only contain letters/);
    expect(workspaces.find("acme", "api-2")!.tags).toEqual({ shared: null });
    expect(workspaces.update(made.id, { tags: null }).tags).toEqual({});
    await emulator.stop();
  });

  test("that are invalid are reported with their path, beside an invalid name", async () => {
    const workspaces = [{ name: "a b", tags: { "c d": "e" } }, { name: "x", tags: { team: 1 } }, { nam: "y" }];
    const problemsOf = async (given: readonly object[]): Promise<unknown> =>
      Emulator.start({ seed: { organizations: [{ name: "acme", workspaces: given }] } as Seed }).catch(
        (thrown: unknown) => (thrown as DecodeError).problems.map(({ path }) => path),
      );
    expect(await problemsOf(workspaces.slice(0, 1))).toEqual([
      "$.organizations[0].workspaces[0].tags",
      "$.organizations[0].workspaces[0].name",
    ]);
    expect(await problemsOf(workspaces.slice(1))).toEqual([
      "$.organizations[0].workspaces[0].tags.team",
      "$.organizations[0].workspaces[1].nam",
      "$.organizations[0].workspaces[1].name",
    ]);
  });
});

describe("teams, variable sets and policy sets", () => {
  const ORGANIZATION = {
    name: "acme",
    projects: [{ name: "Web", workspaces: ["api"] }, { name: "Data" }],
    teams: [
      {
        name: "ops",
        projects: { web: "admin", Data: { access: "custom", workspaceAccess: { runs: "plan", "run-tasks": true } } },
      },
      { name: "idle" },
    ],
    variableSets: [
      { name: "everywhere", global: true },
      { name: "aws", description: "Keys", priority: true, projects: ["Web"], workspaces: ["api"], owner: "Web" },
    ],
    policySets: [
      { name: "all", kind: "opa", global: true, excludedProjects: ["Data"], excludedWorkspaces: ["api"] },
      { name: "soc2", projects: ["Default Project"] },
    ],
  };

  test("refer to projects and workspaces by name", async () => {
    const emulator = await Emulator.start({ seed: parseSeed(JSON.stringify({ organizations: [ORGANIZATION] })) });
    const [{ projects, teams, variableSets, policySets, defaultProjectId }] = emulator.state().organizations as [
      ReturnType<typeof emulator.state>["organizations"][number],
    ];
    const idOf = (name: string): string => projects.find((project) => project.name === name)!.id;
    const api = projects.flatMap(({ workspaces }) => workspaces)[0]!.id;
    expect(teams.map(({ name, projects: access }) => [name, access])).toEqual([
      ["idle", {}],
      ["ops", { [idOf("Web")]: "admin", [idOf("Data")]: "custom" }],
    ]);
    expect(variableSets).toMatchObject([
      { name: "aws", global: false, projectIds: [idOf("Web")], workspaceIds: [api] },
      { name: "everywhere", global: true, projectIds: [], workspaceIds: [] },
    ]);
    expect(policySets).toMatchObject([
      { name: "all", global: true },
      { name: "soc2", projectIds: [defaultProjectId] },
    ]);
    await emulator.stop();
  });

  test("that are invalid are reported together, each with its path", async () => {
    const seed = {
      organizations: [
        {
          ...ORGANIZATION,
          teams: [
            { name: "ops", projects: { Nowhere: "read", Web: { access: "read", projectAccess: { teams: "read" } } } },
            { name: "OPS" },
          ],
          variableSets: [{ name: "aws", global: true, projects: ["Web"], owner: "None" }, { name: "" }],
          policySets: [{ name: "a b", workspaces: ["nothing"], excludedProjects: ["Gone"] }],
        },
      ],
    };
    const problems = await Emulator.start({ seed: parseSeed(JSON.stringify(seed)) }).then(
      () => [],
      (error: unknown) => (error instanceof DecodeError ? error.problems.map(({ path }) => path) : [error]),
    );
    expect(problems).toEqual([
      "$.organizations[0].teams[0].projects.Nowhere",
      "$.organizations[0].teams[0].projects.Web.projectAccess",
      "$.organizations[0].teams[1].name",
      "$.organizations[0].variableSets[0].owner",
      "$.organizations[0].variableSets[0].global",
      "$.organizations[0].variableSets[1].name",
      "$.organizations[0].policySets[0].workspaces[0]",
      "$.organizations[0].policySets[0].excludedProjects[0]",
      "$.organizations[0].policySets[0].name",
    ]);
    expect(() =>
      parseSeed(JSON.stringify({ organizations: [{ name: "a", teams: [{ name: "t", projects: { P: "owner" } }] }] })),
    ).toThrow('one of "read", "write", "maintain", "admin", "custom"');
  });

  test("that are invalid still have their parts checked", async () => {
    const seed = {
      organizations: [
        {
          name: "acme",
          teams: [{ name: "", projects: { Nowhere: "read" } }],
          workspaces: [{ name: "a b", variables: [{ key: "", category: "env" }] }],
        },
      ],
    };
    const problems = await Emulator.start({ seed: seed as Seed }).catch((error: unknown) =>
      (error as DecodeError).problems.map(({ path }) => path),
    );
    expect(problems).toEqual([
      "$.organizations[0].workspaces[0].name",
      "$.organizations[0].workspaces[0].variables[0].key",
      "$.organizations[0].teams[0].name",
      "$.organizations[0].teams[0].projects.Nowhere",
    ]);
  });

  test("have parts: variables of a set, and access of teams to projects and workspaces", async () => {
    const variable = { key: "region", value: "eu", category: "terraform" } as const;
    const seed: Seed = {
      organizations: [
        {
          name: "acme",
          workspaces: ["api"],
          teams: [{ name: "ops", workspaces: { API: { access: "custom", runs: "plan" } } }],
          variableSets: [{ name: "aws", variables: [variable, { ...variable, key: "zone" }] }],
        },
      ],
    };
    const emulator = await Emulator.start({ seed });
    const { teams, variableSets, projects } = emulator.state().organizations[0]!;
    expect(teams[0]!.workspaces).toEqual({ [projects[0]!.workspaces[0]!.id]: "custom" });
    expect(variableSets[0]!.variables).toMatchObject([{ key: "region" }, { key: "zone", hcl: false }]);
    await emulator.stop();

    const invalid = { ...variable, category: "policy-set", keys: "x" };
    const problems = await Emulator.start({
      seed: {
        organizations: [{ name: "acme", variableSets: [{ name: "aws", variables: [variable, invalid] }] }],
      } as Seed,
    }).catch((error: unknown) => (error as DecodeError).problems.map(({ path }) => path));
    expect(problems).toEqual(["$.organizations[0].variableSets[0].variables[1].keys"]);
    const { keys: _, ...wrong } = invalid;
    const rejected = await Emulator.start({
      seed: { organizations: [{ name: "acme", variableSets: [{ name: "aws", variables: [wrong] }] }] },
    } as { readonly seed: Seed }).catch((error: unknown) => (error as DecodeError).problems.map(({ path }) => path));
    expect(rejected).toEqual(["$.organizations[0].variableSets[0].variables[0].category"]);
  });
});

test("run tasks are attached to workspaces, at a stage and level or by the level alone", async () => {
  const seed: Seed = {
    organizations: [
      {
        name: "acme",
        workspaces: ["api", "web"],
        runTasks: [
          { name: "scan", workspaces: { api: "advisory", WEB: { stages: ["pre_plan", "pre_apply"] } } },
          { name: "idle", url: "https://idle.example.com" },
        ],
      },
    ],
  };
  const emulator = await Emulator.start({ seed });
  const { runTasks, projects } = emulator.state().organizations[0]!;
  const [api, web] = projects[0]!.workspaces.map(({ id }) => id);
  expect(runTasks).toMatchObject([
    { name: "idle", url: "https://idle.example.com", workspaces: {} },
    { name: "scan", enabled: true, workspaces: { [api!]: "advisory", [web!]: "mandatory" } },
  ]);
  expect(emulator.runs.start({ workspaceId: web! }).taskStages).toMatchObject([
    { stage: "pre_plan", taskResults: [{ taskName: "scan" }] },
    { stage: "pre_apply", taskResults: [{ taskName: "scan" }] },
  ]);
  await emulator.stop();
});
