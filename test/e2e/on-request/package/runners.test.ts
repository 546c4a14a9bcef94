import { RUNNERS } from "../../package/runners";
import { describeScenarios } from "../../package/scenario";

describeScenarios(RUNNERS);
