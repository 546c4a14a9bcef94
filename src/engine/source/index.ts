/** What the layers above the engine use to read code. */
export { ConfigurationError } from "../configuration-error";
export { organizationKey } from "../organization";
export { checkOrganizationUsed, type DefaultOrganization } from "./organizations";
export { withHostTokens } from "./plan-credentials";
export type { Code } from "./read-code";
export { readConfiguration, type Configuration } from "./read-configuration";
export { readPlan } from "./read-plan";
export { readSource } from "./read-source";
export { statesOf } from "./state-check";
export { appIn, readTerraformJson } from "./terraform-json";
