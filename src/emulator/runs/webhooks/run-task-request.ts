import { createHmac } from "node:crypto";
import type { Store } from "../../engine/kind";
import type { OutgoingRequest } from "../../http/exchange";
import type { TaskResultRecord } from "../../kinds/task-result";
import { runs } from "../../kinds/run";
import { taskStages } from "../../kinds/task-stage";
import { workspaces } from "../../kinds/workspace";
import { projects } from "../../kinds/project";
import { organizations } from "../../kinds/organization";
import { runTasks } from "../../kinds/run-task";

/**
 * The documented request to a run task. The emulator has no plans and no repositories: the ID of the plan, and that of
 * the configuration version of a run without one, is derived from the run's; members about a repository are null. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-tasks-integration
 *
 * @param address of the emulator
 */
export function runTaskRequest(store: Store, result: TaskResultRecord, address: string): OutgoingRequest {
  const body = JSON.stringify(payload(store, result, address));
  const hmacKey = store.table(runTasks).get(result.taskId)?.settings.hmacKey ?? null;
  return {
    url: result.taskUrl ?? "",
    headers: {
      "content-type": "application/json",
      "user-agent": "TFC/1.0 (+https://app.terraform.io; TFC)",
      "x-tfc-task-signature": hmacKey === null ? "" : createHmac("sha512", hmacKey).update(body).digest("hex"),
    },
    body,
  };
}

function payload(store: Store, result: TaskResultRecord, address: string): object {
  const { stage, runId } = store.table(taskStages).expect(result.taskStageId);
  const run = store.table(runs).expect(runId);
  const workspace = store.table(workspaces).expect(run.workspaceId);
  const project = store.table(projects).expect(workspace.projectId);
  const { name: organization } = store.table(organizations).expect(workspace.organizationId);
  const suffix = run.id.replace(/^run-/, "");
  const organizationUrl = `${address}/app/${encodeURIComponent(organization)}`;
  const workspaceUrl = `${organizationUrl}/${encodeURIComponent(workspace.name)}`;
  return {
    payload_version: 1,
    stage,
    access_token: result.accessToken,
    capabilities: { outcomes: true },
    configuration_version_download_url: null,
    configuration_version_id: run.configurationVersionId ?? `cv-${suffix}`,
    is_speculative: result.isSpeculative,
    organization_name: organization,
    // Before the plan there is no plan.
    ...(stage === "pre_plan" ? {} : { plan_json_api_url: `${address}/api/v2/plans/plan-${suffix}/json-output` }),
    project_app_url: `${organizationUrl}/projects/${project.id}`,
    project_id: project.id,
    project_name: project.name,
    run_app_url: `${workspaceUrl}/runs/${run.id}`,
    run_created_at: run.createdAt,
    run_created_by: run.createdBy ?? "emulator",
    run_id: run.id,
    run_message: run.message,
    task_result_callback_url: `${address}/api/v2/task-results/${result.id}/callback`,
    task_result_enforcement_level: result.workspaceTaskEnforcementLevel,
    task_result_id: result.id,
    vcs_branch: null,
    vcs_commit_hash: null,
    vcs_commit_url: null,
    vcs_pull_request_url: null,
    vcs_repo_url: null,
    workspace_app_url: workspaceUrl,
    workspace_id: workspace.id,
    workspace_name: workspace.name,
    workspace_working_directory: workspace.settings.workingDirectory ?? "",
  };
}
