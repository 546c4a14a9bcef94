export { harmless } from "./harmless";
export { driftAsJson, FORMAT_VERSION, planAsJson } from "./json";
export type { PlannedOrganization } from "./picture";
export { driftForTerminal, planForTerminal, type TerminalOptions } from "./terminal";
