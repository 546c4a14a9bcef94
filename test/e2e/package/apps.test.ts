import { APPS } from "./apps";
import { describeScenarios } from "./scenario";

describeScenarios(APPS);
