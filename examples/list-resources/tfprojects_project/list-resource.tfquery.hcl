# Every project of the organization, with its identity.
list "tfprojects_project" "all" {
  provider = tfprojects
}

# Projects of teams that the token can change, with all attributes of the resource.
list "tfprojects_project" "teams" {
  provider         = tfprojects
  include_resource = true
  limit            = 500

  config {
    search     = "Team "
    can_update = true
  }
}
