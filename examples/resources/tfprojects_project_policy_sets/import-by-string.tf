import {
  to = tfprojects_project_policy_sets.identity
  id = "acme/Identity"
}
