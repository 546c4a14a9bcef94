import type { LiveProjects } from "../../src/migrate/live";
import { attributeOf, NO_SETTINGS, SETTING_NAMES, type Project } from "../../src/model";
import { Configuration, project, type Stored } from "./configurations";

let configuration: Configuration;
afterEach(() => configuration.remove());

const PROVIDER = 'provider "tfe" {\n  organization = "acme"\n}\n';

function code(text: string, more: Record<string, string> = {}): Configuration {
  return (configuration = new Configuration({ "main.tf": text, ...more }));
}

/** The projects that the organization has, with their execution modes. */
function live(modes: Readonly<Record<string, string | null>>): LiveProjects {
  const projects = Object.entries(modes).map(([id, defaultExecutionMode]) => {
    return [id, { id, organization: "acme", defaultExecutionMode, defaultAgentPoolId: null } as Project] as const;
  });
  return { projects: new Map(projects), defaultIds: new Set(["prj-default"]) };
}

describe("a project", () => {
  test("changes its type, with all references to it, and moves in the state", () => {
    const text = `${PROVIDER}
resource "tfe_project" "a" {
  name = "A"
}
resource "tfe_workspace" "w" {
  name       = "w"
  project_id = tfe_project.a.id
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
resource "tfe_workspace" "w" {
  name       = "w"
  project_id = tfprojects_project.a.id
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
import {
  to = tfprojects_project.a
  id = "prj-a"
}
`);
    expect(files["migrate.tf"]).toContain("moved {\n  from = tfe_project.a\n  to   = tfprojects_project.a\n}\n");
    expect(files["tfprojects.tf"]).toContain('provider "tfprojects" {\n  organization = "acme"\n}\n');
    expect(migration.manual).toEqual([
      { where: "main.tf", what: "In line 15, refer to tfprojects_project.a instead of tfe_project.a." },
    ]);
    // What `removed` needs is imported by migrate.tf.
    const imported = configuration.migrate([project("a", "prj-a")], { method: "removed" });
    expect(imported.edited["main.tf"]).not.toContain("import {");
  });

  test("keeps what hashicorp/tfe assigns to it, and a note says so", () => {
    const assigning = (projects: string) =>
      ["tfe_team_project_access", "tfe_project_variable_set", "tfe_project_policy_set_exclusion"]
        .map((type) => `resource "${type}" "a" {\n  project_id = ${projects}.a.id\n  policy_set_id = "polset-1"\n}\n`)
        .join("");
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n}\n`;
    const { edited, files, migration } = code(text + assigning("tfe_project")).migrate([project("a", "prj-a")]);
    expect(edited["main.tf"]).toContain(assigning("tfprojects_project"));
    expect(migration.notes).toContain(
      "tfe_project_policy_set_exclusion.a, tfe_project_variable_set.a, tfe_team_project_access.a stay with " +
        "hashicorp/tfe. Take them over once the projects are, or leave them there, but do not assign the same with " +
        "both providers.",
    );
    // What is written has projects only, so that nothing has two owners.
    const types = [edited["main.tf"], ...Object.values(files)].flatMap((it) => it?.match(/tfprojects_\w+/g) ?? []);
    expect(new Set(types)).toEqual(new Set(["tfprojects_project"]));
    configuration.remove();
    expect(
      code(text)
        .migrate([project("a", "prj-a")])
        .migration.notes.join(),
    ).not.toContain("hashicorp/tfe. Take");
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
    const state = [project("a", "prj-a"), project("b", "prj-b", { module: "module.m" })];
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

  test("in a module, and not in the state, is named by its address, also if another one has its name", () => {
    const own = 'resource "tfe_project" "this" {\n  name = "A"\n}\n';
    const calls = ["a", "b"].map((name) => `module "${name}" {\n  source = "./m"\n}\n`).join("");
    const inner = `module "deep" {\n  source = "./deep"\n}\n`;
    const files = { "m/main.tf": own + inner, "m/deep/main.tf": own.replace("this", "deep") };
    const { migration } = code(PROVIDER + own + calls, files).migrate([project("this", "prj-1")]);
    expect(migration.notes.slice(0, 2)).toEqual([
      "module.a.tfe_project.this, module.b.tfe_project.this are in the code, but not in the state: they were left " +
        "alone. Apply them first.",
      "module.a.module.deep.tfe_project.deep, module.b.module.deep.tfe_project.deep are in the code, but not in the " +
        "state: they were left alone. Apply them first.",
    ]);
    // What Terraform refuses ends, too.
    configuration.write("m/deep/main.tf", 'module "m" {\n  source = "../../m"\n}\n');
    expect(configuration.migrate([]).migration.notes).toContain(
      "module.a.tfe_project.this, module.b.tfe_project.this are in the code, but not in the state: they were left " +
        "alone. Apply them first.",
    );
    expect(configuration.migrate([project("gone", "prj-1", { module: "module.a" })]).migration.notes[0]).toBe(
      "module.a.tfe_project.gone is in the state, but not in the code: the next apply destroys it.",
    );
  });

  test("that was deleted is announced to be created", () => {
    const { migration } = code(`${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n}\n`).migrate(
      [project("a", "prj-a")],
      { live: live({}) },
    );
    expect(migration.expected).toEqual({ import: 0, add: 1, change: 0 });
    expect(migration.notes).toEqual([
      "tfe_project.a (prj-a) was not found: it was deleted, or the token is not authorized to see it. The plan will " +
        "create it.",
    ]);
  });

  test("that is nowhere leaves the provider alone, too", () => {
    const { files, migration } = code('provider "tfe" {\n  token = "literal"\n}\n').migrate([]);
    expect([files, migration.edits, migration.manual, migration.notes]).toEqual([{}, [], [], []]);
  });

  test("in JSON waits until its type, its references and its provider are changed by hand", () => {
    const json = (type: string, more: object) => ({
      provider: { tfe: { organization: "acme" }, ...more },
      terraform: { required_providers: { tfe: { source: "hashicorp/tfe" }, ...more } },
      resource: {
        [type]: { a: { name: "A" } },
        tfe_workspace: { w: { name: "w", project_id: `\${${type}.a.id}` } },
      },
    });
    const text = `resource "tfe_project" "b" {\n  name = "B"\n}\n`;
    const state = [project("a", "prj-a"), project("b", "prj-b")];
    const before = JSON.stringify(json("tfe_project", {}));
    const { edited, files, migration } = code(text, { "main.tf.json": before }).migrate(state);
    expect([files, migration.edits, migration.projects, edited["main.tf"]]).toEqual([{}, [], [], text]);
    expect(migration.manual.map(({ where, what }) => `${where}: ${what.replace(/:.*/s, "")}`)).toEqual([
      "main.tf.json: Change the type of resource.tfe_project.a to tfprojects_project.",
      "main.tf.json: In line 1, refer to tfprojects_project.a instead of tfe_project.a.",
      "main.tf.json: Add to terraform.required_providers",
      "main.tf.json: Add a configuration of the provider tfprojects as that of the provider tfe.",
    ]);
    expect(migration.manual.every(({ isFirst }) => isFirst === true)).toBe(true);
    configuration.write("main.tf.json", JSON.stringify(json("tfprojects_project", { tfprojects: {} })));
    const after = configuration.migrate(state);
    expect(after.migration.manual).toEqual([]);
    expect(after.files["migrate.tf"]).toContain("  from = tfe_project.a\n  to   = tfprojects_project.a\n");
    expect(after.edited["main.tf"]).toContain("tfprojects_project");
  });

  test("waits alone if what refers to it cannot be edited", () => {
    const text = 'resource "tfe_project" "a" {\n  name = "A"\n}\nresource "tfe_project" "b" {\n  name = "B"\n}\n';
    const output = { output: { a: { value: "${tfe_project.a.id}" } } };
    const state = [project("a", "prj-a"), project("b", "prj-b")];
    const { edited, migration } = code(PROVIDER + text, { "x.tf.json": JSON.stringify(output) }).migrate(state);
    expect(edited["main.tf"]).toBe(PROVIDER + text.replace('"tfe_project" "b"', '"tfprojects_project" "b"'));
    expect(migration.manual).toEqual([
      { where: "x.tf.json", what: "In line 1, refer to tfprojects_project.a instead of tfe_project.a.", isFirst: true },
    ]);
    expect(migration.waiting.map(({ name }) => name)).toEqual(["a"]);
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
      { where: "x.tf.json", what: "Add tfprojects to the providers of module.m.", isFirst: true },
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

  test("keeps an empty description, which an import does not have", () => {
    const described = (name: string, description: string): Stored => ({
      ...project(name, `prj-${name}`),
      values: { id: `prj-${name}`, name, organization: "acme", description },
    });
    const block = (name: string, description: string) =>
      `resource "tfe_project" "${name}" {\n  name = "A"\n  description = ${description}\n}\n`;
    const text = PROVIDER + block("a", '""') + block("b", "try(var.b, null)") + block("c", "try(var.c, null)");
    const state = [described("a", ""), described("b", ""), described("c", "text")];
    const { edited, migration } = code(text).migrate(state, { live: live({ "prj-a": null, "prj-b": null }) });
    expect(edited["main.tf"]).toContain('resource "tfprojects_project" "a" {\n  name = "A"\n  description = ""\n}\n');
    expect([migration.manual, migration.expected.change]).toEqual([[], 0]);
    const imported = configuration.migrate(state, { method: "removed" }).migration;
    expect([imported.manual, imported.expected.change]).toEqual([[], 1]);
    expect(imported.notes).toContain("The plan shows 1 change of the state only: description of tfprojects_project.a.");
  });
});

describe("what a project has and its code lacks", () => {
  const one = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n}\n`;
  const KEPT_BY_HAND = { what: "ignore changes of", why: "hashicorp/tfe keeps them" };

  test("becomes an argument, because the plan would clear it", () => {
    const { edited, migration } = code(one).migrate([project("a", "prj-a")], { live: live({ "prj-a": "local" }) });
    expect(edited["main.tf"]).toContain('  name = "A"\n  default_execution_mode = "local"\n}\n');
    expect(migration.edits.map(({ what, why }) => [what, why])).toContainEqual([
      "set default_execution_mode of tfprojects_project.a",
      "the project has it, and the code does not",
    ]);
  });

  test.each(SETTING_NAMES.filter((name) => name !== "name"))("is not lost: %s, set by hand", (name) => {
    const stored = { id: "prj-a", name: "A", organization: "acme", description: "", tags: {} };
    const state = [{ ...project("a", "prj-a"), values: stored }];
    const byHand = name === "tags" ? { by: "hand" } : "by hand";
    const actual = { ...NO_SETTINGS, id: "prj-a", name: "A", [name]: byHand } as unknown as Project;
    const organization = { projects: new Map([["prj-a", actual]]), defaultIds: new Set<string>() };
    const { edited, migration } = code(one).migrate(state, { live: organization });
    // Tags stay as they are.
    const added = name === "tags" ? "" : `  ${attributeOf(name)} = "by hand"\n`;
    expect(edited["main.tf"]).toContain(`"a" {\n  name = "A"\n${added}}\n`);
    expect([migration.manual, migration.expected.change]).toEqual([[], 0]);
  });

  test("is ignored where instances differ, and listed for each of them", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  for_each = var.names\n  name = each.key\n}\n`;
    const state = [project("a", "prj-0", { key: "x" }), project("a", "prj-1", { key: "y" })];
    const { edited, migration } = code(text).migrate(state, { live: live({ "prj-0": null, "prj-1": "local" }) });
    expect(edited["main.tf"]).toContain(`  name = each.key

  lifecycle {
    ignore_changes = [default_execution_mode, default_agent_pool_id]
  }
}
`);
    expect(migration.edits).toContainEqual(
      expect.objectContaining({
        what: `${KEPT_BY_HAND.what} default_agent_pool_id, default_execution_mode of tfprojects_project.a`,
        why: KEPT_BY_HAND.why,
      }),
    );
    expect(migration.manual.map(({ what }) => what)).toEqual([
      'To manage default_execution_mode of tfprojects_project.a["y"], set it to "local", and do not ignore its ' +
        "changes.",
    ]);
  });

  test.each(["all", "[description, default_execution_mode]"])("stays as it is where changes are ignored: %s", (its) => {
    const lifecycle = `  lifecycle {\n    ignore_changes = ${its}\n  }\n`;
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n  description = "code"\n${lifecycle}}\n`;
    const { edited, migration } = code(text).migrate([project("a", "prj-a")], { live: live({ "prj-a": "local" }) });
    expect(edited["main.tf"]).toBe(text.replace("tfe_project", "tfprojects_project"));
    expect([migration.manual, migration.expected.change]).toEqual([[], 0]);
  });

  test("is added once to a block in one line, with all else", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" { name = "A" }\n`;
    const { edited } = code(text).migrate([project("a", "prj-default")], { live: live({ "prj-default": "local" }) });
    expect(edited["main.tf"]).toBe(`${PROVIDER}resource "tfprojects_project" "a" {
  name = "A"
  default_execution_mode = "local"
  deletion_policy = "retain"
}
`);
  });

  test("does not let the default project be deleted when it leaves the code", () => {
    const state = [project("a", "prj-default")];
    const options = { live: live({ "prj-default": null }) } as const;
    const moved = code(one).migrate(state, options);
    expect(moved.edited["main.tf"]).toContain('  name = "A"\n  deletion_policy = "retain"\n}\n');
    expect([moved.migration.notes, moved.migration.expected.change]).toEqual([
      ["The plan shows 1 change of the state only: deletion_policy of tfprojects_project.a."],
      1,
    ]);
    // An import sets it.
    expect(configuration.migrate(state, { ...options, method: "removed" }).migration.expected.change).toBe(0);
    configuration.remove();
    const set = code(one.replace('"A"\n', '"A"\n  deletion_policy = "evacuate"\n')).migrate(state, options);
    expect(set.edited["main.tf"]).not.toContain("retain");
    configuration.remove();
    const many = [project("a", "prj-default", { key: 0 }), project("a", "prj-b", { key: 1 })];
    const { migration } = code(one.replace('"a" {\n', '"a" {\n  count = 2\n')).migrate(many, options);
    expect([migration.expected.change, migration.manual.map(({ what }) => what)]).toEqual([
      0,
      ['Set deletion_policy = "retain" for tfprojects_project.a[0]: the default project cannot be deleted.'],
    ]);
  });
});
