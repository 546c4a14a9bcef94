import { ENGINE } from "./apps";
import { describeScenarios } from "./scenario";

// All other scenarios: on-request/package.
describeScenarios([ENGINE]);
