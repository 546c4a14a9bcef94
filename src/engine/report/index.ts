export { asHtml } from "./html/page";
export { applyAsJson, asJson, errorAsJson } from "./json";
export { afterUndo } from "./left-text";
export { asMarkdown, COMMENT_LIMIT } from "./markdown/markdown";
export { doneBeforeAsText, outcomeAsText, type PlanOutcome } from "./outcome";
export { render, type RenderOptions, type ReportFormat } from "./render";
export { sanitize } from "./sanitize";
export { asText } from "./text";
