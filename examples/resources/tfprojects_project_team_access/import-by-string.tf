import {
  to = tfprojects_project_team_access.storage
  id = "acme/Storage"
}
