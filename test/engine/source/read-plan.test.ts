import { ConfigurationError } from "../../../src/engine/configuration-error";
import type { OrganizationsInCode } from "../../../src/engine/source/read-modules";
import { organizationKey } from "../../../src/engine/organization";
import { readPlan } from "../../../src/engine/source/read-plan";
import { parsePlan } from "../../../src/terraform/plan";
import { UnsupportedDocumentError } from "../../../src/terraform/unsupported-document";
import { configuration, planJson, type Expression, type ObjectChange } from "../../support/plan-json";

/** A problem of the code, as far as tests look at it. */
interface Problem {
  readonly where: string;
  readonly message: string;
}

const read = (content: object, organization?: string): OrganizationsInCode =>
  readPlan(parsePlan(content, "plan.json"), organization);
const desired = (content: object) => read(content).organizations[0]!;

function problems(content: object): readonly Problem[] {
  try {
    read(content);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return error.problems.map(({ where, detail: message }) => ({ where, message }));
    throw error;
  }
  return [];
}

const platform = { id: "prj-1", name: "Platform" };
const members = { id: "prj-1", project_id: "prj-1", workspace_ids: ["ws-1"], workspace_names: ["api"] };

describe("workspaces of hashicorp/tfe that set a project", () => {
  const workspace = { id: "ws-1", name: "api", organization: "ACME", project_id: "prj-2" };
  const found = (change: object, expressions: Readonly<Record<string, Expression>> = {}): unknown => {
    const name = { constant_value: "Platform" };
    const resources = { "tfe_workspace.api": expressions, "tfprojects_project.a": { name } };
    const content = planJson(
      { "tfprojects_project.a": { before: platform }, "tfe_workspace.api": change },
      { configuration: configuration({ resources }) },
    );
    return desired(content).tfeWorkspaces;
  };
  const known = { project_id: { constant_value: "prj-2" } };
  const expected = { address: "tfe_workspace.api", id: "ws-1", name: "api", project: { by: "id", id: "prj-2" } };

  test("are certain to have an effect if Terraform changes the project", () => {
    const change = { actions: ["update"], before: { ...workspace, project_id: "prj-1" }, after: workspace };
    expect(found(change, known)).toEqual([{ ...expected, certainty: "moves" }]);
    expect(found({ before: workspace }, known)).toEqual([{ ...expected, certainty: "sets" }]);
  });

  test("are left out without a project in the code, and in other organizations", () => {
    expect(found({ before: workspace })).toBeUndefined();
    expect(found({ before: { ...workspace, organization: "other" } }, known)).toBeUndefined();
  });
});

describe("projects", () => {
  test("have the planned values, and the ids of the state", () => {
    const content = planJson({
      'tfprojects_project.team["a"]': {
        actions: ["update"],
        before: platform,
        after: { ...platform, name: "Core", description: "Shared", previous_names: ["Base"], tags: { a: "b" } },
      },
      "tfprojects_project.new": { after: { name: "New" } },
    });
    expect(desired(content).projects).toMatchObject([
      {
        address: 'tfprojects_project.team["a"]',
        name: "Core",
        description: "Shared",
        previousNames: ["Base"],
        tags: { a: "b" },
        stateId: "prj-1",
      },
      { address: "tfprojects_project.new", name: "New" },
    ]);
    expect(desired(content).projects[1]).not.toHaveProperty("recordedId");
  });

  test("that the code does not tag keep their tags: planned ones are those that were recorded", () => {
    const resources = { "tfprojects_project.a": { name: { constant_value: "Platform" } } };
    const content = planJson(
      { "tfprojects_project.a": { before: { ...platform, tags: { a: "b" } } } },
      { configuration: configuration({ resources }) },
    );
    expect(desired(content).projects[0]!.tags).toBeUndefined();
  });

  test("that are imported or adopted have their ids, and no recorded ones", () => {
    const content = planJson({
      "tfprojects_project.imported": { before: platform, importing: { id: "acme/Platform" } },
      "tfprojects_project.adopted": { after: { ...platform, id: "prj-2" }, unknown: {} },
    });
    const [imported, adopted] = desired(content).projects;
    expect([imported, adopted]).toMatchObject([{ id: "prj-1" }, { id: "prj-2" }]);
    expect(imported).not.toHaveProperty("recordedId");
  });

  test("that are deleted are dropped ones, and those that are forgotten are unmanaged", () => {
    const content = planJson({
      "tfprojects_project.gone": {
        actions: ["delete"],
        before: { ...platform, deletion_policy: "evacuate" },
        after: null,
      },
      "tfprojects_project.forgotten": { actions: ["forget"], before: { ...platform, id: "prj-2" }, after: null },
    });
    expect(desired(content)).toMatchObject({
      projects: [],
      inState: {
        states: [],
        terraformPlan: { source: "plan.json", createdAt: "2026-11-22T12:41:52Z" },
        droppedProjects: [{ address: "tfprojects_project.gone", id: "prj-1", deletionPolicy: "evacuate" }],
      },
    });
    expect(desired(content).inState!.droppedProjects).toHaveLength(1);
  });

  test("that are moved have the id at their new address", () => {
    const content = planJson({
      "module.a.tfprojects_project.new": { before: platform, more: { previous_address: "tfprojects_project.old" } },
    });
    expect(desired(content).projects).toMatchObject([{ address: "module.a.tfprojects_project.new", stateId: "prj-1" }]);
  });

  test("that change their organization are new ones, and the recorded ones are dropped", () => {
    const content = planJson({
      "tfprojects_project.a": {
        actions: ["delete", "create"],
        before: { ...platform, organization: "other" },
        after: { name: "Platform" },
        more: { action_reason: "replace_because_cannot_update" },
      },
    });
    const { organizations } = read(content);
    expect(organizations.map((it) => [it.name, it.projects.length, it.inState?.droppedProjects.length])).toEqual([
      ["acme", 1, 0],
      ["other", 0, 1],
    ]);
  });

  test.each<[string, object, string, string]>([
    ["tainted", { action_reason: "replace_because_tainted" }, "", "terraform untaint tfprojects_project.a"],
    ["to be replaced", { action_reason: "replace_by_request" }, "", "The engine does not replace projects."],
    ["deposed", { deposed: "1234" }, "", "The state has a deposed object"],
  ])("that are %s are problems", (_, more, where, message) => {
    const change = { actions: ["delete", "create"], before: platform, after: { name: "Platform" }, more };
    expect(problems(planJson({ "tfprojects_project.a": change }))).toEqual([
      { where: `tfprojects_project.a${where}`, message: expect.stringContaining(message) },
    ]);
  });

  test.each([
    [
      "known only after apply",
      { unknown: { id: true, name: true } },
      "name",
      "only after apply, which depends on random",
    ],
    ["sensitive", { sensitive: { description: true } }, "description", "Use nonsensitive(…) in the code."],
    ["sensitive in part", { sensitive: { tags: { a: true } } }, "tags", "The value is sensitive"],
    ["imported under an id that is not known", { importing: { unknown: true } }, "", "Use a literal id."],
    ["planned in a way that is not known", { actions: ["explode"] }, "", "does not know"],
  ])("that are %s are problems", (_, change, attribute, message) => {
    const resources = { "tfprojects_project.a": { name: ["random_pet.name.id"], description: ["var.a"] } };
    const content = planJson(
      { "tfprojects_project.a": { after: { name: "x" }, ...change } },
      { configuration: configuration({ resources }) },
    );
    expect(problems(content)).toEqual([
      {
        where: `tfprojects_project.a${attribute === "" ? "" : `.${attribute}`}`,
        message: expect.stringContaining(message),
      },
    ]);
  });
});

describe("memberships", () => {
  test("refer to projects of the plan by address, and to others by id", () => {
    const content = planJson({
      "tfprojects_project.a": { before: platform },
      "tfprojects_workspace_membership.a": { before: members },
      "tfprojects_workspace_membership.b": { before: { ...members, id: "prj-2", project_id: "prj-2" } },
    });
    expect(desired(content).memberships).toMatchObject([
      { address: "tfprojects_workspace_membership.a", project: { by: "address", address: "tfprojects_project.a" } },
      { address: "tfprojects_workspace_membership.b", project: { by: "id", id: "prj-2" } },
    ]);
  });

  test("have the workspaces that the code names, not those that the provider adds", () => {
    const resources = { "tfprojects_workspace_membership.a": { project_id: ["var.a"], workspace_names: ["var.b"] } };
    const content = planJson(
      { "tfprojects_workspace_membership.a": { before: members } },
      { configuration: configuration({ resources }) },
    );
    expect(desired(content).memberships).toMatchObject([{ workspaceIds: [], workspaceNames: ["api"] }]);
  });

  test("of the state are recorded, those too that the plan deletes, but not those that it forgets", () => {
    const content = planJson({
      "tfprojects_workspace_membership.a": {
        actions: ["update"],
        before: members,
        after: { ...members, workspace_names: [], on_destroy: "retain" },
      },
      "tfprojects_workspace_membership.b": { actions: ["delete"], before: members, after: null },
      "tfprojects_workspace_membership.c": { actions: ["forget"], before: members, after: null },
    });
    const { memberships, inState } = desired(content);
    expect(memberships).toMatchObject([{ address: "tfprojects_workspace_membership.a", onDestroy: "retain" }]);
    expect(inState!.memberships).toMatchObject([
      { address: "tfprojects_workspace_membership.a", projectId: "prj-1", workspaceNames: ["api"] },
      { address: "tfprojects_workspace_membership.b" },
    ]);
  });
});

describe("what another version of the provider has planned", () => {
  const team = { id: "team-1" };
  const unsupported =
    'The provider tfprojects does not support resource type "tfprojects_projct". Did you mean "tfprojects_project"? ' +
    "Use the version of tfprojects that Terraform has used.";

  test.each<[string, ObjectChange]>([
    ["creates", { after: team }],
    ["keeps", { before: team }],
    ["deletes", { actions: ["delete"], before: team, after: null }],
    ["replaces", { actions: ["delete", "create"], before: team, after: team }],
  ])("an object that it %s is a problem if its type is unknown", (_, change) => {
    const content = planJson({
      "module.a.tfprojects_projct.a[0]": change,
      "tfprojects_project.a": { before: platform },
    });
    expect(problems(content)).toEqual([{ where: "module.a.tfprojects_projct.a[0]", message: unsupported }]);
  });

  test("an object of unknown type that it forgets changes nothing", () => {
    const content = planJson({
      "tfprojects_projct.a": { actions: ["forget"], before: team, after: null },
      "tfprojects_project.a": { before: platform },
    });
    expect(desired(content)).toMatchObject({ projects: [{ name: "Platform" }], memberships: [] });
  });

  test.each<[string, ObjectChange]>([
    ["has read", { before: team }],
    ["reads during apply", { actions: ["read"], after: team }],
  ])("a data source that it %s is a problem if its type is unknown", (_, change) => {
    const content = planJson({ "data.tfprojects_team.a": change, "tfprojects_project.a": { before: platform } });
    const message = expect.stringContaining('does not support data source "tfprojects_team".');
    expect(problems(content)).toEqual([{ where: "data.tfprojects_team.a", message }]);
  });

  test.each<[string, object, string, string]>([
    ["an argument", { nme: { constant_value: "x" } }, "nme", 'is named "nme". Did you mean "name"?'],
    ["a block", { rule: [{ project: { constant_value: "x" } }] }, "rule", 'is named "rule".'],
  ])("%s that the code sets is a problem if it is unknown", (_, expressions, attribute, message) => {
    const resources = [{ address: "tfprojects_project.a", expressions }];
    const content = planJson(
      { "tfprojects_project.a": { before: platform } },
      { configuration: { root_module: { resources } } },
    );
    expect(problems(content)).toEqual([
      { where: `tfprojects_project.a.${attribute}`, message: expect.stringContaining(message) },
    ]);
  });

  test("an argument of the provider is a problem if it is unknown", () => {
    const content = planJson(
      { "tfprojects_project.a": { before: platform } },
      {
        configuration: configuration(
          {},
          { "tfprojects.b": { adress: { constant_value: "x" } }, tfe: { x: ["var.x"] } },
        ),
      },
    );
    const message = expect.stringContaining('Did you mean "address"?');
    expect(problems(content)).toEqual([{ where: "provider.tfprojects.b.adress", message }]);
  });

  test.each<[string, Readonly<Record<string, ObjectChange>>, string]>([
    [
      "another policy",
      { "tfprojects_workspace_membership.a": { before: { ...members, on_destroy: "archive" } } },
      'tfprojects_workspace_membership.a has on_destroy "archive", which this version of tfprojects does not know.',
    ],
    [
      "another mode",
      { "tfprojects_project.a": { before: platform, more: { mode: "ephemeral" } } },
      "tfprojects_project.a has the mode ephemeral, which this version does not know.",
    ],
    [
      "a mode that is no text",
      { "tfprojects_project.a": { before: platform, more: { mode: { is: "managed" } } } },
      'tfprojects_project.a has the mode {"is":"managed"}, which this version does not know.',
    ],
  ])("%s is refused", (_, changes, reason) => {
    expect(() => read(planJson(changes))).toThrow(UnsupportedDocumentError);
    expect(() => read(planJson(changes))).toThrow(reason);
  });

  test("an object with a newer schema is refused", () => {
    const content = planJson({ "tfprojects_project.a": { before: platform } });
    const [resource] = (content as PriorState).prior_state.values.root_module.resources;
    Object.assign(resource!, { schema_version: 1 });
    expect(() => read(content)).toThrow("tfprojects_project.a was written by a newer version of the provider.");
  });

  test("a project that is forgotten and created anew is a problem, as one that is replaced", () => {
    const change = { actions: ["create", "forget"], before: platform, after: { name: "Platform" } };
    expect(problems(planJson({ "tfprojects_project.a": change }))).toEqual([
      { where: "tfprojects_project.a", message: expect.stringContaining("The engine does not replace projects.") },
    ]);
  });
});

interface PriorState {
  readonly prior_state: { readonly values: { readonly root_module: { readonly resources: readonly object[] } } };
}

describe("data sources", () => {
  test("refer to projects that are not pruned", () => {
    const content = planJson({
      "data.tfprojects_project.read": { before: { id: "prj-7", name: "Shared" } },
      "data.tfprojects_project.later": { actions: ["read"], after: { name: "Later" } },
    });
    expect(desired(content).references).toEqual([
      { by: "name", name: "Later" },
      { by: "id", id: "prj-7" },
    ]);
  });
});

describe("the organization", () => {
  const one = { "tfprojects_project.a": { after: { name: "A", organization: undefined } } };
  const withProvider = (organization: object): object =>
    planJson(one, {
      variables: { org: { value: "from-variable" } },
      configuration: configuration({}, { tfprojects: { organization: organization as string[] } }),
    });

  test.each<[string, object, string | undefined]>([
    ["the planned one", planJson({ "tfprojects_project.a": { after: { name: "A" } } }), "acme"],
    ["a constant of the provider", withProvider({ constant_value: "fixed" }), "fixed"],
    ["a variable of the provider", withProvider(["var.org"]), "from-variable"],
    ["the default", planJson(one), "from-environment"],
  ])("is %s", (_, content, name) => {
    expect(read(content, "from-environment").organizations.map((it) => it.name)).toEqual([name]);
  });

  test("is a problem if there is none, once for all", () => {
    expect(problems(planJson({ ...one, "tfprojects_project.b": one["tfprojects_project.a"] }))).toEqual([
      { where: "tfprojects_project.a.organization", message: expect.stringContaining("other block") },
    ]);
  });
});

describe("the connection", () => {
  const connection = (provider: object, others: object = {}) =>
    read(
      planJson(
        { "tfprojects_project.a": { after: { name: "A" } } },
        { configuration: configuration({}, { tfprojects: provider as Record<string, string[]> }), ...others },
      ),
    );

  test("has constants and variables of the provider's configuration", () => {
    const variables = { url: { value: "https://tfe.example.com" }, secrets: { value: { token: "t" } } };
    const { organizations, tokens } = connection(
      { address: ["var.url"], token: ["var.secrets.token"], requests_per_second: { constant_value: 5 } },
      { variables },
    );
    expect(organizations[0]!.connection).toEqual({
      address: "https://tfe.example.com",
      hostname: null,
      requestsPerSecond: 5,
    });
    expect(tokens.get(organizationKey(organizations[0]!))).toBe("t");
  });

  test("has the environment's token if the plan does not have its value, and says so", () => {
    const { tokens, notices } = connection({ token: ["var.token"] });
    expect([...tokens]).toEqual([]);
    expect(notices).toEqual([expect.stringContaining("provider.tfprojects.token")]);
  });

  test("is a problem if its limit of requests would stop all work", () => {
    const content = planJson(
      { "tfprojects_project.a": { after: { name: "A" } } },
      { configuration: configuration({}, { tfprojects: { requests_per_second: { constant_value: 1e-9 } } }) },
    );
    expect(problems(content)).toEqual([
      {
        where: "provider.tfprojects.requests_per_second",
        message: "`requests_per_second` must be a number of at least 1/60 (one request per minute); it is 1e-9.",
      },
    ]);
  });

  test("is a problem if the plan does not have the address", () => {
    const content = planJson(
      { "tfprojects_project.a": { after: { name: "A" } } },
      { configuration: configuration({}, { tfprojects: { address: ["local.url"] } }) },
    );
    expect(problems(content)).toMatchObject([{ where: "provider.tfprojects.address" }]);
  });

  test("is that of the provider's configuration of each object", () => {
    const resources = { "tfprojects_project.b": { provider: ["tfprojects.eu"], name: ["var.x"] } };
    const content = planJson(
      {
        "tfprojects_project.a": { after: { name: "A" } },
        "tfprojects_project.b": { after: { name: "B", organization: "europe" } },
        "tfprojects_project.gone": {
          actions: ["delete"],
          before: { id: "prj-9", name: "Gone", organization: "europe" },
          after: null,
        },
      },
      {
        configuration: configuration(
          { resources },
          { tfprojects: {}, "tfprojects.eu": { hostname: { constant_value: "eu.example.com" } } },
        ),
      },
    );
    const { organizations } = read(content);
    expect(organizations.map((it) => [it.name, it.connection?.hostname])).toEqual([
      ["acme", undefined],
      ["europe", "eu.example.com"],
    ]);
    expect(organizations[1]!.inState!.droppedProjects).toHaveLength(1);
  });
});
