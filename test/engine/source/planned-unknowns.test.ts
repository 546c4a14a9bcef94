import { readPlan } from "../../../src/engine/source/read-plan";
import { parsePlan } from "../../../src/terraform/plan";
import { configuration, planJson, type Expression, type ModuleJson, type ObjectChange } from "../../support/plan-json";

const W = "tfe_workspace";
const M = "tfprojects_workspace_membership.m";

const created = (name: string): ObjectChange => ({ after: { name }, unknown: { id: true, html_url: true } });
const existing = (id: string): ObjectChange => ({ before: { id, name: id } });

/** A membership some of whose workspaces are not known; the others have these ids. */
function membership(unknown: unknown, ids: readonly (string | null)[] = []): ObjectChange {
  const after = { project_id: "prj-1", workspace_ids: ids };
  return { after, unknown: { id: true, workspace_ids: unknown, workspace_names: true } };
}

function desired(changes: Readonly<Record<string, ObjectChange>>, root: ModuleJson, others: object = {}) {
  const content = planJson(changes, { configuration: configuration(root), ...others });
  return readPlan(parsePlan(content, "plan.json"), undefined).organizations[0]!;
}

/** The unknown workspaces of the only membership, whose `workspace_ids` refer to these. */
function unknownOf(
  changes: Readonly<Record<string, ObjectChange>>,
  workspaceIds: Expression,
  { others = {}, ...root }: ModuleJson & { readonly others?: object } = {},
) {
  const resources = { ...root.resources, [M]: { project_id: ["var.p"], workspace_ids: workspaceIds } };
  return desired(changes, { ...root, resources }, others).memberships[0]!.afterApply;
}

const PAIR = { [`${W}.api`]: created("api"), [`${W}.web`]: created("web") };

describe("workspaces that the plan creates", () => {
  test("are those that the code refers to, beside ids that are known", () => {
    const changes = { ...PAIR, [`${W}.old`]: existing("ws-1"), [M]: membership([false, true], ["ws-1", null]) };
    const resources = { [M]: { project_id: ["var.p"], workspace_ids: [`${W}.old.id`, `${W}.api.id`] } };
    expect(desired(changes, { resources })).toMatchObject({
      memberships: [{ workspaceIds: ["ws-1"], afterApply: { count: 1, created: [`${W}.api`], dependsOn: [] } }],
      createdWorkspaces: [
        { address: `${W}.api`, name: "api" },
        { address: `${W}.web`, name: "web" },
      ],
    });
  });

  test("are known by their addresses if their names are not known, or are sensitive", () => {
    const changes = {
      [`${W}.secret`]: { ...created("secret"), sensitive: { name: true } },
      [`${W}.later`]: { after: {}, unknown: { id: true, name: true } },
      [M]: membership([true, true], [null, null]),
    };
    const resources = { [M]: { project_id: ["var.p"], workspace_ids: [`${W}.secret.id`, `${W}.later.id`] } };
    expect(desired(changes, { resources }).createdWorkspaces).toEqual([
      { address: `${W}.secret` },
      { address: `${W}.later` },
    ]);
  });

  test("are those in the list of names, too, if their names are not known", () => {
    const changes = {
      [`${W}.api`]: { after: {}, unknown: { id: true, name: true } },
      [M]: { after: { project_id: "prj-1", workspace_names: [null] }, unknown: { workspace_names: [true] } },
    };
    const resources = { [M]: { project_id: ["var.p"], workspace_names: [`${W}.api.name`] } };
    expect(desired(changes, { resources }).memberships).toMatchObject([
      { workspaceNames: [], afterApply: { count: 1, created: [`${W}.api`], dependsOn: [] } },
    ]);
  });

  test("are new ones also if they replace others", () => {
    const replaced: ObjectChange = { ...existing("ws-1"), actions: ["delete", "create"], ...created("api") };
    expect(unknownOf({ [`${W}.api`]: replaced, [M]: membership([true], [null]) }, [`${W}.api.id`])).toEqual({
      count: 1,
      created: [`${W}.api`],
      dependsOn: [],
    });
  });

  const ALL = { [`${W}.all["a"]`]: created("a"), [`${W}.all["b"]`]: created("b"), [`${W}.all["c"]`]: created("c") };

  test("are all instances of a resource if there are as many; otherwise some of them", () => {
    const addresses = Object.keys(ALL);
    const three = membership([true, true, true], [null, null, null]);
    expect(unknownOf({ ...ALL, [M]: three }, [`${W}.all`])).toEqual({ count: 3, created: addresses, dependsOn: [] });
    const two = membership([true, true], [null, null]);
    expect(unknownOf({ ...ALL, [M]: two }, [`${W}.all`])).toEqual({ count: 2, created: addresses, dependsOn: [] });
  });

  test.each<[string, readonly string[], unknown]>([
    ["its own key", ["each.key"], { a: [], b: [] }],
    ["keys in its own value", ["each.value.names"], { a: { names: ["a", "c"] }, b: { names: ["b"] } }],
  ])("are the instances with %s", (_, keys, teams) => {
    const resources = {
      [M]: { project_id: ["var.p"], workspace_ids: [`${W}.all`, ...keys], for_each: ["var.teams"] },
    };
    const its = keys[0] === "each.key" ? [`${W}.all["a"]`] : [`${W}.all["a"]`, `${W}.all["c"]`];
    const marks = its.map(() => true);
    const changes = { ...ALL, [`${M}["a"]`]: membership(marks, [null]) };
    expect(desired(changes, { resources }, { variables: { teams: { value: teams } } }).memberships).toMatchObject([
      { afterApply: { count: its.length, created: its, dependsOn: [] } },
    ]);
  });

  test("are those in modules, by output or by any output that has workspaces", () => {
    const changes = {
      'module.ws["a"].tfe_workspace.this': created("a"),
      'module.ws["b"].tfe_workspace.this': created("b"),
      'module.ws["b"].terraform_data.x': { after: {}, unknown: { output: true } },
      [M]: membership([true], [null]),
    };
    const outputs = { id: [`${W}.this.id`], url: [`${W}.this.html_url`], other: ["terraform_data.x.output"] };
    const calls = { ws: { outputs, forEach: ["var.all"] } };
    const addresses = ['module.ws["a"].tfe_workspace.this', 'module.ws["b"].tfe_workspace.this'];
    expect(unknownOf(changes, ['module.ws["a"].id'], { calls })).toEqual({
      count: 1,
      created: [addresses[0]],
      dependsOn: [],
    });
    const both = { ...changes, [M]: membership([true, true], [null, null]) };
    expect(unknownOf(both, ["module.ws"], { calls })).toEqual({ count: 2, created: addresses, dependsOn: [] });
    expect(unknownOf(changes, ["module.ws"], { calls })).toEqual({
      count: 1,
      created: addresses,
      dependsOn: ["module.ws"],
    });
  });

  test("may be what a local value has, if nothing else is unknown", () => {
    const changes = { ...PAIR, [M]: membership([true, true], [null, null]) };
    const addresses = Object.keys(PAIR);
    expect(unknownOf(changes, ["local.ids"])).toEqual({ count: 2, created: addresses, dependsOn: [] });
    const other = { "terraform_data.x": { after: {}, unknown: { output: true } } };
    expect(unknownOf({ ...changes, ...other }, ["local.ids"])).toEqual({
      count: 2,
      created: addresses,
      dependsOn: ["local.ids"],
    });
  });
});

describe("workspaces that may exist are not called created", () => {
  const one = membership([true], [null]);

  test.each<[string, Readonly<Record<string, ObjectChange>>, readonly string[], readonly string[]]>([
    [
      "an output of another resource",
      { "terraform_data.x": { after: {}, unknown: { id: true, output: true } } },
      ["terraform_data.x.output"],
      ["terraform_data.x.output"],
    ],
    [
      "a data source that is read during apply",
      { "data.tfe_workspace.x": { actions: ["read"], after: { name: "x" }, unknown: { id: true } } },
      ["data.tfe_workspace.x.id"],
      ["data.tfe_workspace.x.id"],
    ],
    [
      "a resource of a workspace that is created, by another attribute",
      PAIR,
      [`${W}.api.html_url`],
      [`${W}.api.html_url`],
    ],
    ["a function without references", {}, [], [`${M}.workspace_ids`]],
    ["something known, and a function", { [`${W}.old`]: existing("ws-1") }, [`${W}.old.id`], [`${W}.old.id`]],
  ])("%s", (_, changes, references, dependsOn) => {
    expect(unknownOf({ ...changes, [M]: one }, references)).toEqual({ count: 1, created: [], dependsOn });
  });

  test("more of them than are created", () => {
    const two = membership([true, true], [null, null]);
    expect(unknownOf({ ...PAIR, [M]: two }, [`${W}.api.id`])).toEqual({
      count: 2,
      created: [`${W}.api`],
      dependsOn: [`${W}.api.id`],
    });
  });

  test("a list of which nothing is known: members that exist are not either", () => {
    expect(unknownOf({ ...PAIR, [M]: membership(true) }, [`${W}.api.id`, "var.ids"])).toEqual({
      created: [`${W}.api`],
      dependsOn: [`${W}.api.id`, "var.ids"],
    });
  });
});

test("a list that the code leaves out is no list of unknown members", () => {
  const changes = {
    [M]: { after: { project_id: "prj-1", workspace_ids: ["ws-1"] }, unknown: { workspace_names: true } },
  };
  expect(unknownOf(changes, { constant_value: ["ws-1"] })).toBeUndefined();
});
