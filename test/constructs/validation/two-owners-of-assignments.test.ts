import { App, TerraformResource, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Project, ProjectPolicySets, ProjectTeamAccess, ProjectVariableSets, TfprojectsProvider } from "../../../src";
import { bundleProvider } from "../../../src/constructs/provider-bundle/bundle-synthesizer";

/** A resource as the classes of `@cdktf/provider-tfe` write it. */
class Tfe extends TerraformResource {
  constructor(
    scope: Construct,
    id: string,
    type: string,
    private readonly values: Readonly<Record<string, unknown>>,
  ) {
    super(scope, id, { terraformResourceType: type });
  }

  get id(): string {
    return this.getStringAttribute("id");
  }

  get name(): string {
    return this.getStringAttribute("name");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return this.values;
  }
}

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The warnings of a stack with a project, as the cdktf CLI shows them. */
function warnings(build: (stack: TerraformStack, projectId: string) => void, { hcl = false } = {}): readonly string[] {
  writeFileSync(join(folder, "executable"), "the provider");
  const app = new App({ outdir: join(folder, "out"), hclOutput: hcl });
  const stack = new TerraformStack(app, "stack");
  bundleProvider(stack, { script: join(folder, "executable"), system: "linux" });
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  build(stack, new Project(stack, "web", { name: "Web" }).id);
  app.synth();
  return app.manifest.forStack(stack).annotations.map(({ constructPath, message }) => `[${constructPath}] ${message}`);
}

const team = (stack: TerraformStack, name: string): Tfe => new Tfe(stack, name, "tfe_team", { name });
const granted = (stack: TerraformStack, projectId: string, teamId: string): Tfe =>
  new Tfe(stack, "grant", "tfe_team_project_access", { project_id: projectId, team_id: teamId, access: "read" });

const SAME =
  "[stack/access] Two owners: stack/access and stack/grant assign the same team to one project, so each undoes what " +
  "the other does, also when one is destroyed. Remove stack/grant, or the team from stack/access.";

describe("tfe_team_project_access of a team that has team access in the same project", () => {
  test.each<[string, (it: Tfe) => { readonly name: string } | { readonly teamId: string }]>([
    ["by its name", () => ({ name: "platform" })],
    ["by a reference to its ID", ({ id }) => ({ teamId: id })],
    ["by a reference to its name", ({ name }) => ({ name })],
  ])("is a warning %s", (_, keyOf) => {
    for (const hcl of [false, true]) {
      const found = warnings(
        (stack, projectId) => {
          const platform = team(stack, "platform");
          granted(stack, projectId, platform.id);
          new ProjectTeamAccess(stack, "access", { projectId, team: [{ ...keyOf(platform), access: "write" }] });
        },
        { hcl },
      );
      expect(found).toEqual([SAME]);
    }
  });

  test("is none for another team, unless the access is exclusive", () => {
    const build = (exclusive: boolean) => (stack: TerraformStack, projectId: string) => {
      granted(stack, projectId, team(stack, "audit").id);
      new ProjectTeamAccess(stack, "access", { projectId, team: [{ name: "platform", access: "write" }], exclusive });
    };
    expect(warnings(build(false))).toEqual([]);
    expect(warnings(build(true))).toEqual([
      "[stack/access] Two owners: stack/grant assigns a team to the project of stack/access, which is exclusive, " +
        "so every apply of one undoes the other. Add the team to stack/access, and remove stack/grant.",
    ]);
  });

  test("is none in another project, or if it is unknown which team it is", () => {
    const none = warnings((stack, projectId) => {
      granted(stack, "prj-1", team(stack, "platform").id);
      new Tfe(stack, "other", "tfe_team_project_access", { project_id: projectId, team_id: "team-1", access: "read" });
      const access = [{ name: "platform", access: "write" as const }];
      new ProjectTeamAccess(stack, "access", { projectId, team: access, exclusive: true });
    });
    expect(none).toEqual([]);
  });
});

test("sets of both providers are recognized by the name of a resource or a data source", () => {
  const found = warnings((stack, projectId) => {
    const { id } = new Tfe(stack, "aws", "tfe_variable_set", { name: "aws" });
    new Tfe(stack, "aws-web", "tfe_project_variable_set", { project_id: projectId, variable_set_id: id });
    new ProjectVariableSets(stack, "sets", { projectId, names: ["aws", "gcp"] });
    stack.addOverride("data.tfe_policy_set", { cis: { name: "cis" } });
    const policySetId = "${data.tfe_policy_set.cis.id}";
    new Tfe(stack, "cis-web", "tfe_project_policy_set", { project_id: projectId, policy_set_id: policySetId });
    new ProjectPolicySets(stack, "policies", { projectId, names: [], exclude: ["cis"] });
  });
  expect(found).toEqual([
    expect.stringMatching(/^\[stack\/sets\] Two owners: stack\/sets and stack\/aws-web assign the same variable set/),
    expect.stringMatching(
      /^\[stack\/policies\] Two owners: stack\/policies and stack\/cis-web assign the same policy set/,
    ),
  ]);
});

test("a literal ID is recognized, and an exclusion of a policy set", () => {
  const found = warnings((stack, projectId) => {
    new Tfe(stack, "grant", "tfe_team_project_access", { project_id: projectId, team_id: "team-1", access: "read" });
    new ProjectTeamAccess(stack, "access", { projectId, team: [{ teamId: "team-1", access: "write" }] });
    const { id } = new Tfe(stack, "cis", "tfe_policy_set", { name: "cis", global: true });
    new Tfe(stack, "but-web", "tfe_project_policy_set_exclusion", { project_id: projectId, policy_set_id: id });
    new ProjectPolicySets(stack, "policies", { projectId, names: [], exclude: ["cis"] });
  });
  expect(found).toEqual([
    SAME,
    expect.stringMatching(/Two owners: stack\/policies and stack\/but-web assign the same policy set to one project/),
  ]);
});

test("the message names several of them", () => {
  const found = warnings((stack, projectId) => {
    for (const name of ["a", "b"]) {
      const { id } = team(stack, name);
      const values = { project_id: projectId, team_id: id, access: "read" };
      new Tfe(stack, `grant-${name}`, "tfe_team_project_access", values);
    }
    new ProjectTeamAccess(stack, "access", { projectId, exclusive: true });
  });
  expect(found).toEqual([
    "[stack/access] Two owners: stack/grant-a, stack/grant-b assign teams to the project of stack/access, which is " +
      "exclusive, so every apply of one undoes the other. Add the teams to stack/access, and remove " +
      "stack/grant-a, stack/grant-b.",
  ]);
});
