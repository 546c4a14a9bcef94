import { isWarning } from "../../../src/diagnostics";
import { observeOrganization } from "../../../src/engine/live/observe";
import { makePlan } from "../../../src/engine/plan/plan";
import { readPlan } from "../../../src/engine/source/read-plan";
import { parsePlan } from "../../../src/terraform/plan";
import { accessTo, policySetsOf, variableSetsOf } from "../../provider/assignment/assigned";
import { Deployment } from "../../support/deployment";
import { describeWithTerraform } from "../../support/terraform";
import { REQUIRED_PROVIDERS } from "../../support/tfprojects-provider";

let deployment: Deployment;
beforeEach(async () => {
  deployment = await Deployment.start();
  const { teams, variableSets, policySets } = deployment.acme.emulator;
  for (const name of ["web", "platform"]) teams.create({ organization: "acme", name });
  for (const name of ["aws", "gcp"]) variableSets.create({ organization: "acme", name });
  for (const name of ["cis", "pci"]) policySets.create({ organization: "acme", name });
});
afterEach(() => deployment.stop());

/** A stack with a part of what is assigned to a project. */
const code = (projectId: string, [team, set, policy]: readonly string[]): string => `
resource "tfprojects_project_team_access" "its" {
  project_id = "${projectId}"
  team {
    name   = "${team}"
    access = "write"
  }
}
resource "tfprojects_project_variable_sets" "its" {
  project_id = "${projectId}"
  names      = ["${set}"]
}
resource "tfprojects_project_policy_sets" "its" {
  project_id = "${projectId}"
  names      = ["${policy}"]
}
`;

/** What a project has, and the stack does not: what the engine says about its plan. */
async function unmanaged({ acme, terraform }: Deployment): Promise<readonly string[]> {
  await terraform.succeed(["plan", "-input=false", "-out=saved.tfplan"]);
  const { stdout } = await terraform.succeed(["show", "-json", "saved.tfplan"]);
  const [desired] = readPlan(parsePlan(JSON.parse(stdout), "saved.tfplan"), undefined).organizations;
  const { actions, warnings } = makePlan(desired!, await observeOrganization(acme.view(), desired!));
  expect(actions).toEqual([]);
  return warnings
    .filter(isWarning("unmanaged-objects"))
    .flatMap(({ data }) => data.objects.map(({ name }) => name))
    .sort();
}

describeWithTerraform("two stacks that assign to one project", () => {
  test("own what they name: plans, drift and a destroy leave what the other one has", async () => {
    const { acme } = deployment;
    const projectId = acme.addProject("Web");
    const assigned = async (): Promise<readonly unknown[]> => [
      await accessTo(acme, projectId),
      await variableSetsOf(acme, projectId),
      await policySetsOf(acme, projectId),
    ];
    const other = deployment.below("other");
    const versions = { terraform: { required_providers: REQUIRED_PROVIDERS } };
    other.terraform.write("versions.tf.json", JSON.stringify(versions));
    await deployment.code(code(projectId, ["web", "aws", "cis"])).init();
    await other.code(code(projectId, ["platform", "gcp", "pci"])).init();
    await deployment.apply();
    await other.apply();
    expect(await assigned()).toEqual([{ web: "write", platform: "write" }, ["aws", "gcp"], ["cis", "pci"]]);
    await deployment.expectSettled();
    await other.expectSettled();

    expect(await unmanaged(deployment)).toEqual(["gcp", "pci", "platform"]);
    expect(await unmanaged(other)).toEqual(["aws", "cis", "web"]);

    expect(await other.destroy()).toMatchObject({ status: 0 });
    expect(await assigned()).toEqual([{ web: "write" }, ["aws"], ["cis"]]);
    await deployment.expectSettled();
  });
});
