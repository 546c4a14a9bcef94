import {
  to = tfprojects_workspace_membership.network
  id = "acme/Network"
}
