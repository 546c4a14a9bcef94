import type { LiveProjects } from "../../src/migrate/live";
import type { Project } from "../../src/model";
import { Configuration, project, settings, workspace, type Stored } from "./configurations";

let configuration: Configuration;
afterEach(() => configuration.remove());

const PROVIDER = 'provider "tfe" {\n  organization = "acme"\n}\n';

function code(text: string, more: Record<string, string> = {}): Configuration {
  return (configuration = new Configuration({ "main.tf": text, ...more }));
}

/** What the organization has: workspaces by project, and settings of projects. */
function live(workspaces: Record<string, string[]>, modes: Record<string, string> = {}): LiveProjects {
  return {
    projects: new Map(
      Object.keys(workspaces).map((id) => {
        const settingsOf = { defaultExecutionMode: modes[id] ?? null, defaultAgentPoolId: null };
        return [id, { id, organization: "acme", ...settingsOf } as Project];
      }),
    ),
    workspaces: Object.entries(workspaces).flatMap(([projectId, names]) =>
      names.map((name) => ({ id: `ws-${name}`, name, projectId, organization: "acme" })),
    ),
  };
}

describe("a project", () => {
  test("changes its type, with all references to it, and moves in the state", () => {
    const text = `${PROVIDER}
resource "tfe_project" "a" {
  name = "A"
}
resource "tfe_team_project_access" "x" {
  project_id = tfe_project.a.id
  depends_on = [tfe_project.a, data.tfe_project.a]
  note       = "\${tfe_project.a.name} tfe_project.a"
}
# tfe_project.a
moved {
  from = tfe_project.old
  to   = tfe_project.a
}
import {
  to = tfe_project.a
  id = "prj-a"
}
`;
    const { edited, files, migration } = code(text).migrate([project("a", "prj-a")]);
    expect(edited["main.tf"]).toBe(`${PROVIDER}
resource "tfprojects_project" "a" {
  name = "A"
}
resource "tfe_team_project_access" "x" {
  project_id = tfprojects_project.a.id
  depends_on = [tfprojects_project.a, data.tfe_project.a]
  note       = "\${tfprojects_project.a.name} tfe_project.a"
}
# tfe_project.a
moved {
  from = tfe_project.old
  to   = tfe_project.a
}
`);
    expect(files["migrate.tf"]).toContain("moved {\n  from = tfe_project.a\n  to   = tfprojects_project.a\n}\n");
    expect(files["tfprojects.tf"]).toContain('provider "tfprojects" {\n  organization = "acme"\n}\n');
    expect(files["tfprojects.tf"]).not.toContain("tfprojects_workspace_membership");
    expect(migration.manual).toEqual([]);
  });

  test("is removed and imported, with its instances, if Terraform cannot move it", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  for_each = local.teams\n  name = each.key\n}\n`;
    const state = [project("a", "prj-1", { key: "x" }), project("a", "prj-22", { key: 'y"' })];
    const { files } = code(text).migrate(state, { method: "removed" });
    expect(files["migrate.tf"]).toContain(`removed {
  from = tfe_project.a

  lifecycle {
    destroy = false
  }
}

import {
  for_each = {
    "prj-1"  = "x"
    "prj-22" = "y\\""
  }

  to = tfprojects_project.a[each.value]
  id = each.key
}
`);
  });

  test("keeps the configuration of its provider: aliases, modules with explicit providers, and its organization", () => {
    const main = `terraform {
  required_providers { tfe = { source = "hashicorp/tfe" } }
}
provider "tfe" {
  alias    = "eu"
  hostname = var.hostname
  token    = "literal"
  ssl_skip_verify = true
}
resource "tfe_project" "a" {
  provider     = tfe.eu
  organization = "acme"
  name         = "A"
}
resource "tfe_workspace" "w" {
  provider = tfe.eu
  name     = "w"
}
module "m" {
  source    = "./m"
  providers = { tfe.main = tfe.eu }
}
`;
    const inner = `terraform {
  required_providers {
    tfe = {
      source                = "hashicorp/tfe"
      configuration_aliases = [tfe.main]
    }
  }
}
resource "tfe_project" "b" {
  provider = tfe.main
  name     = "B"
}
`;
    const state = [project("a", "prj-a"), workspace("w", "prj-a"), project("b", "prj-b", { module: "module.m" })];
    const { edited, files, migration } = code(main, { "m/main.tf": inner }).migrate(state);
    expect(edited["main.tf"]).toContain(`  required_providers {
    tfe = { source = "hashicorp/tfe" }
    tfprojects = {
      source  = "terraform.local/tfprojects/tfprojects"
`);
    expect(edited["main.tf"]).toContain('resource "tfprojects_project" "a" {\n  provider     = tfprojects.eu\n');
    expect(edited["main.tf"]).toContain("providers = { tfe.main = tfe.eu, tfprojects.main = tfprojects.eu }");
    expect(edited["m/main.tf"]).toContain("      configuration_aliases = [tfprojects.main]\n");
    expect(edited["m/main.tf"]).toContain("  provider = tfprojects.main\n");
    expect(files["tfprojects.tf"]).toContain(
      'provider "tfprojects" {\n  alias    = "eu"\n  hostname = var.hostname\n}\n',
    );
    expect(files["tfprojects.tf"]).toContain(`resource "tfprojects_workspace_membership" "a" {
  provider      = tfprojects.eu
  organization  = tfprojects_project.a.organization
  project_id    = tfprojects_project.a.id
`);
    expect(files).not.toHaveProperty(["m/tfprojects.tf"]);
    expect(migration.manual.map(({ what }) => what)).toEqual([
      'The token of provider "tfe" is a literal and was not copied: set TFE_TOKEN, and remove it from the code.',
      'The provider tfprojects has no counterpart of the ssl_skip_verify of provider "tfe".',
    ]);
  });

  test("is left alone where it is not in both the state and the code, or in a module from elsewhere", () => {
    const text = 'resource "tfe_project" "new" {\n  name = "N"\n}\nmodule "m" {\n  source = "acme/m/tfe"\n}\n';
    const state = [project("gone", "prj-1"), project("p", "prj-2", { module: "module.m" })];
    const { edited, files, migration } = code(text).migrate(state);
    expect([edited["main.tf"], files]).toEqual([text, {}]);
    expect(migration.notes).toEqual([
      "tfe_project.gone is in the state, but not in the code: the next apply destroys it.",
      "tfe_project.new is in the code, but not in the state: it was left alone. Apply it first.",
    ]);
    expect(migration.manual).toEqual([
      { where: "module.m", what: expect.stringContaining("module.m.tfe_project.p was left alone") as string },
    ]);
    expect(migration.manual[0]?.what).toContain("its module (acme/m/tfe) is not in a local folder");
  });

  test("that is nowhere leaves the provider alone, too", () => {
    const { files, migration } = code('provider "tfe" {\n  token = "literal"\n}\n').migrate([]);
    expect([files, migration.edits, migration.manual, migration.notes]).toEqual([{}, [], [], []]);
  });

  test("in JSON is changed by hand", () => {
    const json = {
      provider: { tfe: { organization: "acme" } },
      terraform: { required_providers: { tfe: { source: "hashicorp/tfe" } } },
      resource: {
        tfe_project: { a: { name: "A" } },
        tfe_workspace: { w: { name: "w", project_id: "${tfe_project.a.id}" } },
      },
    };
    const { files, migration } = code("", { "main.tf.json": JSON.stringify(json) }).migrate([
      project("a", "prj-a"),
      workspace("w", "prj-a"),
    ]);
    expect(Object.keys(files)).toEqual(["tfprojects.tf.json", "migrate.tf.json"]);
    expect(JSON.parse(files["migrate.tf.json"]!)).toMatchObject({
      moved: { from: "tfe_project.a", to: "tfprojects_project.a" },
    });
    expect(JSON.parse(files["tfprojects.tf.json"]!)).toMatchObject({
      resource: { tfprojects_workspace_membership: { a: { project_id: expect.any(String) as unknown } } },
    });
    expect(migration.edits).toEqual([]);
    expect(migration.manual.map(({ where, what }) => `${where}: ${what.replace(/:.*/s, "")}`)).toEqual([
      "main.tf.json: Change the type of resource.tfe_project.a to tfprojects_project.",
      "main.tf.json: Refer to tfprojects_project.a instead of tfe_project.a.",
      "main.tf.json: Remove project_id of tfe_workspace.w",
      "main.tf.json: Add to terraform.required_providers",
      "main.tf.json: Add a configuration of the provider tfprojects as that of the provider tfe.",
    ]);
  });

  test("in JSON is found in each occurrence of a property, as Terraform reads them", () => {
    const text = `{"resource": {"tfe_project": {"a": {}}}, "resource": {"tfe_project": {"b": {}}, "tfe_project": {"c": {}}}}`;
    const { migration } = code("", { "main.tf.json": text }).migrate([
      project("a", "prj-1"),
      project("b", "prj-2"),
      project("c", "prj-3"),
    ]);
    expect(migration.manual.map(({ what }) => what).filter((what) => what.startsWith("Change the type"))).toEqual(
      ["a", "b", "c"].map((name) => `Change the type of resource.tfe_project.${name} to tfprojects_project.`),
    );
  });

  test.each([
    [
      "an argument",
      '{"resource": {"tfe_project": {\n"a": {"name": "A", "name": "B"}}}}',
      /^Cannot read .*: line 2: resource\.tfe_project\.a: Duplicate argument/,
    ],
    [
      "a resource",
      '{"resource": {"tfe_project": {"a": {}, "a": {}}}}',
      /Duplicate resource "tfe_project" configuration/,
    ],
  ])("in JSON with %s that occurs twice is refused", (_, text, message) => {
    expect(() => code("", { "main.tf.json": text }).migrate([project("a", "prj-1")])).toThrow(message);
  });

  test("in JSON, and not in the state, is left alone", () => {
    const { migration } = code("", { "x.tf.json": JSON.stringify({ resource: { tfe_project: { a: {} } } }) }).migrate(
      [],
    );
    expect(migration.notes).toEqual([
      "tfe_project.a is in the code, but not in the state: it was left alone. Apply it first.",
    ]);
  });

  test("in a module whose call in JSON has explicit providers gets its own by hand", () => {
    const call = { source: "./m", providers: { tfe: "tfe.eu" } };
    const { migration } = code(PROVIDER, {
      "x.tf.json": JSON.stringify({ module: { m: [call] } }),
      "m/main.tf": 'resource "tfe_project" "p" {\n  name = "P"\n}\n',
    }).migrate([project("p", "prj-p", { module: "module.m" })]);
    expect(migration.manual).toEqual([
      { where: "x.tf.json", what: "Add tfprojects to the providers of module.m.", otherwise: "fails" },
    ]);
  });

  test("cannot have arguments that tfprojects_project lacks", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n  later = 1\n  ignore_additional_tags = true\n}\n`;
    expect(
      code(text)
        .migrate([project("a", "prj-a")])
        .migration.manual.map(({ what }) => what),
    ).toEqual([
      "Remove later of tfprojects_project.a, which has no such argument.",
      "Remove ignore_additional_tags of tfprojects_project.a: without tags, all tags are left alone.",
    ]);
  });

  test("has no description where that is empty, because the plan would show an update", () => {
    const projectWith = (name: string, description: string): Stored => ({
      ...project(name, `prj-${name}`),
      values: { id: `prj-${name}`, name, organization: "acme", description },
    });
    const block = (name: string, description: string) =>
      `resource "tfe_project" "${name}" {\n  name = "A"\n  description = ${description}\n}\n`;
    const text = PROVIDER + block("a", '""') + block("b", "var.text") + block("c", "var.text") + block("d", '"text"');
    const state = [projectWith("a", ""), projectWith("b", ""), projectWith("c", "text"), projectWith("d", "text")];
    const { edited, migration } = code(text).migrate(state);
    expect(edited["main.tf"]).toContain('resource "tfprojects_project" "a" {\n  name = "A"\n}\n');
    expect(migration.manual.map(({ what }) => what)).toEqual([
      'Let description of tfprojects_project.b be null instead of "" where it is empty: the plan shows an update ' +
        "otherwise.",
    ]);
  });
});

describe("a membership", () => {
  const TEXT = `${PROVIDER}
resource "tfe_project" "a" {
  name = "A"
}
resource "tfe_workspace" "w" {
  name       = "w"
  project_id = tfe_project.a.id
}
`;
  const STATE = [project("a", "prj-a"), workspace("w", "prj-a")];

  test("has all workspaces of its project, also those that the state does not have, and is imported", () => {
    const { files, migration } = code(TEXT).migrate(STATE, { live: live({ "prj-a": ["w", "other"] }) });
    expect(files["tfprojects.tf"]).toContain(`resource "tfprojects_workspace_membership" "a" {
  project_id = tfprojects_project.a.id
  workspace_ids = [
    "ws-other", # other
    tfe_workspace.w.id,
  ]
}
`);
    expect(files["migrate.tf"]).toContain('import {\n  to = tfprojects_workspace_membership.a\n  id = "prj-a"\n}\n');
    expect(migration.notes).toEqual([
      "tfprojects_workspace_membership.a has 1 workspace of the project that this state does not have: other. If " +
        "other code sets project_id for it, the two fight as soon as one of them changes.",
    ]);
  });

  test("of an organization that was not read is added", () => {
    const { files, migration } = code(TEXT).migrate(STATE);
    expect(files["migrate.tf"]).not.toContain("import");
    expect(migration.notes).toEqual([expect.stringContaining("The organization was not read")]);
  });

  test("says which workspaces and projects have left since the last refresh", () => {
    const { migration } = code(TEXT).migrate(STATE, { live: live({ "prj-b": ["w"] }) });
    expect(migration.notes).toEqual([
      "w (tfe_workspace.w) is in the project prj-b since the last refresh. No membership has it, so nothing moves it.",
      expect.stringContaining(
        "tfe_project.a (prj-a) was not found: it was deleted, or the token is not authorized to see it",
      ),
    ]);
  });

  test.each([
    ["", "  lifecycle {\n    ignore_changes = [project_id]\n  }\n"],
    [
      "  lifecycle {\n    prevent_destroy = true\n  }\n",
      "    prevent_destroy = true\n    ignore_changes = [project_id]\n",
    ],
    ["  lifecycle {\n    ignore_changes = []\n  }\n", "    ignore_changes = [project_id]\n"],
    [
      "  lifecycle {\n    ignore_changes = [name,\n    tags,]\n  }\n",
      "ignore_changes = [project_id, name,\n    tags,]\n",
    ],
    [
      "  lifecycle {\n    ignore_changes = [\n      tag_names, # set by hand, as project_id\n    ]\n  }\n",
      "ignore_changes = [\n      project_id,\n      tag_names, # set by hand, as project_id\n    ]\n",
    ],
    ['  lifecycle {\n    ignore_changes = [tags["project_id"]]\n  }\n', '[project_id, tags["project_id"]]'],
  ])("takes over workspaces that keep project_id, with %j", (lifecycle, expected) => {
    const text = TEXT.replace("tfe_project.a.id\n}", `tfe_project.a.id\n${lifecycle}}`);
    const { edited } = code(text).migrate(STATE, { keepProjectId: true });
    expect(edited["main.tf"]).toContain(expected);
    expect(edited["main.tf"]).toContain("project_id = tfprojects_project.a.id\n");
  });

  test.each(["[project_id]", "[name, project_id]", "[name, # by hand\n    project_id]", '["project_id"]', "all"])(
    "needs no edit where ignore_changes is %s",
    (ignored) => {
      const text = TEXT.replace(
        "tfe_project.a.id\n}",
        `tfe_project.a.id\n  lifecycle { ignore_changes = ${ignored} }\n}`,
      );
      expect(code(text).migrate(STATE).edited["main.tf"]).toContain("project_id = tfprojects_project.a.id\n");
    },
  );

  test("names what fights it", () => {
    const { migration } = code(TEXT).migrate(STATE);
    expect(migration.edits.filter(({ what }) => what.includes("project_id"))).toMatchObject([
      {
        file: "main.tf",
        line: 10,
        what: "remove project_id of tfe_workspace.w",
        why: "it would fight tfprojects_workspace_membership.a as soon as one of them changes",
      },
    ]);
  });

  const CHOOSING = `${PROVIDER}
resource "tfe_project" "team" {
  for_each = toset(["x", "y"])
  name     = each.key
}
resource "tfe_workspace" "all" {
  for_each   = var.workspaces
  name       = each.key
  project_id = tfe_project.team[each.value.team].id
}
resource "tfe_workspace" "fixed" {
  count      = 2
  name       = "fixed-\${count.index}"
  project_id = tfe_project.team["x"].id
}
`;
  const CHOSEN: readonly Stored[] = [
    project("team", "prj-x", { key: "x" }),
    project("team", "prj-y", { key: "y" }),
    ...["k1", "k2"].map((key) => workspace("all", "prj-x", { key })),
    ...[0, 1].map((key) => workspace("fixed", "prj-x", { key })),
  ];

  test("has the instances of workspaces that choose their projects by its key, and again so after the edits", () => {
    code(CHOOSING);
    const first = configuration.apply(CHOSEN);
    expect(first.files["tfprojects.tf"]).toContain(`resource "tfprojects_workspace_membership" "team" {
  for_each = tfprojects_project.team

  project_id = tfprojects_project.team[each.key].id
  workspace_ids = concat(
    lookup({
      "x" = tfe_workspace.fixed[*].id
    }, each.key, []),
    [for key, value in var.workspaces : tfe_workspace.all[key].id if value.team == each.key],
  )
}
`);
    const second = configuration.migrate(CHOSEN);
    expect(second.files).toEqual(first.files);
    expect(second.migration.edits).toEqual([]);
  });

  test("lists present instances that choose their projects in a way that cannot be followed, and says so", () => {
    code(CHOOSING.replace("tfe_project.team[each.value.team].id", "local.projects[each.key]"));
    const first = configuration.apply(CHOSEN);
    expect(first.files["tfprojects.tf"]).toContain(`  workspace_ids = lookup({
    "x" = concat(
      [
        tfe_workspace.all["k1"].id,
        tfe_workspace.all["k2"].id,
      ],
      tfe_workspace.fixed[*].id,
    )
  }, each.key, [])
`);
    expect(first.migration.notes).toContainEqual(
      "tfprojects_workspace_membership.team has present workspaces one by one, and does not follow new ones: each " +
        "instance of tfe_workspace.all chooses its project by `local.projects[each.key]`.",
    );
    expect(configuration.migrate(CHOSEN).files).toEqual(first.files);
  });

  const ONE = `${PROVIDER}resource "tfe_project" "p" {\n  name = "P"\n}\n`;
  const TWO = ONE.replace('  name = "P"', "  for_each = var.teams\n  name     = each.key");

  test.each([
    // Of one project: the code of workspaces, and the list of the membership.
    [ONE, "project_id = tfe_project.p.id", "[tfe_workspace.w.id]"],
    [ONE, "count = 2\n  project_id = tfe_project.p.id", "tfe_workspace.w[*].id"],
    [ONE, "for_each = var.all\n  project_id = tfe_project.p.id", "values(tfe_workspace.w)[*].id"],
    [ONE, "for_each = var.all\n  project_id = local.project", "values(tfe_workspace.w)[*].id"],
    // Of a project for each team.
    [TWO, "for_each = tfe_project.p\n  project_id = each.value.id", "[tfe_workspace.w[each.key].id]"],
    [TWO, "for_each = var.teams\n  project_id = tfe_project.p[each.key].id", "[tfe_workspace.w[each.key].id]"],
    [
      TWO,
      "for_each = var.some\n  project_id = tfe_project.p[each.key].id",
      "[for key, workspace in tfe_workspace.w : workspace.id if key == each.key]",
    ],
    [
      TWO,
      'for_each = var.all\n  project_id = tfe_project.p[split("-", each.key)[0]].id',
      '[for key, workspace in tfe_workspace.w : workspace.id if (split("-", key)[0]) == each.key]',
    ],
    [
      TWO,
      "for_each = { for it in var.all : it.name => it }\n  project_id = tfe_project.p[each.value.team].id",
      "[for key, value in { for it in var.all : it.name => it } : tfe_workspace.w[key].id if value.team == each.key]",
    ],
    [
      TWO,
      "count = 2\n  project_id = tfe_project.p[var.of[count.index]].id",
      "[for index, workspace in tfe_workspace.w : workspace.id if var.of[index] == each.key]",
    ],
    [TWO, 'project_id = tfe_project.p["0"].id', 'lookup({\n    "0" = [tfe_workspace.w.id]\n  }, each.key, [])'],
  ])("follows the code of its workspaces: %#", (project_, body, expected) => {
    const isRepeated = project_ === TWO;
    const keys = /count|for_each/.test(body)
      ? [0, 1].map((it) => (body.includes("count") ? it : `${it}`))
      : [undefined];
    const state = [
      ...(isRepeated ? ["0", "1"] : [undefined]).map((key) => project("p", `prj-${key ?? "p"}`, { key })),
      ...keys.map((key) => workspace("w", `prj-${isRepeated ? (key ?? 0) : "p"}`, { key })),
    ];
    const { files, migration } = code(
      `${project_}resource "tfe_workspace" "w" {\n  name = "w"\n  ${body}\n}\n`,
    ).migrate(state);
    expect(files["tfprojects.tf"]).toMatch(/workspace_ids +=/);
    expect(files["tfprojects.tf"]!.replace(/workspace_ids +=/, "workspace_ids =")).toContain(
      `workspace_ids = ${expected}\n}`,
    );
    expect(migration.notes).toEqual([expect.stringContaining("The organization was not read")]);
  });

  test("stands in the module of its project, if that has all of its workspaces", () => {
    const main = `${PROVIDER}module "m" {\n  source   = "./m"\n  for_each = toset(["x", "y"])\n}\n`;
    const inner = `resource "tfe_project" "p" {\n  name = "P"\n}\nresource "tfe_workspace" "w" {\n  project_id = tfe_project.p.id\n}\n`;
    const state = ["x", "y"].flatMap((key) => {
      const module = `module.m["${key}"]`;
      const values = { id: `ws-${key}`, name: key, project_id: `prj-${key}` };
      return [project("p", `prj-${key}`, { module }), workspace("w", `prj-${key}`, { module, values })];
    });
    const found = live({ "prj-x": ["x"], "prj-y": ["y"] });
    const { files } = code(main, { "m/main.tf": inner }).migrate(state, { live: found });
    expect(files["m/tfprojects.tf"]).toContain(`resource "tfprojects_workspace_membership" "p" {
  project_id    = tfprojects_project.p.id
  workspace_ids = [tfe_workspace.w.id]
}
`);
    expect(files["m/migrate.tf"]).toContain("to   = tfprojects_project.p\n");
    expect(files["migrate.tf"]).toContain(`import {
  for_each = {
    "prj-x" = "x"
    "prj-y" = "y"
  }

  to = module.m[each.value].tfprojects_workspace_membership.p
  id = each.key
}
`);
  });

  test("is imported with the key of its module and its own", () => {
    const main = `${PROVIDER}module "m" {\n  source = "./m"\n  count  = 2\n}\n`;
    const inner = 'resource "tfe_project" "p" {\n  for_each = toset(["x", "y"])\n  name     = each.key\n}\n';
    const state = [0, 1].flatMap((index) =>
      ["x", "y"].map((key) => project("p", `prj-${index}${key}`, { module: `module.m[${index}]`, key })),
    );
    const { files } = code(main, { "m/main.tf": inner }).migrate(state, { method: "removed" });
    expect(files["migrate.tf"]).toContain(`import {
  for_each = {
    "prj-0x" = [0, "x"]
    "prj-0y" = [0, "y"]
    "prj-1x" = [1, "x"]
    "prj-1y" = [1, "y"]
  }

  to = module.m[each.value[0]].tfprojects_project.p[each.value[1]]
  id = each.key
}
`);
  });

  test("stands in the root module, if its workspaces are not in the module of its project", () => {
    const main = `${PROVIDER}module "m" {\n  source = "./m"\n}\nresource "tfe_workspace" "w" {\n  project_id = module.m.id\n}\n`;
    const inner = `resource "tfe_project" "p" {\n  organization = "acme"\n  name = "P"\n}\noutput "id" {\n  value = tfe_project.p.id\n}\n`;
    const state = [project("p", "prj-p", { module: "module.m" }), workspace("w", "prj-p")];
    const { files, edited } = code(main, { "m/main.tf": inner }).migrate(state, { live: live({ "prj-p": ["w"] }) });
    expect(files["tfprojects.tf"]).toContain(`resource "tfprojects_workspace_membership" "m_p" {
  organization  = "acme"
  project_id    = module.m.id
  workspace_ids = [tfe_workspace.w.id]
}
`);
    expect(edited["main.tf"]).not.toContain("project_id");
    expect(edited["m/main.tf"]).toContain("value = tfprojects_project.p.id");
  });
});

describe("settings of a project", () => {
  const TEXT = `${PROVIDER}
resource "tfe_project" "a" {
  name = "A"
}

resource "tfe_project_settings" "a" {
  project_id             = tfe_project.a.id
  default_execution_mode = "agent"
  default_agent_pool_id  = tfe_agent_pool.x.id
}

resource "tfe_workspace" "w" {
  depends_on = [tfe_project_settings.a]
}
`;
  const STATE = [project("a", "prj-a"), settings("a", "prj-a")];

  test("become arguments of the project, and leave the state without being changed", () => {
    const { edited, files, migration } = code(TEXT).migrate(STATE, {
      live: live({ "prj-a": [] }, { "prj-a": "agent" }),
    });
    expect(edited["main.tf"]).toBe(`${PROVIDER}
resource "tfprojects_project" "a" {
  name = "A"
  default_execution_mode = "agent"
  default_agent_pool_id = tfe_agent_pool.x.id
}

resource "tfe_workspace" "w" {
  depends_on = [tfe_project_settings.a]
}
`);
    expect(files["migrate.tf"]).toContain(
      "removed {\n  from = tfe_project_settings.a\n\n  lifecycle {\n    destroy = false\n  }\n}\n",
    );
    expect(migration.manual).toEqual([
      {
        where: "main.tf",
        what: "Remove the reference to tfe_project_settings.a, which leaves the code.",
        otherwise: "fails",
      },
    ]);
  });

  test("that no resource has are set, because the plan would clear them", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n}\n`;
    const { edited } = code(text).migrate([project("a", "prj-a")], {
      live: live({ "prj-a": [] }, { "prj-a": "local" }),
    });
    expect(edited["main.tf"]).toContain('  name = "A"\n  default_execution_mode = "local"\n}\n');
  });

  test("are added behind a line that another edit removes", () => {
    const text = TEXT.replace('  name = "A"', '  name = "A"\n  description = ""');
    expect(code(text).migrate(STATE).edited["main.tf"]).toContain(
      '  name = "A"\n  default_execution_mode = "agent"\n  default_agent_pool_id = tfe_agent_pool.x.id\n}\n',
    );
  });

  test("of one of several instances are set by hand", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  count = 2\n  name = "A"\n}\n`;
    const state = [project("a", "prj-0", { key: 0 }), project("a", "prj-1", { key: 1 })];
    const { migration } = code(text).migrate(state, { live: live({ "prj-0": [], "prj-1": [] }, { "prj-1": "local" }) });
    expect(migration.manual).toEqual([
      {
        where: "main.tf",
        what: 'Set default_execution_mode = "local" for tfe_project.a[1]: the project has it, and the code does not.',
        otherwise: "changes",
      },
    ]);
  });

  test("that depend on the instance are set by hand, unless the project has the same instances", () => {
    const each = TEXT.replace('"agent"', "each.value.mode").replace(
      "  project_id ",
      "  for_each = local.teams\n  project_id ",
    );
    const state = [project("a", "prj-a", { key: "x" }), settings("a", "prj-a", { key: "x" })];
    const byHand = code(each).migrate(state);
    // A pool without its mode would be invalid.
    expect(byHand.migration.manual.map(({ what }) => what)).toEqual([
      "Set default_execution_mode of tfprojects_project.a: tfe_project_settings.a had each.value.mode.",
      "Set default_agent_pool_id of tfprojects_project.a: tfe_project_settings.a had tfe_agent_pool.x.id.",
      "Remove the reference to tfe_project_settings.a, which leaves the code.",
    ]);
    configuration.remove();
    const same = code(each.replace('  name = "A"', '  for_each = local.teams\n  name = "A"')).migrate(state);
    expect(same.edited["main.tf"]).toContain("  default_execution_mode = each.value.mode\n");
  });
});
