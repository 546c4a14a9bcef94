import { EXAMPLES } from "../../package/examples";
import { describeScenarios } from "../../package/scenario";

describeScenarios(EXAMPLES);
