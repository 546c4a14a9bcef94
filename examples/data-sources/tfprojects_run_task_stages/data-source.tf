# The current run of a workspace, once its run tasks have ended.
data "tfprojects_run_task_stages" "api" {
  workspace_name      = "api-prod"
  wait_for_completion = true
  timeout_seconds     = 900
}

# Whatever depends on it is deployed only if they have passed.
resource "terraform_data" "gate" {
  lifecycle {
    precondition {
      condition     = data.tfprojects_run_task_stages.api.verdict == "passed"
      error_message = "The run tasks of api-prod have not passed: ${data.tfprojects_run_task_stages.api.verdict}."
    }
  }
}

output "failed_run_tasks" {
  value = flatten([
    for stage in data.tfprojects_run_task_stages.api.stages : [
      for result in stage.results : "${result.task_name}: ${result.message}" if result.status == "failed"
    ]
  ])
}
