resource "tfprojects_project" "streaming" {
  name = "Streaming"
}

# Variable sets of the organization, by name. Global ones apply anyway.
resource "tfprojects_project_variable_sets" "streaming" {
  project_id = tfprojects_project.streaming.id
  names      = ["aws-streaming", "proxy"]
}
