variable "name" {}

variable "project_id" {}

terraform {
  required_providers {
    tfe = {
      source = "hashicorp/tfe"
    }
  }
}

resource "tfe_workspace" "this" {
  for_each   = toset(["prod", "test"])
  name       = "${var.name}-${each.key}"
  project_id = var.project_id
}
