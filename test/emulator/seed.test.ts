import { DecodeError, Emulator, parseSeed } from "../../src/emulator";

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
    expect(error.message).toBe(error.problems.map(({ path, problem }) => `${path}: ${problem}`).join("\n"));
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
      { name: "aws", description: "Keys", priority: true, projects: ["Web"], workspaces: ["api"], owner: "Data" },
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
            { name: "ops", projects: { Nowhere: "read", Web: { access: "read", projectAccess: {} } } },
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
      "$.organizations[0].teams[0].projects.Web",
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
});
