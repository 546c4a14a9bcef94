/*
 * A project can also be a resource of HashiCorp's own provider, `hashicorp/tfe`. A `moved` block moves it to a project
 * of this provider.
 */

/** The type of a project in `hashicorp/tfe`. */
export const TFE_PROJECT = "tfe_project";

/** The addresses of `hashicorp/tfe` in the registries of Terraform and of OpenTofu. */
export const TFE_PROVIDERS: readonly string[] = [
  "registry.terraform.io/hashicorp/tfe",
  "registry.opentofu.org/hashicorp/tfe",
];
