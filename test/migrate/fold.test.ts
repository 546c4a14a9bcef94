import { Configuration, project, settings } from "./configurations";

let configuration: Configuration;
afterEach(() => configuration.remove());

const PROVIDER = 'provider "tfe" {\n  organization = "acme"\n}\n';
const REMOVED = "removed {\n  from = tfe_project_settings.a\n\n  lifecycle {\n    destroy = false\n  }\n}\n";

/** The settings as the state has them. */
const stored = (mode: string, more: object = {}) =>
  settings("a", "prj-a", { values: { id: "prj-a", project_id: "prj-a", default_execution_mode: mode }, ...more });

function migrate(text: string, state = [project("a", "prj-a"), stored("local")], files: Record<string, string> = {}) {
  configuration = new Configuration({ "main.tf": PROVIDER + text, ...files });
  const { edited, files: written, migration } = configuration.migrate(state);
  return { main: edited["main.tf"]!.slice(PROVIDER.length), written, migration };
}

/** A project, and its settings with these lines. */
const code = (lines: string, ofProject = "") =>
  `resource "tfe_project" "a" {\n  name = "A"\n${ofProject}}\n\n` +
  `resource "tfe_project_settings" "a" {\n  project_id = tfe_project.a.id\n${lines}}\n`;

describe("settings become arguments of their project", () => {
  test.each([
    ["a literal", '"local"', ""],
    ["a variable", "var.mode", 'variable "mode" {\n}\n'],
    ["a local of locals and variables", "local.mode", 'locals {\n  mode = var.x ? local.b : "local"\n  b = var.b\n}\n'],
    ["a function of them", 'lookup(var.modes, "a", "local")', ""],
  ])("with %s", (_, value, more) => {
    const { main, written, migration } = migrate(code(`  default_execution_mode = ${value}\n`) + more);
    expect(main).toBe(
      `resource "tfprojects_project" "a" {\n  name = "A"\n  default_execution_mode = ${value}\n}\n\n${more}`,
    );
    expect(written["migrate.tf"]).toContain(REMOVED);
    expect(migration.manual).toEqual([]);
    expect(migration.edits.map(({ what }) => what)).toContain("remove tfe_project_settings.a");
  });

  test.each(["for_each", "count"])("with the same %s, and its keys", (meta) => {
    const key = meta === "count" ? "count.index" : "each.key";
    const value = meta === "count" ? "var.modes[count.index]" : "each.value";
    const same = `  ${meta} = var.all\n`;
    const text = code(`${same}  default_execution_mode = ${value}\n`, same).replace("a.id", `a[${key}].id`);
    const state = (meta === "count" ? [0, 1] : ["x", "y"]).flatMap((it) => [
      project("a", `prj-${it}`, { key: it }),
      settings("a", `prj-${it}`, { key: it }),
    ]);
    const { main, migration } = migrate(text, state);
    expect(main).toContain(`  ${meta} = var.all\n  default_execution_mode = ${value}\n}\n`);
    expect([main.includes("tfe_project_settings"), migration.manual]).toEqual([false, []]);
  });

  test.each([
    ["literal", 'to = tfe_project_settings.a\n  id = "prj-a"', ""],
    ["with for_each", "for_each = var.ids\n  to = tfe_project_settings.a\n  id = each.value", ""],
  ])("and their import block goes with them: %s", (_, lines) => {
    const { main } = migrate(`${code('  default_execution_mode = "local"\n')}import {\n  ${lines}\n}\n`);
    expect(main).toBe('resource "tfprojects_project" "a" {\n  name = "A"\n  default_execution_mode = "local"\n}\n\n');
  });
});

describe("settings stay with hashicorp/tfe, and the project ignores them", () => {
  const POOL = 'resource "tfe_agent_pool" "x" {\n  name = "X"\n}\n';
  const ALLOWED =
    'resource "tfe_agent_pool_allowed_projects" "x" {\n  agent_pool_id = tfe_agent_pool.x.id\n' +
    "  allowed_project_ids = [tfe_project.a.id]\n}\n";
  const literal = '  default_execution_mode = "local"\n';

  test.each([
    [
      "which has lifecycle, ignoring a list",
      `${literal}  lifecycle {\n    ignore_changes = [default_execution_mode]\n  }\n`,
      "",
      "it has lifecycle",
    ],
    [
      "which has a precondition",
      `${literal}  lifecycle {\n    precondition {\n      condition = true\n    }\n  }\n`,
      "",
      "it has lifecycle",
    ],
    ["which has depends_on", `${literal}  depends_on = [tfe_agent_pool.x]\n`, POOL, "it has depends_on"],
    ["which has a provider", `${literal}  provider = tfe.eu\n`, "", "it has provider"],
    ["which has instances of its own", `${literal}  count = 1\n`, "", "its count is not that of tfprojects_project.a"],
    [
      "of a resource",
      "  default_agent_pool_id = tfe_agent_pool.x.id\n",
      POOL,
      "its default_agent_pool_id refers to tfe_agent_pool.x",
    ],
    [
      "of a module's output, by way of a local",
      "  default_execution_mode = local.mode\n",
      'locals {\n  mode = module.m.mode\n}\nmodule "m" {\n  source = "./m"\n}\n',
      "its default_execution_mode refers to local.mode → module.m",
    ],
    [
      "of a data source",
      "  default_agent_pool_id = data.tfe_agent_pool.x.id\n",
      'data "tfe_agent_pool" "x" {\n  name = "X"\n}\n',
      "its default_agent_pool_id refers to data.tfe_agent_pool.x",
    ],
    [
      "that depends on the project",
      "  default_agent_pool_id = tfe_agent_pool_allowed_projects.x.agent_pool_id\n",
      POOL + ALLOWED,
      "its default_agent_pool_id depends on the project (tfe_agent_pool_allowed_projects.x → tfe_project.a)",
    ],
    [
      "that depends on the project by way of a local",
      "  default_agent_pool_id = local.pool\n",
      `${POOL}${ALLOWED}locals {\n  pool = tfe_agent_pool_allowed_projects.x.agent_pool_id\n}\n`,
      "its default_agent_pool_id depends on the project " +
        "(local.pool → tfe_agent_pool_allowed_projects.x → tfe_project.a)",
    ],
    [
      "that depends on the project by way of a module",
      "  default_agent_pool_id = module.m.pool\n",
      'module "m" {\n  source = "./m"\n  projects = [tfe_project.a.id]\n}\n',
      "its default_agent_pool_id depends on the project (module.m → tfe_project.a)",
    ],
    [
      "that depends on the project by way of a data source",
      "  default_agent_pool_id = data.tfe_agent_pool.x.id\n",
      'data "tfe_agent_pool" "x" {\n  name = tfe_project.a.name\n}\n',
      "its default_agent_pool_id depends on the project (data.tfe_agent_pool.x → tfe_project.a)",
    ],
    [
      "that something refers to",
      literal,
      'output "mode" {\n  value = tfe_project_settings.a.default_execution_mode\n}\n',
      "main.tf:13 refers to it",
    ],
    [
      "that a moved block names",
      literal,
      "moved {\n  from = tfe_project_settings.old\n  to = tfe_project_settings.a\n}\n",
      "main.tf:14 refers to it",
    ],
    [
      "that differ from the state",
      '  default_execution_mode = "remote"\n',
      "",
      "the state has another default_execution_mode: apply it first",
    ],
  ])("%s", (_, lines, more, why) => {
    const text = code(lines) + more;
    const { main, written, migration } = migrate(text);
    const renamed = text
      .replace('"tfe_project" "a"', '"tfprojects_project" "a"')
      .replaceAll("tfe_project.a.", "tfprojects_project.a.")
      .replace(
        '  name = "A"\n',
        `  name = "A"\n\n  lifecycle {\n    ignore_changes = [default_execution_mode, default_agent_pool_id]\n  }\n`,
      );
    expect(main).toBe(renamed);
    expect(written["migrate.tf"]).not.toContain("tfe_project_settings");
    const [manual, ...others] = migration.manual;
    expect(others).toEqual([]);
    expect(manual!.what).toContain(`In line 8, tfe_project_settings.a stays with hashicorp/tfe: ${why}.`);
    // A second run says the same, and edits nothing.
    configuration.write("main.tf", PROVIDER + main);
    const again = configuration.migrate([project("a", "prj-a"), stored("local")]).migration;
    expect(again.edits.filter(({ what }) => !what.startsWith("require"))).toEqual([]);
    expect(again.manual).toHaveLength(1);
  });

  test("with the lines to write, and the block that they have", () => {
    const lifecycle = "  lifecycle {\n    ignore_changes = [default_execution_mode]\n  }\n";
    const { migration } = migrate(code(`  default_execution_mode = "local"\n${lifecycle}`));
    expect(migration.manual[0]!.lines).toEqual([
      'default_execution_mode = "local"',
      ...lifecycle
        .split("\n")
        .slice(0, -1)
        .map((line) => line.slice(2)),
      "",
      ...REMOVED.split("\n").slice(0, -1),
    ]);
  });

  test("and what depends on something else as a value", () => {
    const values = {
      id: "prj-a",
      project_id: "prj-a",
      default_execution_mode: "agent",
      default_agent_pool_id: "apool-1",
    };
    const lines = '  default_execution_mode = "agent"\n  default_agent_pool_id = tfe_agent_pool.x.id\n';
    const state = [project("a", "prj-a"), settings("a", "prj-a", { values })];
    const { main, migration } = migrate(code(lines) + POOL, state);
    expect(migration.manual[0]).toMatchObject({
      what: expect.stringMatching(
        /To move it into the project, write these arguments there instead of ignore/,
      ) as string,
      lines: [
        'default_execution_mode = "agent"',
        'default_agent_pool_id = "apool-1"',
        "",
        ...REMOVED.split("\n").slice(0, -1),
      ],
    });
    // What ignores changes is changed by hand, too.
    configuration.write("main.tf", PROVIDER + main.replace("tfe_agent_pool.x.id", '"apool-1"'));
    expect(configuration.migrate(state).migration.manual.map(({ what }) => what)).toEqual([
      expect.stringContaining("tfprojects_project.a ignores changes of default_execution_mode") as string,
    ]);
  });

  test("of some instances only, with a key of its own", () => {
    const text =
      'resource "tfe_project" "a" {\n  for_each = var.names\n  name = each.key\n}\n' +
      'resource "tfe_project_settings" "a" {\n  project_id = tfe_project.a["x"].id\n' +
      '  default_execution_mode = "local"\n}\n';
    const { main, migration } = migrate(text, [
      project("a", "prj-a", { key: "x" }),
      project("a", "prj-b", { key: "y" }),
      stored("local"),
    ]);
    expect(main).toContain("ignore_changes = [default_execution_mode, default_agent_pool_id]");
    expect(main).toContain('project_id = tfprojects_project.a["x"].id');
    expect(migration.manual.map(({ what }) => what)).toEqual([
      expect.stringContaining("its for_each is not that of tfprojects_project.a") as string,
    ]);
  });

  test.each([
    [
      "a lifecycle without it",
      "  lifecycle {\n    prevent_destroy = true\n  }\n",
      "    prevent_destroy = true\n    ignore_changes = [default_execution_mode, default_agent_pool_id]\n",
    ],
    [
      "a list of others",
      "  lifecycle {\n    ignore_changes = [name]\n  }\n",
      "    ignore_changes = [default_execution_mode, default_agent_pool_id, name]\n",
    ],
    ["all", "  lifecycle {\n    ignore_changes = all\n  }\n", "    ignore_changes = all\n"],
  ])("in a project that has %s", (_, lifecycle, expected) => {
    const { main } = migrate(code(`${literal}  depends_on = [tfe_agent_pool.x]\n`, lifecycle) + POOL);
    expect(main).toContain(`  lifecycle {\n${expected}  }\n}\n`);
  });

  test("in another module than the project", () => {
    const inner = 'variable "id" {\n}\nresource "tfe_project_settings" "s" {\n  project_id = var.id\n}\n';
    const call = 'module "m" {\n  source = "./m"\n  id = tfe_project.a.id\n}\n';
    const text = `resource "tfe_project" "a" {\n  name = "A"\n}\n${call}`;
    const { main, migration } = migrate(text, [project("a", "prj-a"), settings("s", "prj-a", { module: "module.m" })], {
      "m/main.tf": inner,
    });
    expect(main).toContain("ignore_changes = [default_execution_mode, default_agent_pool_id]");
    expect(migration.manual.map(({ where, what }) => `${where}: ${what}`)).toEqual([
      expect.stringMatching(/^m\/main\.tf: In line 3, .* not all of its projects are one resource beside it/) as string,
    ]);
  });
});
