import { CommandLine } from "../../../cli/command-line";
import { describeWithTerraform, unwrapped } from "../../../support/terraform";
import { TakeOver, TFE_OF_ACME } from "../../migrate/take-over";

let cli: CommandLine;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());

const PROJECT = 'resource "tfe_project" "p" {\n  name = "Alpha"\n}\n';
const settings = (lines: string) =>
  `resource "tfe_project_settings" "p" {\n  project_id = tfe_project.p.id\n${lines}}\n`;
const LOCAL = '  default_execution_mode = "local"\n';
const MODE_OF_PROJECT = "  default_execution_mode = local.mode\n";

/** What the code has, and what `migrate` says of settings that stay; undefined if they become those of the project. */
const FORMS: readonly (readonly [string, string, string | undefined])[] = [
  ["a literal", PROJECT + settings(LOCAL), undefined],
  [
    "a variable",
    `variable "mode" {\n  default = "local"\n}\n${PROJECT}${settings("  default_execution_mode = var.mode\n")}`,
    undefined,
  ],
  ["nothing", PROJECT + settings(""), undefined],
  [
    "for_each",
    'locals {\n  modes = { red = "local", blue = "remote", green = null }\n}\n' +
      'resource "tfe_project" "p" {\n  for_each = local.modes\n  name = "Team ${each.key}"\n}\n' +
      settings("  for_each = local.modes\n  default_execution_mode = each.value\n").replace("p.id", "p[each.key].id"),
    undefined,
  ],
  [
    "an argument that depends on the project",
    PROJECT + settings('  default_execution_mode = tfe_project.p.name == "x" ? "remote" : "local"\n'),
    "depends on the project (tfe_project.p)",
  ],
  [
    "an argument that depends on the project by way of a local",
    `${PROJECT}locals {\n  mode = tfe_project.p.name == "x" ? "remote" : "local"\n}\n${settings(MODE_OF_PROJECT)}`,
    "depends on the project (local.mode → tfe_project.p)",
  ],
  [
    "an argument that depends on the project by way of a resource",
    `${PROJECT}resource "terraform_data" "mode" {\n  input = tfe_project.p.name == "x" ? "remote" : "local"\n}\n` +
      settings("  default_execution_mode = terraform_data.mode.output\n"),
    "depends on the project (terraform_data.mode → tfe_project.p)",
  ],
  [
    "an argument that depends on the project by way of a module",
    `${PROJECT}module "m" {\n  source = "./m"\n  name = tfe_project.p.name\n}\n${settings("  default_execution_mode = module.m.mode\n")}`,
    "depends on the project (module.m → tfe_project.p)",
  ],
  [
    "ignore_changes of a list",
    PROJECT + settings(`${LOCAL}  lifecycle {\n    ignore_changes = [default_execution_mode]\n  }\n`),
    "it has lifecycle",
  ],
  [
    "ignore_changes of all",
    PROJECT + settings(`${LOCAL}  lifecycle {\n    ignore_changes = all\n  }\n`),
    "it has lifecycle",
  ],
  [
    "a precondition",
    PROJECT +
      settings(
        `${LOCAL}  lifecycle {\n    precondition {\n      condition     = tfe_project.p.name != ""\n      error_message = "x"\n    }\n  }\n`,
      ),
    "it has lifecycle",
  ],
  [
    "a postcondition",
    PROJECT +
      settings(
        `${LOCAL}  lifecycle {\n    postcondition {\n      condition     = self.id != ""\n      error_message = "x"\n    }\n  }\n`,
      ),
    "it has lifecycle",
  ],
  [
    "depends_on",
    `${PROJECT}resource "terraform_data" "x" {\n}\n${settings(`${LOCAL}  depends_on = [terraform_data.x]\n`)}`,
    "it has depends_on",
  ],
  [
    "a provider",
    `provider "tfe" {\n  alias = "own"\n  organization = "acme"\n}\n${PROJECT}${settings(`${LOCAL}  provider = tfe.own\n`)}`,
    "it has provider",
  ],
  [
    "a reference to them",
    `${PROJECT}${settings(LOCAL)}output "mode" {\n  value = tfe_project_settings.p.default_execution_mode\n}\n`,
    "refers to it",
  ],
  [
    "settings with the instances of the project",
    'resource "tfe_project" "p" {\n  for_each = toset(["red", "blue"])\n  name = "Team ${each.key}"\n}\n' +
      settings(`  for_each = tfe_project.p\n${LOCAL}`).replace("tfe_project.p.id", "each.value.id"),
    "its for_each is not that of tfprojects_project.p",
  ],
];

const MODULE = 'variable "name" {}\noutput "mode" {\n  value = var.name == "x" ? "remote" : "local"\n}\n';

describeWithTerraform("tfe_project_settings, taken over", () => {
  let own: TakeOver;
  afterEach(() => own.stop());

  test.each(FORMS)("with %s: nothing changes in the organization", async (_, code, stays) => {
    own = await TakeOver.start(cli, { "main.tf": TFE_OF_ACME + code, "m/main.tf": MODULE });
    await own.deployment.apply();
    const { stdout, numbers } = await own.takeOver();
    expect(numbers).toBe("0 to import, 0 to add, 0 to change, 0 to destroy");
    const main = own.read("main.tf");
    expect(main.includes('"tfe_project_settings"')).toBe(stays !== undefined);
    if (stays === undefined) expect(stdout).not.toContain("stays with hashicorp/tfe");
    else
      expect(unwrapped(stdout)).toMatch(
        new RegExp(`tfe_project_settings\\.p stays with hashicorp/tfe: .*${stays.replace(/[()]/g, "\\$&")}`),
      );
  });

  test.each([
    ["of settings", 'import {\n  to = tfe_project_settings.p\n  id = "ID"\n}\n'],
    ["of the project", 'import {\n  to = tfe_project.p\n  id = "ID"\n}\n'],
    [
      "of the project, with for_each",
      'import {\n  for_each = { p = "ID" }\n  to = tfe_project.p\n  id = each.value\n}\n',
    ],
  ])("with an import block %s: it goes along", async (_, block) => {
    own = await TakeOver.start(cli, { "main.tf": TFE_OF_ACME + PROJECT + settings(LOCAL) });
    await own.deployment.apply();
    const id = own.deployment.acme.project("Alpha")!.id;
    own.edit("main.tf", (text) => text + block.replace("ID", id));
    const { numbers } = await own.takeOver();
    expect(numbers).toBe("0 to import, 0 to add, 0 to change, 0 to destroy");
    expect(own.read("main.tf")).not.toContain("tfe_project");
  });

  test.each([
    ["literal", (id: string) => `import {\n  to = module.m.tfe_project.this["new"]\n  id = "${id}"\n}\n`],
    [
      "with for_each",
      (id: string) =>
        `import {\n  for_each = { new = "${id}" }\n  to = module.m.tfe_project.this[each.key]\n  id = each.value\n}\n`,
    ],
  ])(
    "an import block in the root, of a project of a module, which does not exist in the state yet: %s",
    async (_, block) => {
      const module =
        'variable "names" {}\nresource "tfe_project" "this" {\n  for_each = var.names\n' +
        '  name = "Team ${each.key}"\n}\n';
      const call = (names: string) => `module "m" {\n  source = "./m"\n  names = toset([${names}])\n}\n`;
      own = await TakeOver.start(cli, { "main.tf": TFE_OF_ACME + call('"old"'), "m/main.tf": module });
      const { acme } = own.deployment;
      await own.deployment.apply();
      const id = acme.addProject("Team new");
      own.edit("main.tf", () => TFE_OF_ACME + call('"old", "new"') + block(id));
      expect(await own.migrate("--edit")).toMatchObject({ status: 0, stderr: "" });
      expect(own.read("main.tf")).toContain("to = module.m.tfprojects_project.this[");
      await own.deployment.terraform.succeed(["init", "-input=false"]);
      const plan = await own.deployment.plan("-out=tfplan");
      expect(plan.stdout).toContain("1 to import, 0 to add, 0 to change, 0 to destroy");
      expect(await own.deployment.terraform.run(["apply", "-input=false", "tfplan"])).toMatchObject({ status: 0 });
      expect(acme.project("Team new")!.id).toBe(id);
      expect(await own.deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    },
  );
});
