terraform {
  required_providers {
    tfe = {
      source  = "hashicorp/tfe"
      version = "0.80.0"
    }
  }
}

provider "tfe" {
  organization = "acme"
}

resource "tfe_project" "full" {
  name                           = "Full"
  description                    = "Everything"
  auto_destroy_activity_duration = "14d"
  tags                           = { team = "platform" }
  ignore_additional_tags         = true
}

resource "tfe_project" "plain" {
  name = "Plain"
}

resource "tfe_project" "elsewhere" {
  name         = "Elsewhere"
  organization = "elsewhere"
}

resource "tfe_project" "team" {
  for_each = toset(["red", "blue"])
  name     = "Team ${each.key}"
}

resource "tfe_project_settings" "full" {
  project_id             = tfe_project.full.id
  default_execution_mode = "local"
}

resource "tfe_project_settings" "plain" {
  project_id = tfe_project.plain.id
}

resource "tfe_workspace" "api" {
  name       = "api"
  project_id = tfe_project.full.id

  # The state has the mode of execution that it inherits.
  depends_on = [tfe_project_settings.full]
}

resource "tfe_workspace" "free" {
  name = "free"
}

resource "tfe_workspace" "elsewhere" {
  name         = "elsewhere"
  organization = "elsewhere"
  project_id   = tfe_project.elsewhere.id
}

module "app" {
  source     = "./app"
  count      = 2
  project_id = tfe_project.team["red"].id
  name       = "app-${count.index}"
}
