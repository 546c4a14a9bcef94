data "tfprojects_projects" "all" {}

data "tfprojects_projects" "teams" {
  search = "team "
}

output "project_ids" {
  value = data.tfprojects_projects.all.ids # { "Default Project" = "prj-…", … }
}

output "empty_teams" {
  value = [for project in data.tfprojects_projects.teams.projects : project.name if project.workspace_count == 0]
}
