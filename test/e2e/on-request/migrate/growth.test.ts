import { rmSync } from "node:fs";
import { CommandLine } from "../../../cli/command-line";
import { describeWithTerraform } from "../../../support/terraform";
import { numbersIn, TakeOver, TFE_OF_ACME } from "../../migrate/take-over";

let cli: CommandLine;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());

/** Workspaces, each in the project of a team. */
const WORKSPACES = `
variable "workspaces" {
  default = {
    api = { name = "api", team = "red" }
    web = { name = "web", team = "blue" }
    old = { name = "old", team = "blue" }
  }
}
`;

/** The same later: one is renamed, one is removed, and one is added. */
const GROWN = {
  api: { name: "backend", team: "red" },
  web: { name: "web", team: "blue" },
  new: { name: "new", team: "red" },
};

/** Where they are then. */
const GROWN_WORLD = { "Default Project": [], "Team red": ["backend", "new"], "Team blue": ["web"] };

const TEAMS = `
resource "tfe_project" "team" {
  for_each = toset(["red", "blue"])
  name     = "Team \${each.key}"
}
`;

interface Form {
  readonly form: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The ways in which a workspace may get the ID of its project. */
const FORMS = [
  {
    form: "an object that is an argument of a module",
    files: {
      "main.tf": `${TFE_OF_ACME}${WORKSPACES}${TEAMS}
module "workspace" {
  source   = "./workspace"
  for_each = var.workspaces
  name     = each.value.name
  project  = { id = tfe_project.team[each.value.team].id }
}
`,
      "workspace/main.tf": `
variable "name" {}

variable "project" {
  type = object({ id = string })
}

resource "tfe_workspace" "this" {
  name       = var.name
  project_id = var.project.id
}
`,
    },
  },
  {
    form: "a map of IDs that is passed to a module",
    files: {
      "main.tf": `${TFE_OF_ACME}${WORKSPACES}${TEAMS}
module "workspaces" {
  source      = "./workspaces"
  workspaces  = var.workspaces
  project_ids = { for team, project in tfe_project.team : team => project.id }
}
`,
      "workspaces/main.tf": `
variable "workspaces" {}

variable "project_ids" {
  type = map(string)
}

resource "tfe_workspace" "this" {
  for_each   = var.workspaces
  name       = each.value.name
  project_id = var.project_ids[each.value.team]
}
`,
    },
  },
  {
    form: "a local in a module",
    files: {
      "main.tf": `${TFE_OF_ACME}${WORKSPACES}
module "landscape" {
  source     = "./landscape"
  workspaces = var.workspaces
}
`,
      "landscape/main.tf": `
variable "workspaces" {}
${TEAMS}
locals {
  projects = { for team, project in tfe_project.team : team => project }
  placed   = { for key, it in var.workspaces : key => { name = it.name, project_id = local.projects[it.team].id } }
}

resource "tfe_workspace" "this" {
  for_each   = local.placed
  name       = each.value.name
  project_id = each.value.project_id
}
`,
    },
  },
] as const satisfies readonly Form[];

/** A team's project with its workspaces, as a module. */
const TEAM = `
variable "team" {}

variable "workspaces" {}

resource "tfe_project" "this" {
  name = "Team \${var.team}"
}

resource "tfe_workspace" "this" {
  for_each   = { for key, it in var.workspaces : key => it if it.team == var.team }
  name       = each.value.name
  project_id = tfe_project.this.id
}
`;

const team = (name: string, source: string): string => `
module "${name}" {
  source     = "${source}"
  team       = "${name}"
  workspaces = var.workspaces
}
`;

const NOTHING = "0 to import, 0 to add, 0 to change, 0 to destroy";

describeWithTerraform("workspaces that their code places, after the projects are taken over", () => {
  let own: TakeOver;
  afterEach(() => own.stop());
  const start = async (files: Readonly<Record<string, string>>): Promise<void> => {
    own = await TakeOver.start(cli, files);
    await own.deployment.apply();
  };

  test.each(FORMS)("follow $form", async ({ files }) => {
    await start(files);
    expect((await own.takeOver()).numbers).toBe(NOTHING);

    await grow(own, GROWN);
    expect(own.deployment.acme.world).toEqual(GROWN_WORLD);
  });

  test("follow a module that is called once more", async () => {
    await start({ "main.tf": TFE_OF_ACME + WORKSPACES + team("red", "./team"), "team/main.tf": TEAM });
    expect((await own.takeOver()).numbers).toBe(NOTHING);

    own.edit("main.tf", (text) => text + team("blue", "./team"));
    await own.deployment.terraform.init();
    await grow(own, GROWN);
    expect(own.deployment.acme.world).toEqual(GROWN_WORLD);
  });

  test.each([
    { file: "is still there", unmigrated: { status: 0 } },
    { file: "was deleted", unmigrated: { status: 1 } },
  ])("follow a module that two root modules share, whose migrate.tf $file", async ({ file, unmigrated }) => {
    await start({ "main.tf": TFE_OF_ACME + WORKSPACES + team("red", "./team"), "team/main.tf": TEAM });
    const other = await own.below("blue", { "main.tf": TFE_OF_ACME + WORKSPACES + team("blue", "../team") });
    await other.deployment.apply();

    expect((await own.takeOver()).numbers).toBe(NOTHING);
    if (file === "was deleted") rmSync(own.deployment.terraform.path("team/migrate.tf"));
    expect(await other.deployment.plan()).toMatchObject(unmigrated);
    expect((await other.takeOver("--auto-approve")).numbers).toBe(NOTHING);

    await grow(own, GROWN);
    await grow(other, GROWN);
    expect(own.deployment.acme.world).toEqual(GROWN_WORLD);
  });

  test("are created again where their code puts them, if they are deleted by hand", async () => {
    await start({ "main.tf": TFE_OF_ACME + WORKSPACES + team("red", "./team"), "team/main.tf": TEAM });
    const { acme, terraform } = own.deployment;
    const world = { "Default Project": [], "Team red": ["api"] };
    const deleteByHand = (): void => {
      acme.emulator.workspaces.delete(acme.emulator.workspaces.find("acme", "api")!.id);
    };

    deleteByHand();
    expect(await own.migrate("--edit")).toMatchObject({ status: 0, stderr: "" });
    await terraform.init();
    expect(numbersIn((await own.deployment.plan()).stdout)).toBe("0 to import, 1 to add, 0 to change, 0 to destroy");
    await own.deployment.apply();
    expect(acme.world).toEqual(world);

    deleteByHand();
    await grow(own, GROWN);
    expect(acme.world).toEqual({ "Default Project": [], "Team red": ["backend", "new"] });
  });

  test("stay in a default project that the code manages, if no code places them", async () => {
    await start({ "main.tf": TFE_OF_ACME });
    const { acme, terraform } = own.deployment;
    acme.addWorkspace("by-hand");
    own.write({
      "main.tf": `${TFE_OF_ACME}${WORKSPACES}
resource "tfe_project" "default" {
  name = "Default Project"
}

resource "tfe_workspace" "free" {
  for_each = var.workspaces
  name     = each.value.name
}
`,
    });
    await terraform.succeed(["import", "-input=false", "tfe_project.default", acme.defaultProjectId]);
    await own.deployment.apply();
    expect((await own.takeOver()).numbers).toBe(NOTHING);

    await grow(own, GROWN);
    expect(acme.world).toEqual({ "Default Project": ["backend", "by-hand", "new", "web"] });
  });
});

/** Applies other workspaces, after which nothing is left to do. */
async function grow(own: TakeOver, workspaces: object): Promise<void> {
  own.write({ "terraform.tfvars.json": JSON.stringify({ workspaces }) });
  await own.deployment.apply();
  expect(await own.deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
}
