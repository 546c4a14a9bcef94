# Workspaces in it move to the default project before it is deleted.
resource "tfprojects_project" "platform" {
  name            = "Platform"
  description     = "Networks and clusters that every team builds on"
  deletion_policy = "evacuate"

  tags = {
    department = "engineering"
  }
}

# Renamed from "Payments": the project and its workspaces stay.
resource "tfprojects_project" "checkout" {
  name           = "Checkout"
  previous_names = ["Payments"]
}

# A project for each team, whose workspaces are destroyed after 14 days without activity.
resource "tfprojects_project" "sandbox" {
  for_each = toset(["Search", "Data Science"])

  name                           = "${each.key} Sandbox"
  auto_destroy_activity_duration = "14d"
}
