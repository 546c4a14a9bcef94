import { IMPORTS } from "./imports";
import { describeScenarios } from "./scenario";

describeScenarios(IMPORTS);
