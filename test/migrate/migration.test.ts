import type { LiveProjects } from "../../src/migrate/live";
import { attributeOf, NO_SETTINGS, SETTING_NAMES, type Project } from "../../src/model";
import { Configuration, project, settings, type Stored } from "./configurations";

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
`);
    expect(files["migrate.tf"]).toContain("moved {\n  from = tfe_project.a\n  to   = tfprojects_project.a\n}\n");
    expect(files["tfprojects.tf"]).toContain('provider "tfprojects" {\n  organization = "acme"\n}\n');
    expect(migration.manual).toEqual([]);
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

  test("in JSON is changed by hand", () => {
    const json = {
      provider: { tfe: { organization: "acme" } },
      terraform: { required_providers: { tfe: { source: "hashicorp/tfe" } } },
      resource: {
        tfe_project: { a: { name: "A" } },
        tfe_workspace: { w: { name: "w", project_id: "${tfe_project.a.id}" } },
      },
    };
    const { files, migration } = code("", { "main.tf.json": JSON.stringify(json) }).migrate([project("a", "prj-a")]);
    expect(Object.keys(files)).toEqual(["migrate.tf.json"]);
    expect(JSON.parse(files["migrate.tf.json"]!)).toMatchObject({
      moved: { from: "tfe_project.a", to: "tfprojects_project.a" },
    });
    expect(migration.edits).toEqual([]);
    expect(migration.manual.map(({ where, what }) => `${where}: ${what.replace(/:.*/s, "")}`)).toEqual([
      "main.tf.json: Change the type of resource.tfe_project.a to tfprojects_project.",
      "main.tf.json: In line 1, refer to tfprojects_project.a instead of tfe_project.a.",
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

  test("keeps an empty description, which an import does not have", () => {
    const described = (name: string, description: string): Stored => ({
      ...project(name, `prj-${name}`),
      values: { id: `prj-${name}`, name, organization: "acme", description },
    });
    const block = (name: string, description: string) =>
      `resource "tfe_project" "${name}" {\n  name = "A"\n  description = ${description}\n}\n`;
    const text = PROVIDER + block("a", '""') + block("b", "try(var.b, null)") + block("c", "try(var.c, null)");
    const state = [described("a", ""), described("b", ""), described("c", "text")];
    const cleared =
      "description of tfprojects_project.c is try(var.c, null): where that is null, the plan clears what the project " +
      "has, and hashicorp/tfe leaves it unchanged.";
    const { edited, migration } = code(text).migrate(state, { live: live({ "prj-a": null, "prj-b": null }) });
    expect(edited["main.tf"]).toContain('resource "tfprojects_project" "a" {\n  name = "A"\n  description = ""\n}\n');
    expect([migration.manual, migration.expected.change]).toEqual([[], 0]);
    expect(migration.notes).toContain(cleared);
    const imported = configuration.migrate(state, { method: "removed" }).migration;
    expect([imported.manual, imported.expected.change]).toEqual([[], 1]);
    expect(imported.notes).toContain("The plan shows 1 change of the state only: description of tfprojects_project.a.");
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
      live: live({ "prj-a": "agent" }),
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
        what: "In line 16, remove the reference to tfe_project_settings.a, which leaves the code.",
        otherwise: "fails",
      },
    ]);
  });

  test("have the lines of the code as it is, and once the edits are made, of the edited code", () => {
    const linesOf = (areEditsMade: boolean) => {
      const { edited, migration } = code(TEXT).migrate(STATE, { live: live({ "prj-a": "agent" }), areEditsMade });
      const [byHand] = migration.manual.map(({ what }) => Number(/^In line (\d+), remove/.exec(what)?.[1]));
      const lines = (areEditsMade ? edited["main.tf"]! : TEXT).split("\n");
      return [...migration.edits.map(({ line }) => line), byHand!].map((line) => lines[line - 1]!.trim());
    };
    const [renamed, removed] = ['resource "tfe_project" "a" {', 'resource "tfe_project_settings" "a" {'];
    const reference = "depends_on = [tfe_project_settings.a]";
    expect(linesOf(false)).toEqual([renamed, "}", removed, reference]);
    // The removed block was before the next one.
    expect(linesOf(true)).toEqual([
      'resource "tfprojects_project" "a" {',
      'default_execution_mode = "agent"',
      'resource "tfe_workspace" "w" {',
      reference,
    ]);
  });

  test("that no resource has are set, because the plan would clear them", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n}\n`;
    const { edited } = code(text).migrate([project("a", "prj-a")], {
      live: live({ "prj-a": "local" }),
    });
    expect(edited["main.tf"]).toContain('  name = "A"\n  default_execution_mode = "local"\n}\n');
  });

  test("that is the default one are kept when it leaves the code, which it cannot do otherwise", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n}\n`;
    const state = [project("a", "prj-default")];
    const options = { live: live({ "prj-default": null }) } as const;
    const moved = code(text).migrate(state, options);
    expect(moved.edited["main.tf"]).toContain('  name = "A"\n  deletion_policy = "retain"\n}\n');
    expect([moved.migration.notes, moved.migration.expected.change]).toEqual([
      ["The plan shows 1 change of the state only: deletion_policy of tfprojects_project.a."],
      1,
    ]);
    // An import sets it.
    expect(configuration.migrate(state, { ...options, method: "removed" }).migration.expected.change).toBe(0);
    configuration.remove();
    const set = code(text.replace('"A"\n', '"A"\n  deletion_policy = "evacuate"\n')).migrate(state, options);
    expect(set.edited["main.tf"]).not.toContain("retain");
    configuration.remove();
    const many = [project("a", "prj-default", { key: 0 }), project("a", "prj-b", { key: 1 })];
    const { edited } = code(text.replace('"a" {\n', '"a" {\n  count = 2\n')).migrate(many, options);
    expect(edited["main.tf"]).toContain(
      '  deletion_policy = lookup({\n    "0" = "retain"\n  }, count.index, null)\n}\n',
    );
  });

  test.each(SETTING_NAMES.filter((name) => name !== "name"))("are not lost: %s, set by hand", (name) => {
    const stored = { id: "prj-a", name: "A", organization: "acme", description: "", tags: {} };
    const state = [{ ...project("a", "prj-a"), values: stored }];
    const isTags = name === "tags";
    const byHand = isTags ? { by: "hand" } : "by hand";
    const actual = { ...NO_SETTINGS, id: "prj-a", name: "A", [name]: byHand } as unknown as Project;
    const organization = { projects: new Map([["prj-a", actual]]), defaultIds: new Set<string>() };
    const attribute = attributeOf(name);
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n}\n`;
    const absent = code(text).migrate(state, { live: organization });
    // Tags stay as they are.
    const added = isTags ? "" : `  ${attribute} = "by hand"\n`;
    expect(absent.edited["main.tf"]).toContain(`"a" {\n  name = "A"\n${added}}\n`);
    expect(absent.migration.expected.change).toBe(0);
    configuration.remove();
    const set = text.replace('"A"\n', `"A"\n  ${attribute} = ${isTags ? "{}" : '"code"'}\n`);
    const values = { ...stored, [attribute]: isTags ? {} : "code" };
    const present = code(set).migrate([{ ...project("a", "prj-a"), values }], { live: organization });
    expect(present.migration.expected.change).toBe(1);
    expect(present.migration.notes.join()).toContain(`${attribute} of tfprojects_project.a differs from the code`);
  });

  test("that change in several ways are one change of the project", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n}\n`;
    const { migration } = code(text).migrate([project("a", "prj-default")], {
      live: {
        projects: new Map([["prj-default", { ...NO_SETTINGS, id: "prj-default", name: "B" } as unknown as Project]]),
        defaultIds: new Set(["prj-default"]),
      },
    });
    expect(migration.notes).toHaveLength(2);
    expect(migration.expected.change).toBe(1);
  });

  test("of one of several instances are looked up by its key, unless that may be of several calls of the module", () => {
    const text = 'resource "tfe_project" "a" {\n  for_each = var.names\n  name = each.key\n}\n';
    const actual = live({ "prj-0": null, "prj-1": "local" });
    const state = [project("a", "prj-0", { key: "x" }), project("a", "prj-1", { key: "y" })];
    const { edited, migration } = code(PROVIDER + text).migrate(state, { live: actual });
    expect(edited["main.tf"]).toContain(
      '  default_execution_mode = lookup({\n    "y" = "local"\n  }, each.key, null)\n}\n',
    );
    expect(migration.manual).toEqual([]);
    configuration.remove();
    const calls = ["m", "n"].map((name) => `module "${name}" {\n  source = "./m"\n}\n`).join("");
    const own = [
      project("a", "prj-0", { module: "module.m", key: "x" }),
      project("a", "prj-1", { module: "module.n", key: "x" }),
    ];
    const inCalls = code(PROVIDER + calls, { "m/main.tf": text }).migrate(own, { live: actual });
    const why = "the project has it, and the code does not.";
    const what = `Set default_execution_mode = "local" for module.n.tfprojects_project.a["x"]: ${why}`;
    expect(inCalls.migration.manual).toEqual([{ where: "m/main.tf", what, otherwise: "changes" }]);
  });

  test("of some instances stay theirs", () => {
    const all = 'resource "tfe_project" "a" {\n  for_each = var.names\n  name = each.key\n}\n';
    const own = (argument: string) =>
      `resource "tfe_project_settings" "a" {\n  project_id = tfe_project.a["x"].id\n  default_execution_mode = ${argument}\n}\n`;
    const stored = { id: "prj-0", project_id: "prj-0", default_execution_mode: "remote" };
    const state = [
      project("a", "prj-0", { key: "x" }),
      project("a", "prj-1", { key: "y" }),
      settings("a", "prj-0", { values: stored }),
    ];
    const options = { live: live({ "prj-0": "remote", "prj-1": "local" }) };
    const literal = code(PROVIDER + all + own('"remote"')).migrate(state, options);
    expect(literal.edited["main.tf"]).toBe(
      `${PROVIDER}resource "tfprojects_project" "a" {\n  for_each = var.names\n  name = each.key\n` +
        '  default_execution_mode = lookup({\n    "x" = "remote"\n    "y" = "local"\n  }, each.key, null)\n}\n',
    );
    expect(literal.migration.manual).toEqual([]);
    configuration.remove();
    const dependent = code(PROVIDER + all + own("each.value")).migrate(state, options).migration;
    expect(dependent.manual.map(({ what }) => what)).toEqual([
      expect.stringMatching(/: tfe_project_settings\.a had each\.value, for its own instances only\.$/),
      expect.stringMatching(/^Set default_execution_mode = "local" for tfprojects_project\.a\["y"\]:/),
    ]);
  });

  test.each(["all", "[description, default_execution_mode]"])(
    "of which changes are ignored stay as they are: %s",
    (its) => {
      const lifecycle = `  lifecycle {\n    ignore_changes = ${its}\n  }\n`;
      const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n  description = "code"\n${lifecycle}}\n`;
      const stored = {
        ...project("a", "prj-a"),
        values: { id: "prj-a", name: "A", organization: "acme", description: "x" },
      };
      const { edited, migration } = code(text).migrate([stored], { live: live({ "prj-a": "local" }) });
      expect(edited["main.tf"]).toBe(text.replace("tfe_project", "tfprojects_project"));
      expect([migration.manual, migration.expected.change]).toEqual([[], 0]);
    },
  );

  test("that an expression may leave out are noted, and not counted", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n  tags = try(var.tags, null)\n}\n`;
    const values = { id: "prj-a", name: "A", organization: "acme", tags: { a: "1" } };
    const actual = { ...NO_SETTINGS, id: "prj-a", name: "A", tags: { a: "1", by: "hand" } } as unknown as Project;
    const { migration } = code(text).migrate([{ ...project("a", "prj-a"), values }], {
      live: { projects: new Map([["prj-a", actual]]), defaultIds: new Set() },
    });
    expect(migration.expected.change).toBe(0);
    expect(migration.notes).toEqual([
      "tags of tfprojects_project.a is try(var.tags, null): where that is not null, the plan changes what was set by " +
        "hand, as that of the present code does.",
    ]);
  });

  test("that an expression may leave out are no concern where other tags are ignored", () => {
    const tags = "tags = try(var.tags, null)\n  ignore_additional_tags = true";
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n  ${tags}\n}\n`;
    const stored = { id: "prj-a", name: "A", organization: "acme", tags: { a: "1" }, ignore_additional_tags: true };
    const actual = { ...NO_SETTINGS, id: "prj-a", name: "A", tags: { a: "1", by: "hand" } } as unknown as Project;
    const { migration } = code(text).migrate([{ ...project("a", "prj-a"), values: stored }], {
      live: { projects: new Map([["prj-a", actual]]), defaultIds: new Set() },
    });
    expect([migration.notes, migration.expected.change]).toEqual([[], 0]);
  });

  test.each([
    ["description = null", { description: "by hand" }, 1],
    ["tags = null", { tags: { by: "hand" } }, 0],
    ["tags = var.tags", { tags: { by: "hand" } }, 0],
    ["tags = { a = var.a }", { tags: { by: "hand" } }, 1],
  ])("that are null are like those that are left out: %s", (argument, byHand, change) => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n  ${argument}\n}\n`;
    const values = { id: "prj-a", name: "A", organization: "acme", description: "by hand", tags: {} };
    const actual = { ...NO_SETTINGS, id: "prj-a", name: "A", ...byHand } as unknown as Project;
    const { migration } = code(text).migrate([{ ...project("a", "prj-a"), values }], {
      live: { projects: new Map([["prj-a", actual]]), defaultIds: new Set() },
    });
    expect(migration.expected.change).toBe(change);
    expect(migration.notes).toHaveLength(argument === "tags = null" ? 0 : 1);
  });

  test("that the code sets to nothing are cleared, if someone set them", () => {
    const text = `${PROVIDER}resource "tfe_project" "a" {\n  name = "A"\n  description = try(var.x, null)\n}\n`;
    const values = { id: "prj-a", name: "A", organization: "acme", description: "" };
    const actual = { ...NO_SETTINGS, id: "prj-a", name: "A", description: "by hand" } as unknown as Project;
    const { migration } = code(text).migrate([{ ...project("a", "prj-a"), values }], {
      live: { projects: new Map([["prj-a", actual]]), defaultIds: new Set() },
    });
    expect(migration.expected.change).toBe(1);
    expect(migration.notes).toEqual([
      "description of tfprojects_project.a was set by hand, and the code sets none: the plan clears it.",
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
      "In line 17, remove the reference to tfe_project_settings.a, which leaves the code.",
      "Set default_execution_mode of tfprojects_project.a: tfe_project_settings.a had each.value.mode.",
      "Set default_agent_pool_id of tfprojects_project.a: tfe_project_settings.a had tfe_agent_pool.x.id.",
    ]);
    configuration.remove();
    const same = code(each.replace('  name = "A"', '  for_each = local.teams\n  name = "A"')).migrate(state);
    expect(same.edited["main.tf"]).toContain("  default_execution_mode = each.value.mode\n");
  });
});
