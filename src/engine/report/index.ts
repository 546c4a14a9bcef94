export { driftAsHtml } from "./html/drift";
export { planAsHtml } from "./html/page";
export { applyAsJson, driftAsJson, errorAsJson, planAsJson } from "./json";
export { COMMENT_LIMIT, driftAsMarkdown, planAsMarkdown } from "./markdown/markdown";
export { outcomeForTerminal, type PlanOutcome } from "./outcome";
export { sanitize } from "./sanitize";
export { driftForTerminal, planForTerminal, type TerminalOptions } from "./terminal";
export type { PlannedOrganization } from "./view-model";
