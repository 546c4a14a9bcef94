import type { LiveProjects } from "../../src/migrate/live";
import { attributeOf, NO_SETTINGS, SETTING_NAMES, type Project } from "../../src/model";
import { Configuration, project } from "./configurations";

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
  return new Map(projects);
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
    expect(edited["main.tf"]).toContain("providers = { tfprojects.main = tfprojects.eu, tfe.main = tfe.eu }");
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
      "In the state, but not in the code: tfe_project.gone. The next apply destroys what is not in the code.",
      "tfe_project.new in main.tf is not in the state, and was left alone. Apply it first.",
    ]);
    expect(migration.manual).toEqual([
      { where: "module.m", what: expect.stringContaining("module.m.tfe_project.p was left alone") as string },
    ]);
    expect(migration.manual[0]?.what).toContain("its module is not called in HCL by a local path");
  });

  test("in a module, and not in the state, is named with its file", () => {
    const own = 'resource "tfe_project" "this" {\n  name = "A"\n}\n';
    const call = 'module "a" {\n  source = "./m"\n}\n';
    const { migration } = code(PROVIDER + own + call, { "m/main.tf": own }).migrate([project("this", "prj-1")]);
    expect(migration.notes[0]).toBe(
      "tfe_project.this in m/main.tf is not in the state, and was left alone. Apply it first.",
    );
  });

  test("that was deleted is announced to be created", () => {
    const { migration } = code(`${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n}\n`).migrate(
      [project("a", "prj-a")],
      { live: live({}) },
    );
    expect(migration.missing.map(({ address }) => address)).toEqual(["tfe_project.a"]);
    expect(migration.notes).toEqual([
      "tfe_project.a (prj-a) was not found: it was deleted, or the token is not authorized to see it. The plan will " +
        "create it.",
    ]);
  });

  test("that is nowhere leaves the provider alone, too", () => {
    const { files, migration } = code('provider "tfe" {\n  token = "literal"\n}\n').migrate([]);
    expect([files, migration.edits, migration.manual, migration.notes]).toEqual([{}, [], [], []]);
  });

  test("in JSON is listed, with the block that moves it", () => {
    const json = { resource: { tfe_project: { a: { name: "A" } } } };
    const { files, migration } = code("", { "main.tf.json": JSON.stringify(json) }).migrate([project("a", "prj-a")]);
    expect([files, migration.edits, migration.notes]).toEqual([{}, [], []]);
    expect(migration.manual).toEqual([
      {
        where: "main.tf.json",
        what: "Terraform JSON is not edited. Change the type of tfe_project.a to tfprojects_project, and add:",
        lines: ['"moved": [{"from":"tfe_project.a","to":"tfprojects_project.a"}]'],
      },
    ]);
  });

  test("waits until Terraform JSON of its module names the provider", () => {
    const json = (more: object) => ({
      provider: { tfe: { organization: "acme" }, ...more },
      terraform: { required_providers: { tfe: { source: "hashicorp/tfe" }, ...more } },
    });
    const text = `resource "tfe_project" "b" {\n  name = "B"\n}\n`;
    const state = [project("b", "prj-b")];
    const { edited, files, migration } = code(text, { "main.tf.json": JSON.stringify(json({})) }).migrate(state);
    expect([files, migration.edits, migration.projects, edited["main.tf"]]).toEqual([{}, [], [], text]);
    expect(migration.manual.map(({ where, what }) => `${where}: ${what.replace(/:.*/s, "")}`)).toEqual([
      "main.tf.json: Add to required_providers",
    ]);
    expect(migration.manual.every(({ isFirst }) => isFirst === true)).toBe(true);
    configuration.write("main.tf.json", JSON.stringify(json({ tfprojects: {} })));
    const after = configuration.migrate(state);
    expect(after.migration.manual).toEqual([]);
    expect(after.files["migrate.tf"]).toContain("  from = tfe_project.b\n  to   = tfprojects_project.b\n");
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

  test("in a module that is called in JSON is left alone", () => {
    const { files, migration } = code(PROVIDER, {
      "x.tf.json": JSON.stringify({ module: { m: [{ source: "./m" }] } }),
      "m/main.tf": 'resource "tfe_project" "p" {\n  name = "P"\n}\n',
    }).migrate([project("p", "prj-p", { module: "module.m" })]);
    expect(files).toEqual({});
    expect(migration.manual).toEqual([
      { where: "module.m", what: expect.stringContaining("is not called in HCL by a local path") as string },
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

  test("keeps an empty description", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n  description = ""\n}\n`;
    const { edited, migration } = code(text).migrate([project("a", "prj-a")], { live: live({ "prj-a": null }) });
    expect(edited["main.tf"]).toBe(text.replace("tfe_project", "tfprojects_project"));
    expect(migration.manual).toEqual([]);
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
    const organization = new Map([["prj-a", actual]]);
    const { edited, migration } = code(one).migrate(state, { live: organization });
    // Tags stay as they are.
    const added = name === "tags" ? "" : `  ${attributeOf(name)} = "by hand"\n`;
    expect(edited["main.tf"]).toContain(`"a" {\n  name = "A"\n${added}}\n`);
    expect(migration.manual).toEqual([]);
  });

  test("is ignored where instances differ", () => {
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
    expect(migration.manual).toEqual([]);
  });

  test.each(["all", "[description, default_execution_mode]"])("stays as it is where changes are ignored: %s", (its) => {
    const lifecycle = `  lifecycle {\n    ignore_changes = ${its}\n  }\n`;
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n  description = "code"\n${lifecycle}}\n`;
    const { edited, migration } = code(text).migrate([project("a", "prj-a")], { live: live({ "prj-a": "local" }) });
    expect(edited["main.tf"]).toBe(text.replace("tfe_project", "tfprojects_project"));
    expect(migration.manual).toEqual([]);
  });

  test("is added once to a block in one line, with all else", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" { name = "A" }\n`;
    const { edited } = code(text).migrate([project("a", "prj-a")], { live: live({ "prj-a": "local" }) });
    expect(edited["main.tf"]).toBe(`${PROVIDER}resource "tfprojects_project" "a" {
  name = "A"
  default_execution_mode = "local"
}
`);
  });
});
