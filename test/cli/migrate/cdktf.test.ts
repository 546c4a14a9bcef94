import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Testing, TerraformStack } from "cdktf";
import { cdktfReport } from "../../../src/cli/migrate/cdktf";
import { Project, TfprojectsProvider, WorkspaceMembership } from "../../../src/constructs";
import { project, settings, stateWith, workspace, type Stored } from "./configurations";

const folder = mkdtempSync(join(tmpdir(), "tfprojects-migrate-cdktf-"));
afterAll(() => rmSync(folder, { recursive: true }));

const metadata = (path: string) => ({ "//": { metadata: { path } } });

/** What an app has synthesized. */
const STACK = {
  provider: { tfe: [{ organization: "acme" }] },
  resource: {
    tfe_project: {
      platform: { name: "Platform", ...metadata("organization/platform") },
      teams_red_8F2C1A: { name: "Red", ...metadata("organization/teams/red") },
    },
    tfe_project_settings: { platform_settings: { project_id: "x", ...metadata("organization/platform-settings") } },
    tfe_workspace: {
      network: { project_id: "${tfe_project.platform.id}", ...metadata("organization/network") },
      dns: { project_id: "x", lifecycle: { ignore_changes: ["project_id"] }, ...metadata("organization/dns") },
    },
  },
};

const RESOURCES = [
  project("platform", "prj-1"),
  project("teams_red_8F2C1A", "prj-2"),
  settings("platform_settings", "prj-1", {
    values: { id: "prj-1", project_id: "prj-1", default_execution_mode: "local" },
  }),
  workspace("network", "prj-1"),
  workspace("dns", "prj-1"),
];

function setUp(stack: object = STACK, resources: readonly Stored[] = RESOURCES): { readonly state: string } {
  const stacks = join(folder, "cdktf.out", "stacks", "organization");
  mkdirSync(stacks, { recursive: true });
  writeFileSync(join(stacks, "cdk.tf.json"), JSON.stringify(stack));
  const manifest = { stacks: { organization: { synthesizedStackPath: "stacks/organization/cdk.tf.json" } } };
  writeFileSync(join(folder, "cdktf.out", "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "state.json"), JSON.stringify(stateWith(resources)));
  return { state: join(folder, "state.json") };
}

const appIn = (root: string) => ({
  app: "false",
  outputFolder: join(root, "cdktf.out"),
  bindingsFolder: join(root, ".gen"),
  language: "typescript",
  context: {},
});

describe("a cdktf app", () => {
  test("is shown the code of its constructs, by their paths", async () => {
    const { state } = setUp();
    const report = await cdktfReport(folder, appIn(folder), { synth: false, state: [state], offline: true });
    expect(report.expected).toEqual({ import: 0, add: 1, change: 0 });
    expect(report.memberships.map(({ address }) => address)).toEqual(["organization/platform-workspaces"]);
    expect(report.removed).toEqual(["tfe_project_settings.platform_settings"]);
    expect(report.manual.map(({ where, code = [] }) => [where, code.join("\n")])).toEqual([
      ["the stack", expect.stringContaining("new TfprojectsProvider(this")],
      [
        "organization/platform",
        `const platform = new Project(this, "platform", {
  // name, description, tags and so on as before
  defaultExecutionMode: "local",
});
platform.moveFromId("tfe_project.platform");`,
      ],
      [
        "organization/teams/red",
        `const red = new Project(this, "red", {
  // name, description, tags and so on as before
});
red.moveFromId("tfe_project.teams_red_8F2C1A");`,
      ],
      [
        "organization/platform",
        `new WorkspaceMembership(this, "platform-workspaces", {
  projectId: platform.id,
  workspaceIds: [
    dns.id, // organization/dns
    network.id, // organization/network
  ],
});`,
      ],
      ["organization/network", ""],
      [
        "organization",
        `this.addOverride("removed", [
  { from: "tfe_project_settings.platform_settings", lifecycle: { destroy: false } },
]);`,
      ],
    ]);
  });

  test("keeps the settings that its code lacks, and the organization that its projects have", async () => {
    const stored = (name: string, id: string, values: object): Stored => project(name, id, { values });
    const { state } = setUp(
      {
        ...STACK,
        resource: {
          ...STACK.resource,
          tfe_project: {
            platform: {
              name: "Platform",
              organization: "acme",
              description: "Ours",
              ...metadata("organization/platform"),
            },
            teams_red_8F2C1A: { name: "Red", organization: "other", ...metadata("organization/teams/red") },
          },
        },
      },
      [
        stored("platform", "prj-1", { id: "prj-1", name: "Platform", organization: "acme", description: "Ours" }),
        stored("teams_red_8F2C1A", "prj-2", {
          id: "prj-2",
          name: "Red",
          organization: "other",
          description: "From before",
        }),
        settings("platform_settings", "prj-1", {
          values: {
            id: "prj-1",
            project_id: "prj-1",
            default_execution_mode: "remote",
            overwrites: { default_execution_mode: false, default_agent_pool_id: false },
          },
        }),
        workspace("network", "prj-1"),
        workspace("dns", "prj-2"),
      ],
    );
    const report = await cdktfReport(folder, appIn(folder), { synth: false, state: [state], offline: true });
    const code = report.manual.map((it) => (it.code ?? []).join("\n"));
    // The description is in the code, and the mode of execution is the organization's.
    expect(code[1]).not.toMatch(/description:|defaultExecutionMode/);
    expect(code[2]).toContain('  description: "From before",\n});');
    expect(code[3]).toContain('"platform-workspaces", {\n  projectId: platform.id,\n');
    expect(code[4]).toContain('"red-workspaces", {\n  organization: "other",\n  projectId: red.id,\n');
  });

  test("on cdktn is shown the import and the commands of that", async () => {
    const { state } = setUp();
    const steps = async () => {
      const { manual, nextSteps } = await cdktfReport(folder, appIn(folder), {
        synth: false,
        state: [state],
        offline: true,
      });
      return [manual[0]?.code?.[0], ...nextSteps.map((step) => step.replace(/ +#.*/, ""))];
    };
    const classes = "import { Project, TfprojectsProvider, WorkspaceMembership } from";
    expect(await steps()).toEqual([`${classes} "tfprojects";`, "npx cdktf diff", "npx cdktf deploy"]);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: { cdktn: "^0.24.0" } }));
    expect(await steps()).toEqual([`${classes} "tfprojects/cdktn";`, "npx cdktn diff", "npx cdktn deploy"]);
  });

  test("gets the blocks that Terraform needs from that code", () => {
    const stack = new TerraformStack(Testing.app(), "organization");
    new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
    const platform = new Project(stack, "platform", { name: "Platform" });
    platform.moveFromId("tfe_project.platform");
    new WorkspaceMembership(stack, "platform-workspaces", {
      projectId: platform.id,
      workspaceIds: ["ws-1"],
    }).importFrom("prj-1");
    const removed = [{ from: "tfe_project_settings.platform", lifecycle: { destroy: false } }];
    stack.addOverride("removed", removed);
    expect(JSON.parse(Testing.synth(stack))).toMatchObject({
      moved: [{ from: "tfe_project.platform", to: "tfprojects_project.platform" }],
      import: [{ id: "prj-1", to: "tfprojects_workspace_membership.platform-workspaces" }],
      removed,
    });
  });
});
