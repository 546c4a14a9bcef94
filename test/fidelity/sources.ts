/** What `documented` statements are from: the date of the source, or of our reading where it has none. */

/** HashiCorp's OpenAPI description of the API. */
export const OPENAPI = "2026-08-04";
/** HashiCorp's Go client v1.109.0 and its tests, which HashiCorp runs against the service. */
export const GO_CLIENT = "2026-08";
/** HashiCorp's Terraform provider `hashicorp/tfe`. */
export const PROVIDER = "2026-08-20";
/** Further pages of the API documentation. */
export const PAGES = "2026-11";
/** The page about projects. */
export const PROJECTS_PAGE = "2025-11-06";
/** The documentation of Terraform and its CLI configuration. */
export const TERRAFORM = "2026-11";
/** The release notes of Terraform Enterprise 1.1. */
export const ENTERPRISE_1_1 = "2025-11-12";
