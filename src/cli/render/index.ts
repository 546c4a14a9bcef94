export { sanitize } from "./sanitize";
export { planAsHtml } from "./html/page";
export { driftAsJson, FORMAT_VERSION, planAsJson } from "./json";
export { COMMENT_LIMIT, driftAsMarkdown, planAsMarkdown } from "./markdown/markdown";
export type { PlannedOrganization } from "./view-model";
export { driftForTerminal, planForTerminal, type TerminalOptions } from "./terminal";
