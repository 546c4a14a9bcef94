import {
  to = tfprojects_project.platform
  id = "acme/Platform"
}
