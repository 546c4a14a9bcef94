import { PACKAGE_MANAGERS } from "./imports";
import { describeScenarios } from "./scenario";

describeScenarios(PACKAGE_MANAGERS);
