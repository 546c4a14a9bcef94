import {
  to = tfprojects_project_variable_sets.streaming
  id = "acme/Streaming"
}
