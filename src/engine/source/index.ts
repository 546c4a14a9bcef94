/** What the layers above the engine use to read code. */
export { ConfigurationError } from "../configuration-error";
export {
  organizationKey,
  type DesiredAssignments,
  type DesiredMembership,
  type DesiredPlacement,
  type DesiredProject,
  type ProjectReference,
  type StateVersion,
} from "../organization";
export { checkOrganizationUsed, type DefaultOrganization } from "./organizations";
export { withHostTokens } from "./plan-credentials";
export { readSource, type Code } from "./read-code";
export { readModules, type OrganizationsInCode } from "./read-modules";
export { readPlan } from "./read-plan";
export { statesOf } from "./state-files";
export { appIn, readTerraformJson } from "./terraform-json";
