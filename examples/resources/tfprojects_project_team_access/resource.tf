resource "tfprojects_project" "storage" {
  name = "Storage"
}

resource "tfprojects_project_team_access" "storage" {
  project_id = tfprojects_project.storage.id

  team {
    name   = "storage-engineers"
    access = "maintain"
  }

  # Single permissions. Those that are left out are the service's.
  team {
    name   = "storage-release"
    access = "custom"

    workspace_access {
      runs           = "apply"
      state_versions = "read-outputs"
      locking        = true
    }
  }
}

# The only team with access, apart from the owners. A plan that removes the access of others warns.
resource "tfprojects_project" "vault" {
  name = "Vault"
}

resource "tfprojects_project_team_access" "vault" {
  project_id = tfprojects_project.vault.id
  exclusive  = true

  team {
    name   = "auditors"
    access = "read"
  }
}
