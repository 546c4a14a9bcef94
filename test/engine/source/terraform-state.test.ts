import { ConfigurationError } from "../../../src/engine/configuration-error";
import { readModules, type OrganizationsInCode } from "../../../src/engine/source/read-modules";
import { parseState } from "../../../src/engine/source/terraform-state";
import { UnsupportedDocumentError } from "../../../src/terraform/unsupported-document";

/** A problem of the code, as far as tests look at it. */
interface Problem {
  readonly where: string;
  readonly message: string;
}

/** A Terraform state with projects and memberships: address → attributes, and what else its instance has. */
function state(objects: Readonly<Record<string, object>>, others: object = {}): object {
  return {
    version: 4,
    terraform_version: "1.11.4",
    serial: 7,
    lineage: "3a1f",
    resources: Object.entries(objects).map(([address, { instance, resource, ...attributes }]: [string, Stored]) => ({
      mode: "managed",
      type: address.split(".")[0],
      name: address.split(".")[1],
      provider: 'provider["registry.terraform.io/tfprojects/tfprojects"]',
      instances: [{ attributes, ...instance }],
      ...resource,
    })),
    ...others,
  };
}

interface Stored {
  readonly instance?: object;
  readonly resource?: object;
}

function problemsOf(run: () => unknown): readonly Problem[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigurationError)
      return error.problems.map(({ where, detail: message }) => ({ where, message }));
    throw error;
  }
  return [];
}

const platform = { id: "prj-1", name: "Platform", organization: "acme", deletion_policy: "evacuate" };
const membership = {
  id: "prj-1",
  project_id: "prj-1",
  organization: "acme",
  workspace_ids: ["ws-1"],
  workspace_names: ["api"],
  exclusive: true,
  on_destroy: "retain",
};

describe("a state", () => {
  test("has the projects and memberships of the code, and where it was read", () => {
    const content = state({
      "tfprojects_project.platform": platform,
      "tfprojects_workspace_membership.platform": membership,
      "null_resource.other": { id: "1" },
    });
    expect(parseState(content, "terraform.tfstate")).toMatchObject({
      source: "terraform.tfstate",
      lineage: "3a1f",
      serial: 7,
      isOfOthers: false,
      objects: [
        {
          kind: "project",
          address: "tfprojects_project.platform",
          id: "prj-1",
          name: "Platform",
          deletionPolicy: "evacuate",
          status: "ok",
        },
        {
          kind: "membership",
          address: "tfprojects_workspace_membership.platform",
          projectId: "prj-1",
          workspaceIds: ["ws-1"],
          workspaceNames: ["api"],
          exclusive: true,
          onDestroy: "retain",
        },
      ],
    });
  });

  test("has the address of each instance", () => {
    const content = state({ "tfprojects_project.platform": platform });
    const [resource] = (content as { resources: [{ instances: object[] }] }).resources;
    resource.instances = [
      { index_key: 0, attributes: platform },
      { index_key: "a.b", attributes: platform },
    ];
    expect(parseState(content, "-").objects.map(({ address }) => address)).toEqual([
      "tfprojects_project.platform[0]",
      'tfprojects_project.platform["a.b"]',
    ]);
  });

  test.each<[string, unknown, string]>([
    ["that is not an object", [], "It is not a JSON object."],
    ["that is encrypted", { serial: 1, lineage: "a", encrypted_data: "…" }, "It is encrypted."],
    ["of a newer format", state({}, { version: 5 }), "It has format version 5, and only version 4 is supported."],
    ["of an older format", state({}, { version: 3 }), "It has format version 3, and only version 4 is supported."],
    ["printed by terraform show -json", { format_version: "1.0", values: {} }, "It is the output of `terraform show"],
    ["without a format version", {}, "It has no format version."],
    ["without resources", { version: 4, serial: 1, lineage: "a" }, "It has no lineage, no serial or no resources."],
    ["with a project without an id", state({ "tfprojects_project.a": {} }), "tfprojects_project.a has no id."],
    [
      "with a placement of a newer schema",
      state({ "tfprojects_workspace_placement.a": { instance: { schema_version: 1 } } }),
      "tfprojects_workspace_placement.a was written by a newer version of the provider.",
    ],
    [
      "with a project of a newer schema",
      state({ "tfprojects_project.a": { ...platform, instance: { schema_version: 1 } } }),
      "tfprojects_project.a was written by a newer version of the provider.",
    ],
    [
      "with a policy that is unknown",
      state({ "tfprojects_project.a": { ...platform, deletion_policy: "archive" } }),
      'tfprojects_project.a has deletion_policy "archive", which this version of tfprojects does not know.',
    ],
    [
      "with a mode that is unknown",
      state({ "tfprojects_project.a": { ...platform, resource: { mode: "ephemeral" } } }),
      "tfprojects_project.a has the mode ephemeral, which this version does not know.",
    ],
    [
      "without a mode",
      state({ "tfprojects_project.a": { ...platform, resource: { mode: undefined } } }),
      "tfprojects_project.a has the mode (none), which this version does not know.",
    ],
  ])("%s is refused", (_, content, reason) => {
    expect(() => parseState(content, "-")).toThrow(UnsupportedDocumentError);
    expect(() => parseState(content, "-")).toThrow(reason);
  });
});

describe("code with a state", () => {
  const code = { resource: { tfprojects_project: { platform: { name: "Core" } } } };
  const read = (content: object, states: object): OrganizationsInCode =>
    readModules([{ name: "stack", files: [{ path: "f", content }], state: parseState(states, "-") }], "acme");
  const desired = (content: object, states: object) => read(content, states).organizations[0]!;

  test("identifies a project by its recorded id, also after a rename, and ignores its import block", () => {
    const imported = { ...code, import: [{ to: "tfprojects_project.platform", id: "prj-9" }] };
    const [project] = desired(imported, state({ "tfprojects_project.platform": platform })).projects;
    expect(project).toMatchObject({ name: "Core", stateId: "prj-1" });
    expect(project).not.toHaveProperty("id");
  });

  test.each([true, "${local.adopts}", "true"])("has the name in the state, and adopt_existing = %j", (adopts) => {
    const project = { name: "Core", adopt_existing: adopts };
    const adopting = { locals: { adopts: true }, resource: { tfprojects_project: { platform: project } } };
    const result = desired(adopting, state({ "tfprojects_project.platform": platform }));
    expect(result.projects).toMatchObject([{ stateSettings: { name: "Platform" }, adoptExisting: true }]);
  });

  test("follows moved blocks, one after the other", () => {
    const moved = [
      { from: "tfprojects_project.a", to: "tfprojects_project.b" },
      { from: "tfprojects_project.b", to: "tfprojects_project.platform" },
    ];
    const result = desired({ ...code, moved }, state({ "tfprojects_project.a": platform }));
    expect(result.projects).toMatchObject([{ stateId: "prj-1" }]);
    expect(result.inState?.droppedProjects).toEqual([]);
  });

  test.each<[string, object]>([
    ["without to", { moved: { from: "tfprojects_project.a" } }],
    ["with an unknown argument", { moved: { from: "tfprojects_project.a", to: "x.b", form: 1 } }],
    ["with an expression", { moved: { from: "${tfprojects_project.a}", to: "x.b" } }],
    ["of a resource to a module", { moved: { from: "tfprojects_project.a", to: "module.m" } }],
    ["to the same address", { moved: { from: "x.a", to: "x.a" } }],
    ["of what is in the code", { moved: { from: "tfprojects_project.platform", to: "x.b" } }],
    [
      "to two addresses",
      {
        moved: [
          { from: "x.a", to: "x.b" },
          { from: "x.a", to: "x.c" },
        ],
      },
    ],
    [
      "of two addresses to one",
      {
        moved: [
          { from: "x.a", to: "x.c" },
          { from: "x.b", to: "x.c" },
        ],
      },
    ],
    [
      "in a cycle",
      {
        moved: [
          { from: "x.a", to: "x.b" },
          { from: "x.b", to: "x.a" },
        ],
      },
    ],
    ["that removes without from", { removed: { lifecycle: { destroy: false } } }],
    ["that removes with an unknown argument", { removed: { from: "x.a", lifecycel: { destroy: false } } }],
    ["that removes an instance", { removed: { from: "x.a[0]" } }],
    ["that removes what is in the code", { removed: { from: "tfprojects_project.platform" } }],
    ["with an expression for destroy", { removed: { from: "x.a", lifecycle: { destroy: "${false}" } } }],
  ])("a moved or removed block %s is a problem", (_, blocks) => {
    const found = problemsOf(() => read({ ...code, ...blocks }, state({})));
    const [type] = Object.keys(blocks);
    expect(found).toContainEqual({
      where: expect.stringContaining(`, in ${type}`) as string,
      message: "Terraform does not accept this block: `terraform plan` says why.",
    });
  });

  test("the same moved block may be there twice", () => {
    const move = { from: "tfprojects_project.a", to: "tfprojects_project.platform" };
    const result = desired({ ...code, moved: [move, move] }, state({ "tfprojects_project.a": platform }));
    expect(result.projects).toMatchObject([{ stateId: "prj-1" }]);
  });

  test("of several removed blocks of an address the first counts, and of lifecycle blocks the last", () => {
    const from = "tfprojects_project.a";
    const [keep, destroy] = [{ destroy: false }, { destroy: true }];
    const dropped = (removed: object): number | undefined =>
      desired({ ...code, removed }, state({ [from]: platform })).inState?.droppedProjects.length;
    expect([
      dropped([
        { from, lifecycle: keep },
        { from, lifecycle: destroy },
      ]),
      dropped([
        { from, lifecycle: destroy },
        { from, lifecycle: keep },
      ]),
      dropped({ from, lifecycle: [keep, destroy] }),
      dropped({ from, lifecycle: [destroy, keep] }),
      dropped({ from }),
      dropped([{ from: "tfprojects_project.other", lifecycle: keep }]),
    ]).toEqual([0, 1, 1, 0, 1, 1]);
  });

  test("a project that moves to a resource of another provider is left to Terraform", () => {
    const moved = { from: "tfprojects_project.a", to: "tfe_project.a" };
    expect(() => read({ ...code, moved }, state({ "tfprojects_project.a": platform }))).toThrow(
      /tfe_project\.a: A `moved` block gives it another type/,
    );
  });

  test("an object whose provider has no configuration any more is a problem, unless the code has it elsewhere", () => {
    const resource = { provider: 'provider["terraform.local/tfprojects/tfprojects"].gone' };
    const states = (label: string): object => state({ [`tfprojects_project.${label}`]: { ...platform, resource } });
    expect(() => read(code, states("left"))).toThrow(/tfprojects_project\.left: Provider configuration not present/);
    expect(desired(code, states("platform")).projects).toMatchObject([{ stateId: "prj-1" }]);
  });

  test("knows which projects the code no longer has, but for those that a removed block forgets", () => {
    const states = state({
      "tfprojects_project.left": platform,
      "tfprojects_project.forgotten": { ...platform, id: "prj-2" },
    });
    const removed = [{ from: "tfprojects_project.forgotten", lifecycle: [{ destroy: false }] }];
    expect(desired({ ...code, removed }, states).inState?.droppedProjects).toMatchObject([
      { address: "tfprojects_project.left", id: "prj-1", deletionPolicy: "evacuate" },
    ]);
  });

  test("a project that changes its organization is a new one, and the recorded one is dropped", () => {
    const states = state({ "tfprojects_project.platform": { ...platform, organization: "other" } });
    const { organizations } = read(code, states);
    expect(organizations.map((it) => [it.name, it.projects.length, it.inState?.droppedProjects.length])).toEqual([
      ["acme", 1, 0],
      ["other", 0, 1],
    ]);
    expect(organizations[0]!.projects[0]).not.toHaveProperty("recordedId");
  });

  test("leaves out objects of modules that are not read", () => {
    const states = state({ "tfprojects_project.left": { ...platform, resource: { module: "module.teams" } } });
    expect(desired({ ...code, module: { teams: {} } }, states).inState?.droppedProjects).toEqual([]);
    expect(desired(code, states).inState?.droppedProjects).toMatchObject([
      { address: "module.teams.tfprojects_project.left" },
    ]);
  });

  test("is refused if the state has types that the provider does not have", () => {
    const states = state({
      "tfprojects_projct.left": { id: "1" },
      "tfprojects_team.read": { id: "2", resource: { mode: "data" } },
      "tfprojects_projct.forgotten": { id: "3" },
      "tfprojects_projct.called": { id: "4", resource: { module: "module.teams" } },
    });
    const removed = [{ from: "tfprojects_projct.forgotten", lifecycle: [{ destroy: false }] }];
    const advice = "Use the version of tfprojects that Terraform has used.";
    expect(problemsOf(() => read({ ...code, removed, module: { teams: {} } }, states))).toEqual([
      {
        where: "tfprojects_projct.left",
        message:
          'The provider tfprojects does not support resource type "tfprojects_projct". ' +
          `Did you mean "tfprojects_project"? ${advice}`,
      },
      {
        where: "data.tfprojects_team.read",
        message: `The provider tfprojects does not support data source "tfprojects_team". ${advice}`,
      },
    ]);
  });

  test("uses the connection of the provider that an object was applied with", () => {
    const provider = { tfprojects: [{}, { alias: "b", address: "https://b.example.com" }] };
    const states = state({
      "tfprojects_project.left": { ...platform, resource: { provider: 'provider["x/y/tfprojects"].b' } },
    });
    const { organizations } = read({ ...code, provider }, states);
    expect(organizations.map(({ connection }) => connection?.address)).toEqual([undefined, "https://b.example.com"]);
  });

  test.each([
    ["tainted", { status: "tainted" }, "terraform untaint tfprojects_project.platform"],
    ["deposed", { deposed: "0a1b" }, "a deposed object"],
  ])("a %s project is an error", (_, instance, message) => {
    expect(() => read(code, state({ "tfprojects_project.platform": { ...platform, instance } }))).toThrow(message);
  });

  test("a tainted project that left the code is destroyed, as without the mark", () => {
    const states = state({ "tfprojects_project.left": { ...platform, instance: { status: "tainted" } } });
    expect(desired(code, states).inState?.droppedProjects).toMatchObject([
      { address: "tfprojects_project.left", id: "prj-1", deletionPolicy: "evacuate" },
    ]);
  });
});
