import { RUNNERS } from "./runners";
import { describeScenarios } from "./scenario";

describeScenarios(RUNNERS);
