import { PACKAGE_MANAGERS } from "../../package/imports";
import { describeScenarios } from "../../package/scenario";

describeScenarios(PACKAGE_MANAGERS);
