import { CommandLine } from "../../cli/command-line";
import { RUNS_ALL } from "../../support/on-request";
import { fc, SEED } from "../../support/property";
import { describeWithTerraform } from "../../support/terraform";
import { TakeOver, TFE_OF_ACME } from "./take-over";

/*
 * Random configurations out of the forms that are edited and of those that are listed: after the migration the code is
 * valid, and its plan changes nothing in the organization.
 */

let cli: CommandLine;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());

/** The instances of a project and of its settings. */
const METAS = {
  one: { lines: "", key: "" },
  forEach: { lines: '  for_each = toset(["red", "blue"])\n', key: "[each.key]" },
  count: { lines: "  count = 2\n", key: "[count.index]" },
} as const;

/** Arguments of settings: simple ones, and those that depend on something. */
const MODES = ['"local"', "var.mode", "local.mode", "null", "terraform_data.mode.output", "local.of_project"] as const;

/** What a block of settings has besides. */
const EXTRAS = [
  "",
  "",
  "  lifecycle {\n    ignore_changes = [default_execution_mode]\n  }\n",
  "  depends_on = [terraform_data.mode]\n",
  "  provider = tfe.own\n",
] as const;

const anyProject = fc.record({
  meta: fc.constantFrom(...(Object.keys(METAS) as (keyof typeof METAS)[])),
  /** Undefined without settings. */
  settings: fc.option(
    fc.record({
      mode: fc.constantFrom(...MODES),
      extra: fc.constantFrom(...EXTRAS),
      isKeyed: fc.boolean(),
      isReferred: fc.boolean(),
    }),
    { nil: undefined },
  ),
  isInModule: fc.boolean(),
  /** Whether its code has an argument that the new type refuses, so that it waits. */
  isWaiting: fc.nat({ max: 5 }).map((it) => it === 0),
  /** Whether `import` blocks are left in the code. */
  isImported: fc.boolean(),
  ignored: fc.constantFrom("", "", "[description]", "all"),
  workspace: fc.boolean(),
});
type AnyProject = typeof anyProject extends fc.Arbitrary<infer T> ? T : never;

const SHARED = `
variable "mode" {
  default = "remote"
}
provider "tfe" {
  alias        = "own"
  organization = "acme"
}
resource "terraform_data" "mode" {
  input = "local"
}
locals {
  mode = var.mode == "x" ? "local" : local.other
  other = "remote"
}
`;

/** The code of a project in a module, and what refers to it. */
function codeOf({ meta, settings, isWaiting, ignored, workspace }: AnyProject, name: string): string {
  const { lines, key } = METAS[meta];
  const suffix = meta === "one" ? "" : meta === "count" ? "-${count.index}" : "-${each.key}";
  const lifecycle = ignored === "" ? "" : `  lifecycle {\n    ignore_changes = ${ignored}\n  }\n`;
  const mode = settings?.mode === "local.of_project" ? `local.of_${name}` : settings?.mode;
  // The real hashicorp/tfe never ends to plan an update of settings that inherit a mode and ignore its changes.
  const extra = mode === "null" && settings?.extra.includes("ignore_changes") === true ? "" : settings?.extra;
  const first = meta === "one" ? "" : meta === "count" ? "[0]" : '["red"]';
  const keyed = settings?.isKeyed === false && meta === "forEach";
  return [
    `resource "tfe_project" "${name}" {\n${lines}  name = "Project ${name}${suffix}"\n`,
    `${isWaiting ? "  ignore_additional_tags = true\n" : ""}${lifecycle}}\n`,
    settings === undefined
      ? ""
      : `resource "tfe_project_settings" "${name}" {\n${keyed ? `  for_each = tfe_project.${name}\n` : lines}` +
        `  project_id = ${keyed ? "each.value.id" : `tfe_project.${name}${key}.id`}\n` +
        `  default_execution_mode = ${mode}\n${extra}}\n`,
    mode?.startsWith("local.of_") === true
      ? `locals {\n  of_${name} = tfe_project.${name}${first}.name == "x" ? "remote" : "local"\n}\n`
      : "",
    settings?.isReferred === true
      ? `output "of_${name}" {\n  value = tfe_project_settings.${name}${first}.default_execution_mode\n}\n`
      : "",
    workspace
      ? `resource "tfe_workspace" "${name}" {\n  name = "ws-${name}"\n  project_id = tfe_project.${name}${first}.id\n}\n`
      : "",
  ].join("");
}

const MODULE = `terraform {
  required_providers {
    tfe = {
      source                = "hashicorp/tfe"
      configuration_aliases = [tfe, tfe.own]
    }
  }
}
`;

interface Written {
  readonly projects: readonly AnyProject[];
  readonly files: Readonly<Record<string, string>>;
}

function configurationOf(projects: readonly AnyProject[]): Written {
  const named = projects.map((project, index) => ({ project, code: codeOf(project, `p${index}`) }));
  const [inModule, inRoot] = [true, false].map((isInModule) =>
    named.flatMap(({ project, code }) => (project.isInModule === isInModule ? code : [])).join(""),
  );
  const call = 'module "m" {\n  source    = "./m"\n  providers = { tfe = tfe, tfe.own = tfe.own }\n}\n';
  const own = SHARED.replace(/provider "tfe" \{[^}]*\}\n/, "");
  return {
    projects,
    files: {
      "main.tf": `${TFE_OF_ACME}${SHARED}resource "tfe_project" "plain" {\n  name = "Plain"\n}\n${call}${inRoot}`,
      "m/main.tf": `${MODULE}${own}${inModule}`,
    },
  };
}

describeWithTerraform(`a migration of a random configuration (seed ${SEED})`, () => {
  const configurations = fc.sample(fc.array(anyProject, { minLength: 6, maxLength: 6 }), {
    seed: SEED,
    numRuns: RUNS_ALL ? 20 : 1,
  });

  test.each(configurations.map((it) => [configurationOf(it)]))("is valid, and changes nothing: %#", async (written) => {
    const { projects, files } = written;
    const own = await TakeOver.start(cli, files);
    try {
      const { acme } = own.deployment;
      await own.deployment.apply();
      own.edit("main.tf", (text) => {
        const blocks = projects.flatMap(({ isImported, isInModule, meta }, index) => {
          if (!isImported || meta !== "one") return [];
          const { id } = acme.project(`Project p${index}`)!;
          const to = `${isInModule ? "module.m." : ""}tfe_project.p${index}`;
          return [`import {\n  to = ${to}\n  id = "${id}"\n}\n`];
        });
        return `${text}${blocks.join("")}# end\n`;
      });
      const { numbers } = await own.takeOver();
      expect(numbers).toBe("0 to import, 0 to add, 0 to change, 0 to destroy");
      const code = own.read("main.tf") + own.read("m/main.tf");
      for (const [index, { isWaiting }] of projects.entries()) {
        expect(code).toContain(`resource "${isWaiting ? "tfe_project" : "tfprojects_project"}" "p${index}"`);
      }
    } finally {
      await own.stop();
    }
  });
});
