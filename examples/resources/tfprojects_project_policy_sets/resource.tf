resource "tfprojects_project" "identity" {
  name = "Identity"
}

resource "tfprojects_project_policy_sets" "identity" {
  project_id = tfprojects_project.identity.id
  names      = ["identity-cis"]

  # A global policy set, which applies to all other projects.
  exclude = ["tag-everything"]
}
