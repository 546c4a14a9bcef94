import { CommandLine } from "../cli/command-line";
import { Deployment } from "../support/deployment";
import { describeWithTerraform, REGISTRY } from "../support/terraform";
import { tfeExecutable } from "../support/tfe-provider/executable";

const MODULE = `
terraform {
  required_providers {
    tfprojects = { source = "terraform.local/tfprojects/tfprojects" }
  }
}
variable "name" { type = string }
resource "tfprojects_project" "this" {
  name = var.name
}
output "project_id" { value = tfprojects_project.this.id }
`;

/** What only Terraform can evaluate: variables, functions, for_each, count, locals and a module. */
const CODE = `
variable "url" { type = string }
variable "teams" {
  type = map(object({ name = string, workspaces = list(string) }))
}
provider "tfprojects" {
  address      = var.url
  organization = join("", ["ac", "me"])
}
locals {
  described = { for key, team in var.teams : key => format("Team %s", upper(key)) }
}
resource "tfprojects_project" "team" {
  for_each        = var.teams
  name            = title(each.value.name)
  description     = local.described[each.key]
  deletion_policy = "evacuate"
}
resource "tfprojects_workspace_membership" "team" {
  for_each        = { for key, team in var.teams : key => team if length(team.workspaces) > 0 }
  project_id      = tfprojects_project.team[each.key].id
  workspace_names = [for name in each.value.workspaces : lower(name)]
}
resource "tfprojects_project" "stage" {
  count           = 2
  name            = "Stage \${count.index}"
  deletion_policy = "evacuate"
}
resource "tfprojects_workspace_membership" "stage" {
  count           = 2
  project_id      = tfprojects_project.stage[count.index].id
  workspace_names = ["stage-\${count.index}"]
}
module "shared" {
  source = "./shared"
  name   = "Shared"
}
resource "tfprojects_workspace_membership" "shared" {
  project_id      = module.shared.project_id
  workspace_names = ["shared"]
}
`;

interface Action {
  readonly kind: string;
  readonly address?: string;
  readonly project_id?: string;
  readonly destination?: { readonly name: string };
  readonly workspaces?: readonly { readonly name: string }[];
}

interface PlanDocument {
  readonly organizations: readonly [
    {
      readonly actions: readonly Action[];
      readonly warnings: readonly object[];
      readonly known_after_apply: readonly {
        readonly project: { readonly name: string };
        readonly created: readonly { readonly name: string | null }[];
        readonly depends_on: readonly string[];
      }[];
    },
  ];
}

interface TerraformPlanDocument {
  readonly resource_changes: readonly {
    readonly type: string;
    readonly address: string;
    readonly change: { readonly actions: readonly string[]; readonly before: { readonly id: string } | null };
  }[];
}

describeWithTerraform("a plan of Terraform", () => {
  let cli: CommandLine;
  let deployment: Deployment;
  beforeAll(() => (cli = CommandLine.build()));
  afterAll(() => cli.remove());
  beforeEach(async () => {
    deployment = await Deployment.start();
    deployment.terraform.write("shared/main.tf", MODULE);
  });
  afterEach(() => deployment.stop());

  function withTeams(teams: object): Deployment {
    const values = { url: deployment.acme.emulator.address, teams };
    deployment.terraform.write("terraform.tfvars.json", JSON.stringify(values));
    return deployment.code(CODE);
  }

  /** Plans with Terraform, writes the plan as JSON, and reviews it with the command line. */
  async function review(flags: readonly string[], ...args: string[]) {
    const { terraform, acme } = deployment;
    await terraform.succeed(["plan", "-input=false", "-out=tfplan", ...flags]);
    const { stdout: printed } = await terraform.succeed(["show", "-json", "tfplan"]);
    terraform.write("plan.json", printed);
    const run = await cli.run(["plan", terraform.path("plan.json"), ...args], acme.environment);
    return { ...run, printed };
  }

  /** What Terraform plans for projects, and what the review of its plan says, by address or id. */
  async function plannedByBoth(): Promise<{ terraform: object; engine: object; moved: number }> {
    const { status, stdout, stderr, printed } = await review([], "--json", "--max-deletes", "9", "--max-moves", "all");
    expect([status, stderr]).toEqual([0, ""]);
    const { resource_changes: changes } = JSON.parse(printed) as TerraformPlanDocument;
    const ofProjects = changes.flatMap(({ type, address, change: { actions, before } }) => {
      const action = actions.join();
      if (type !== "tfprojects_project" || action === "no-op") return [];
      return [[action === "delete" ? before!.id : address, action] as const];
    });
    const [{ actions }] = (JSON.parse(stdout) as PlanDocument).organizations;
    const named = actions.filter(({ kind }) => kind !== "move");
    return {
      terraform: Object.fromEntries(ofProjects),
      engine: Object.fromEntries(named.map((it) => [it.address ?? it.project_id!, it.kind])),
      moved: actions.flatMap(({ workspaces = [] }) => workspaces).length,
    };
  }

  test("is reviewed by the engine with the same changes, before the first deployment and after edits", async () => {
    const { acme, terraform } = deployment;
    for (const name of ["api", "web", "search", "stage-0", "stage-1", "shared"]) acme.addWorkspace(name);
    withTeams({
      platform: { name: "platform", workspaces: ["API", "WEB"] },
      search: { name: "search", workspaces: ["search"] },
      empty: { name: "empty", workspaces: [] },
    });
    await deployment.terraform.init();

    const first = await plannedByBoth();
    expect(first.engine).toEqual(first.terraform);
    expect(Object.keys(first.engine)).toHaveLength(6);
    expect(first.moved).toBe(6);

    await terraform.succeed(["apply", "-input=false", "tfplan"]);
    expect(acme.world).toMatchObject({ Platform: ["api", "web"], "Stage 1": ["stage-1"], Shared: ["shared"] });

    // A team is renamed, a workspace moves, a team is dropped, and the module's project is at another address.
    withTeams({
      platform: { name: "core", workspaces: ["api"] },
      empty: { name: "empty", workspaces: ["web"] },
    });
    deployment.code(
      CODE.replaceAll('module "shared"', 'module "common"').replaceAll("module.shared", "module.common") +
        "moved {\n  from = module.shared\n  to   = module.common\n}\n",
    );
    await terraform.succeed(["init", "-input=false"]);
    const dropped = acme.project("Search")!.id;
    const second = await plannedByBoth();
    expect(second.engine).toEqual(second.terraform);
    expect(second.engine).toEqual({ 'tfprojects_project.team["platform"]': "update", [dropped]: "delete" });
    // web changes its project, and search waits in the default project.
    expect(second.moved).toBe(2);

    await terraform.succeed(["apply", "-input=false", "tfplan"]);
    const drift = await cli.run(["drift", terraform.path("plan.json")], acme.environment);
    expect([drift.status, drift.stdout]).toEqual([0, expect.stringContaining("No drift.")]);
    expect(acme.world).toMatchObject({ Core: ["api"], Empty: ["web"], "Default Project": ["search"] });

    // Plans that do not have everything would make the rest look dropped.
    for (const [flag, message] of [
      ["-refresh-only", "it was made with -refresh-only"],
      ["-target=module.common", "it was made with -target or -exclude"],
    ] as const) {
      const { status, stderr } = await review([flag]);
      expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
  });

  test("that places workspaces by rules, also of dynamic blocks, is reviewed with the moves that Terraform makes", async () => {
    const { acme, terraform } = deployment;
    for (const name of ["net-a", "pay-a", "pay-b", "other", "kept"]) acme.addWorkspace(name);
    const placement = (teams: string, more = ""): string => `
      resource "tfprojects_project" "team" {
        for_each = toset(${teams})
        name     = title(each.key)
      }
      resource "tfprojects_project" "inbox" { name = "Inbox" }
      resource "tfprojects_workspace_placement" "all" {
        dynamic "rule" {
          for_each = tfprojects_project.team
          content {
            project     = rule.value.name
            match_names = ["\${substr(lower(rule.key), 0, 3)}-*"]
          }
        }
        rule {
          project     = tfprojects_project.inbox.name
          match_names = ["*"]
        }
        except_names = ["kept"]
        ${more}
      }`;
    const moved = async (...flags: readonly string[]) => {
      const { status, stdout, stderr } = await review(flags, "--json", "--max-moves", "all");
      expect([status, stderr]).toEqual([0, ""]);
      const [{ actions }] = (JSON.parse(stdout) as PlanDocument).organizations;
      const moves = actions.flatMap(({ destination, workspaces = [] }) =>
        workspaces.map(({ name }) => `${name} to ${destination?.name ?? ""}`),
      );
      return moves.sort();
    };
    deployment.code(placement('["payments", "networks"]'));
    await terraform.init();
    const first = ["net-a to Networks", "other to Inbox", "pay-a to Payments", "pay-b to Payments"];
    expect(await moved()).toEqual(first);
    await terraform.succeed(["apply", "-input=false", "tfplan"]);
    const placed = { Networks: ["net-a"], Payments: ["pay-a", "pay-b"], Inbox: ["other"], "Default Project": ["kept"] };
    expect(acme.world).toMatchObject(placed);
    expect(await moved()).toEqual([]);

    // With unchanged rules, what the refresh has found moves; with changed ones, what they find now.
    acme.addWorkspace("net-b");
    expect(await moved()).toEqual(["net-b to Networks"]);
    expect(await moved("-refresh=false")).toEqual([]);
    deployment.code(placement('["payments", "networks"]').replace('["kept"]', '["kept", "net-b"]'));
    expect(await moved()).toEqual([]);
    deployment.code(placement('["payments", "networks"]', 'take_from = "default-project"').replace('"kept"', '"none"'));
    expect(await moved("-refresh=false")).toEqual(["kept to Inbox", "net-b to Networks"]);
    await terraform.succeed(["apply", "-input=false", "tfplan"]);
    expect(acme.world).toMatchObject({
      ...placed,
      Networks: ["net-a", "net-b"],
      Inbox: ["kept", "other"],
      "Default Project": [],
    });
  });

  test("that adds new workspaces of hashicorp/tfe to memberships is reviewed, and so is all else in it", async () => {
    const { acme, terraform } = deployment;
    terraform.stageProvider(tfeExecutable(), `${REGISTRY}/hashicorp/tfe`, "0.80.0");
    const [old, stranger] = [acme.addWorkspace("old"), acme.addWorkspace("stranger")];
    acme.addWorkspace("moves");
    const platform = (ids: string): string => `
      resource "tfprojects_project" "platform" { name = "Platform" }
      resource "tfprojects_workspace_membership" "platform" {
        project_id    = tfprojects_project.platform.id
        workspace_ids = [${ids}]
        exclusive     = true
      }`;
    deployment.code(platform(`"${old}"`));
    await terraform.init();
    await deployment.apply();
    acme.emulator.workspaces.move(stranger, acme.project("Platform")!.id);
    deployment.code(`
      variable "teams" {
        default = { data = ["db", "etl"], web = ["shop"] }
      }
      resource "tfe_workspace" "api" { name = "api" }
      resource "tfe_workspace" "all" {
        for_each = toset(flatten(values(var.teams)))
        name     = each.key
      }
      resource "tfprojects_project" "team" {
        for_each = var.teams
        name     = title(each.key)
      }
      resource "tfprojects_workspace_membership" "team" {
        for_each      = var.teams
        project_id    = tfprojects_project.team[each.key].id
        workspace_ids = [for name in each.value : tfe_workspace.all[name].id]
      }
      resource "tfprojects_project" "named" { name = "Named" }
      resource "tfprojects_workspace_membership" "named" {
        project_id      = tfprojects_project.named.id
        workspace_names = ["moves"]
      }
      ${platform(`"${old}", tfe_workspace.api.id`)}`);
    await terraform.init();
    const { status, stdout, stderr } = await review([], "--json");
    expect([status, stderr]).toEqual([0, ""]);
    const [{ actions, known_after_apply: members }] = (JSON.parse(stdout) as PlanDocument).organizations;
    expect(members.map((it) => [it.project.name, it.created.map(({ name }) => name), it.depends_on])).toEqual([
      ["Platform", ["api"], []],
      ["Data", ["db", "etl"], []],
      ["Web", ["shop"], []],
    ]);
    expect(actions.flatMap(({ kind, workspaces = [] }) => (kind === "move" ? workspaces : []))).toMatchObject([
      { name: "stranger", reason: "evicted" },
      { name: "moves", reason: "member" },
    ]);

    const explain = (word: string) => cli.run(["explain", word, terraform.path("plan.json")], acme.environment);
    expect((await explain("moves")).stdout).toContain("Belongs in:   Named (it is not there yet)");
    expect((await explain("etl")).stdout).toContain(`(created by this plan: tfe_workspace.all["etl"])`);
    const drift = await cli.run(["drift", terraform.path("plan.json")], acme.environment);
    expect([drift.status, drift.stdout]).toEqual([2, expect.stringContaining('Project "Web" gets shop, created by')]);

    await terraform.succeed(["apply", "-input=false", "tfplan"]);
    expect(acme.world).toEqual({
      "Default Project": ["stranger"],
      Data: ["db", "etl"],
      Named: ["moves"],
      Platform: ["api", "old"],
      Web: ["shop"],
    });
    const after = await review([], "--detailed-exitcode");
    expect([after.status, after.stdout]).toEqual([0, expect.stringContaining("No changes.")]);
  });

  test("that destroys and creates workspaces, as their keys have the project, says that their states are lost", async () => {
    const { acme, terraform } = deployment;
    terraform.stageProvider(tfeExecutable(), `${REGISTRY}/hashicorp/tfe`, "0.80.0");
    const keyed = (to: string): string => `
      resource "tfprojects_project" "team" {
        for_each = toset(["Data", "Web"])
        name     = each.key
      }
      resource "tfe_workspace" "all" {
        for_each   = { "${to}/api" = "api", "Data/dns" = "dns" }
        name       = each.value
        project_id = tfprojects_project.team[split("/", each.key)[0]].id
      }
      resource "tfe_workspace" "counted" {
        count      = ${to === "Data" ? 2 : 1}
        name       = ${to === "Data" ? '["first", "second"]' : '["second"]'}[count.index]
        project_id = tfprojects_project.team["Web"].id
      }`;
    deployment.code(keyed("Data"));
    await terraform.init();
    await deployment.apply();
    deployment.code(keyed("Web"));
    const { status, stdout, stderr } = await review(["-replace", 'tfe_workspace.all["Data/dns"]'], "--json");
    expect([status, stderr]).toEqual([0, ""]);
    const [{ warnings }] = (JSON.parse(stdout) as PlanDocument).organizations;
    expect(warnings).toMatchObject([
      {
        code: "recreated",
        message: expect.stringContaining("3 workspaces are destroyed and created by the next apply of Terraform"),
        addresses: ['tfe_workspace.all["Data/api"]', 'tfe_workspace.all["Data/dns"]', "tfe_workspace.counted[1]"],
      },
    ]);
    await terraform.succeed(["apply", "-input=false", "tfplan"]);
    expect(acme.world).toEqual({ "Default Project": [], Data: ["dns"], Web: ["api", "second"] });
  });

  test("with workspaces that may exist says so, and leaves what may be among them where it is", async () => {
    const { acme, terraform } = deployment;
    const [old, stranger] = [acme.addWorkspace("old"), acme.addWorkspace("stranger")];
    const code = (ids: string): string => `
      resource "tfprojects_project" "it" { name = "Platform" }
      resource "tfprojects_workspace_membership" "it" {
        project_id    = tfprojects_project.it.id
        workspace_ids = ${ids}
        exclusive     = true
      }`;
    deployment.code(code(`["${old}"]`));
    await terraform.init();
    await deployment.apply();
    acme.emulator.workspaces.move(stranger, acme.project("Platform")!.id);
    deployment.code(`resource "terraform_data" "it" { input = "${stranger}" }\n${code("[terraform_data.it.output]")}`);
    const { status, stdout } = await review([], "--json");
    const [{ actions, warnings, known_after_apply: members }] = (JSON.parse(stdout) as PlanDocument).organizations;
    expect([status, actions]).toEqual([0, []]);
    expect(warnings).toMatchObject([{ code: "unknown-members" }]);
    expect(members).toMatchObject([
      {
        count: 1,
        created: [],
        depends_on: ["terraform_data.it.output"],
        kept: [{ name: "old" }, { name: "stranger" }],
      },
    ]);
    await terraform.succeed(["apply", "-input=false", "tfplan"]);
    expect(acme.world).toEqual({ "Default Project": ["old"], Platform: ["stranger"] });
  });

  test("that removes an exclusive membership after a stranger came in: the review says what Terraform does", async () => {
    const { acme, terraform } = deployment;
    for (const name of ["api", "web"]) acme.addWorkspace(name);
    const project = 'resource "tfprojects_project" "it" {\n  name = "Platform"\n}\n';
    const membership = `resource "tfprojects_workspace_membership" "it" {
      project_id      = tfprojects_project.it.id
      workspace_names = ["api", "web"]
      exclusive       = true
    }`;
    deployment.code(project + membership);
    await terraform.init();
    await deployment.apply();
    acme.addWorkspace("stranger", acme.project("Platform")!.id);
    deployment.code(project);
    const { status, stdout } = await review([], "--json");
    expect(status).toBe(0);
    const [{ actions }] = (JSON.parse(stdout) as PlanDocument).organizations;
    expect(actions).toMatchObject([{ kind: "move", workspaces: [{ name: "api" }, { name: "web" }] }]);
    // So does a plan of the engine, with Terraform's state.
    terraform.write(
      "code/cdk.tf.json",
      JSON.stringify({ resource: { tfprojects_project: { it: { name: "Platform" } } } }),
    );
    terraform.write("code/terraform.tfstate", terraform.stateText());
    const own = await cli.run(["plan", terraform.path("code"), "--json"], acme.environment);
    expect((JSON.parse(own.stdout) as PlanDocument).organizations[0].actions).toEqual(actions);
    await terraform.succeed(["apply", "-input=false", "tfplan"]);
    expect(acme.world).toEqual({ "Default Project": ["api", "web"], Platform: ["stranger"] });
  });
});
