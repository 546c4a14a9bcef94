import { APPS } from "../../package/apps";
import { describeScenarios } from "../../package/scenario";

describeScenarios(APPS);
