import { Deployment } from "../support/deployment";
import { describeWithTerraform } from "../support/terraform";
import { shows } from "../fidelity";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.startLaunched()));
afterEach(() => deployment.stop());

/** What was asked since the last call, each once: `GET /projects/:id`. */
function operations(): readonly string[] {
  const asked = deployment.acme
    .takeRequests()
    .map((request) => request.replace("/api/v2", "").replace(/\/(prj|run|ts)-\w+/g, "/:id"));
  return [...new Set(asked)];
}

const code = (name: string, runId: string): string => `
resource "tfprojects_project" "it" {
  name                           = "${name}"
  description                    = "Shared"
  auto_destroy_activity_duration = "14d"
}
resource "tfprojects_workspace_membership" "it" {
  project_id      = tfprojects_project.it.id
  workspace_names = ["api"]
}
data "tfprojects_projects" "all" { depends_on = [tfprojects_workspace_membership.it] }
data "tfprojects_project" "it" {
  project_id = tfprojects_project.it.id
  depends_on = [tfprojects_workspace_membership.it]
}
data "tfprojects_run_task_stages" "run" { run_id = "${runId}" }
output "all" { value = { for it in data.tfprojects_projects.all.projects : it.name => it.workspace_count } }
output "it" { value = data.tfprojects_project.it }
output "stages" { value = data.tfprojects_run_task_stages.run.stages }
`;

describeWithTerraform("Terraform, with the provider as it is installed,", () => {
  shows("overview: Projects group workspaces");
  shows("create-project: POST /organizations/:organization_name/projects");
  shows("update-project: PATCH /projects/:project_id");
  shows("list-projects: GET /organizations/:organization_name/projects");
  shows("show-project: GET /projects/:project_id");
  shows("delete-project: DELETE /projects/:project_id");
  shows("move-workspaces: POST /projects/:project_id/relationships/workspaces");
  shows("list-stages: GET /runs/:run_id/task-stages");
  shows("show-stage: GET /task-stages/:task_stage_id");
  test("creates, updates, lists, shows and deletes projects, moves workspaces, and reads the task stages of a run", async () => {
    const { acme } = deployment;
    const workspaceId = acme.addWorkspace("api");
    const run = acme.emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
    await deployment.code(code("Platform", run.id)).init();

    await deployment.apply();
    expect(acme.project("Platform")).toMatchObject({ description: "Shared", autoDestroyActivityDuration: "14d" });
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["api"] });
    expect(await deployment.terraform.outputs()).toMatchObject({
      all: { "Default Project": 0, Platform: 1 },
      it: { name: "Platform", description: "Shared", auto_destroy_activity_duration: "14d", workspace_count: 1 },
      stages: [{ id: run.taskStages[0]!.id, stage: "post_plan", results: [{ task_name: "scan" }] }],
    });
    expect(operations()).toEqual(
      expect.arrayContaining([
        "POST /organizations/acme/projects",
        "GET /organizations/acme/projects",
        "POST /projects/:id/relationships/workspaces",
        "GET /runs/:id/task-stages",
        "GET /task-stages/:id",
      ]),
    );

    await deployment.code(code("Base", run.id)).apply();
    expect(acme.world).toEqual({ Base: ["api"], "Default Project": [] });
    // The list does not carry durations, so the refresh reads the project by itself.
    expect(operations()).toEqual(expect.arrayContaining(["GET /projects/:id", "PATCH /projects/:id"]));

    expect(await deployment.destroy()).toMatchObject({ status: 0 });
    expect(acme.world).toEqual({ "Default Project": ["api"] });
    expect(operations()).toContain("DELETE /projects/:id");
  });
});
