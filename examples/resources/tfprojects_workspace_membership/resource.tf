resource "tfprojects_project" "network" {
  name = "Network"
}

# Workspaces that exist, by name. Others that are moved into the project are drift.
resource "tfprojects_workspace_membership" "network" {
  project_id      = tfprojects_project.network.id
  workspace_names = ["network-prod", "network-test"]
  exclusive       = true
}

# Workspaces that stay where they are when the membership is destroyed.
data "tfprojects_project" "archive" {
  name = "Archive"
}

resource "tfprojects_workspace_membership" "archive" {
  project_id      = data.tfprojects_project.archive.id
  workspace_names = ["billing-2019"]
  on_destroy      = "retain"
}
