import { ConfigurationError } from "../../../src/engine/configuration-error";
import { readPlan } from "../../../src/engine/source/read-plan";
import { parsePlan } from "../../../src/terraform/plan";
import { configuration, planJson, type Expression, type ModuleJson, type ObjectChange } from "../../support/plan-json";
import { ReadCount } from "../../support/read-count";

const created = (name: string): ObjectChange => ({ after: { name } });
const membership: ObjectChange = { after: { workspace_names: ["api"] }, unknown: { id: true, project_id: true } };

/** The projects of memberships with unknown ones, by address; the message of what cannot be known. */
function projectsOf(
  changes: Readonly<Record<string, ObjectChange>>,
  root: ModuleJson,
  variables: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const values = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, { value }]));
  const content = planJson(changes, { configuration: configuration(root), variables: values });
  try {
    const { organizations } = readPlan(parsePlan(content, "-"), undefined);
    return Object.fromEntries(
      organizations[0]!.memberships.map(({ address, project }) => [
        address,
        project.by === "address" ? project.address : project,
      ]),
    );
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return Object.fromEntries(error.problems.map(({ where, detail }) => [where, detail]));
  }
}

const P = "tfprojects_project";
const M = "tfprojects_workspace_membership";
const teams = { [`${P}.team["a"]`]: created("A"), [`${P}.team["b"]`]: created("B") };

/** The project of the instance "a" of a membership that refers to instances of `tfprojects_project.team`. */
function instanceOf(
  project: readonly string[],
  forEach?: Expression,
  variables?: Readonly<Record<string, unknown>>,
): unknown {
  const resources = { [`${M}.m`]: { project_id: project, ...(forEach === undefined ? {} : { for_each: forEach }) } };
  const found = projectsOf({ ...teams, [`${M}.m["a"]`]: membership }, { resources }, variables);
  return Object.values(found)[0];
}

describe("a project that is created with its membership", () => {
  test("is the one that the code names", () => {
    const resources = { [`${M}.m`]: { project_id: [`${P}.one.id`] } };
    const changes = { [`${P}.one`]: created("One"), [`${P}.two`]: created("Two"), [`${M}.m`]: membership };
    expect(projectsOf(changes, { resources })).toEqual({ [`${M}.m`]: `${P}.one` });
  });

  test.each<[string, readonly string[], Expression | undefined, Readonly<Record<string, unknown>> | undefined, string]>(
    [
      ["the instance with the key that the code has", [`${P}.team["b"].id`], undefined, undefined, "b"],
      ["the instance with its own key", [`${P}.team`, "each.key"], ["var.teams"], undefined, "a"],
      ["the instance that for_each has under its key", ["each.value.id"], [`${P}.team`], undefined, "a"],
      ["the instance of a set of literals", [`${P}.team`, "each.value"], undefined, undefined, "a"],
      ["the instance of a set of a variable", [`${P}.team`, "each.value"], ["var.keys"], { keys: ["a", "b"] }, "a"],
      [
        "the instance that a variable says",
        [`${P}.team`, "each.value.team"],
        ["var.all"],
        { all: { a: { team: "b" } } },
        "b",
      ],
      [
        "the instance that a constant says",
        [`${P}.team`, "each.value"],
        { constant_value: { a: "b" } },
        undefined,
        "b",
      ],
    ],
  )("is %s", (_, references, forEach, variables, key) => {
    expect(instanceOf(references, forEach, variables)).toBe(`${P}.team["${key}"]`);
  });

  test("is the instance with its index", () => {
    const resources = { [`${M}.m`]: { project_id: [`${P}.c`, "count.index"] } };
    const changes = { [`${P}.c[0]`]: created("A"), [`${P}.c[1]`]: created("B"), [`${M}.m[1]`]: membership };
    expect(projectsOf(changes, { resources })).toEqual({ [`${M}.m[1]`]: `${P}.c[1]` });
  });

  test.each<[string, readonly string[], Expression | undefined]>([
    ["something that a local value leads to", [`${P}.team`, "local.keys", "each.key"], ["var.teams"]],
    ["something that a variable leads to", [`${P}.team`, "var.keys", "each.key"], ["var.teams"]],
    ["a value of a for_each that only Terraform can evaluate", [`${P}.team`, "each.value.team"], ["local.all"]],
    ["a local value", ["local.ids"], undefined],
    ["one of two", [`${P}.team["a"].id`, `${P}.team["b"].id`], undefined],
  ])("is refused if it is %s", (_, references, forEach) => {
    expect(instanceOf(references, forEach)).toEqual(
      expect.stringContaining(
        `which project this is, which depends on ${references.toSorted().join(", ")}. Refer to one directly`,
      ),
    );
  });

  test("is the only new one, whatever leads to it", () => {
    const resources = { [`${M}.m`]: { project_id: ["local.ids", "each.key"] } };
    const changes = {
      [`${P}.team["a"]`]: created("A"),
      [`${P}.team["b"]`]: { before: { id: "prj-1", name: "B" } },
      [`${M}.m["x"]`]: membership,
    };
    expect(projectsOf(changes, { resources })).toEqual({ [`${M}.m["x"]`]: `${P}.team["a"]` });
  });

  test("is that of the membership that the code refers to", () => {
    const resources = {
      [`${M}.m`]: { project_id: [`${P}.one.id`] },
      [`${M}.n`]: { project_id: [`${M}.m.project_id`] },
    };
    const changes = { [`${P}.one`]: created("One"), [`${M}.m`]: membership, [`${M}.n`]: membership };
    expect(projectsOf(changes, { resources })).toEqual({ [`${M}.m`]: `${P}.one`, [`${M}.n`]: `${P}.one` });
  });
});

describe("modules", () => {
  const inside = {
    resources: { [`${M}.m`]: { project_id: [`${P}.p.id`] }, [`${M}.outer`]: { project_id: ["var.outer"] } },
    outputs: { project_id: [`${P}.p.id`], other: ["null_resource.x.id"] },
  };
  const changes = {
    ...teams,
    'module.sub["a"].tfprojects_project.p': created("Sub A"),
    'module.sub["b"].tfprojects_project.p': created("Sub B"),
    'module.sub["b"].null_resource.x': {},
  };

  test("have their own projects, and those that their variables are set to", () => {
    const root = { calls: { sub: { ...inside, forEach: ["var.teams"], with: { outer: [`${P}.team`, "each.key"] } } } };
    const memberships = { 'module.sub["b"].tfprojects_workspace_membership.m': membership };
    const outer = { 'module.sub["b"].tfprojects_workspace_membership.outer': membership };
    expect(projectsOf({ ...changes, ...memberships, ...outer }, root)).toEqual({
      'module.sub["b"].tfprojects_workspace_membership.m': 'module.sub["b"].tfprojects_project.p',
      'module.sub["b"].tfprojects_workspace_membership.outer': `${P}.team["b"]`,
    });
  });

  test.each<[string, readonly string[]]>([
    ["with the name of the output", ['module.sub["a"].project_id']],
    ["with the key of the instance, and without the output, which plans leave out", ["module.sub", "each.key"]],
  ])("give projects as outputs, referred to %s", (_, references) => {
    const root = { resources: { [`${M}.m`]: { project_id: references } }, calls: { sub: inside } };
    expect(projectsOf({ ...changes, [`${M}.m["a"]`]: membership }, root)).toEqual({
      [`${M}.m["a"]`]: 'module.sub["a"].tfprojects_project.p',
    });
  });

  test("that only pass a value on are followed", () => {
    const root = {
      resources: { [`${M}.m`]: { project_id: ["module.pass.id"] } },
      calls: { pass: { with: { in: [`${P}.team["b"].id`] }, outputs: { id: ["var.in"] } } },
    };
    expect(projectsOf({ ...teams, [`${M}.m`]: membership }, root)).toEqual({ [`${M}.m`]: `${P}.team["b"]` });
  });
});

describe("data sources that are read during apply", () => {
  const read = (type: string, after: object): Readonly<Record<string, ObjectChange>> => ({
    [`data.${type}.d`]: { actions: ["read"], after, unknown: { id: true } },
    [`${M}.m`]: membership,
  });

  test.each<[string, string, object, string, object]>([
    ["a name", "tfprojects_project", { name: "Later" }, "id", { by: "name", name: "Later" }],
    ["the default project", "tfprojects_project", { default: true }, "project_id", { by: "default" }],
    ["an id", "tfprojects_project", { project_id: "prj-1" }, "id", { by: "id", id: "prj-1" }],
    ["a name in the map of all", "tfprojects_projects", {}, 'ids["A B"]', { by: "name", name: "A B" }],
  ])("stand for %s", (_, type, after, attribute, project) => {
    const resources = { [`${M}.m`]: { project_id: [`data.${type}.d.${attribute}`] } };
    expect(projectsOf(read(type, after), { resources })).toEqual({ [`${M}.m`]: project });
  });

  test("of another provider are refused", () => {
    const resources = { [`${M}.m`]: { project_id: ["data.tfe_project.d.id"] } };
    expect(projectsOf(read("tfe_project", {}), { resources })).toEqual({
      [`${M}.m.project_id`]: expect.stringContaining("which project this is, which depends on data.tfe_project.d.id."),
    });
  });
});

test("a resource of another provider is refused", () => {
  const resources = { [`${M}.m`]: { project_id: ["terraform_data.x.output"] } };
  expect(projectsOf({ "terraform_data.x": {}, [`${M}.m`]: membership }, { resources })).toEqual({
    [`${M}.m.project_id`]: expect.stringContaining("terraform_data.x"),
  });
});

test("references that lead to themselves end", () => {
  const resources = { [`${M}.m`]: { project_id: [`${M}.m.id`] } };
  expect(projectsOf({ [`${M}.m`]: membership }, { resources })).toEqual({
    [`${M}.m.project_id`]: expect.stringContaining("only after apply"),
  });
});

describe("how often the objects of a plan are looked at", () => {
  const keys = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `k${index}`);

  /** Changes of each key, with the code of one of them. */
  interface Case {
    readonly of: (key: string) => Readonly<Record<string, ObjectChange>>;
    readonly root: ModuleJson;
  }

  function reads({ of, root }: Case, count: number): number {
    const changes = Object.assign({}, ...keys(count).map(of)) as Readonly<Record<string, ObjectChange>>;
    const plan = parsePlan(planJson(changes, { configuration: configuration(root) }), "-");
    const counted = new ReadCount();
    try {
      readPlan({ ...plan, changes: counted.objects(plan.changes) }, undefined);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
    }
    return counted.reads;
  }

  const pair = (key: string): Readonly<Record<string, ObjectChange>> => ({
    [`${P}.team["${key}"]`]: created(key),
    [`${M}.m["${key}"]`]: membership,
  });
  const inModule = (key: string): Readonly<Record<string, ObjectChange>> => ({
    [`module.team["${key}"].${P}.one`]: created(key),
    [`${M}.m["${key}"]`]: membership,
  });
  const listed: ObjectChange = { after: { project_id: "prj-1" }, unknown: { id: true, workspace_ids: true } };
  const calls = { team: { outputs: { id: [`${P}.one.id`] }, resources: { [`${P}.one`]: {} } } };
  const m = (project: readonly string[], more: Readonly<Record<string, Expression>> = {}): ModuleJson => ({
    resources: { [`${M}.m`]: { project_id: project, for_each: ["var.teams"], ...more } },
  });

  test.each<[string, Case]>([
    ["instances that are chosen by their keys", { of: pair, root: m([`${P}.team`, "each.key"]) }],
    ["instances of modules", { of: inModule, root: { ...m(["module.team", "each.key"]), calls } }],
    ["local values, which may be any new project", { of: pair, root: m(["local.ids"]) }],
    [
      "local values, which may be any new workspace",
      {
        of: (key) => ({
          [`tfe_workspace.w["${key}"]`]: { after: { name: key }, unknown: { id: true } },
          [`${M}.m["${key}"]`]: listed,
        }),
        root: m(["var.p"], { workspace_ids: ["local.all"] }),
      },
    ],
    [
      "projects that are known by their ids",
      {
        of: (key) => ({
          [`${P}.team["${key}"]`]: { before: { id: `prj-${key}`, name: key }, after: { id: `prj-${key}`, name: key } },
          [`${M}.m["${key}"]`]: { after: { project_id: `prj-${key}`, workspace_names: ["api"] } },
        }),
        root: m(["var.p"]),
      },
    ],
  ])("grows with their number: %s", (_, of) => {
    const [some, twice, fourTimes] = [10, 20, 40].map((count) => reads(of, count)) as [number, number, number];
    expect(fourTimes - twice).toBe(2 * (twice - some));
  });
});
