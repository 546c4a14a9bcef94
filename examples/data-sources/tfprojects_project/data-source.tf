data "tfprojects_project" "legacy" {
  name = "Legacy"
}

# The project of all workspaces that are in no other one.
data "tfprojects_project" "default" {
  default = true
}

output "workspaces_without_a_project" {
  value = data.tfprojects_project.default.workspace_count
}
