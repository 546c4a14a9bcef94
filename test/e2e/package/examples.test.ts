import { EXAMPLES } from "./examples";
import { describeScenarios } from "./scenario";

describeScenarios(EXAMPLES);
