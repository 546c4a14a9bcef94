import { IMPORTS } from "../../package/imports";
import { describeScenarios } from "../../package/scenario";

describeScenarios(IMPORTS);
