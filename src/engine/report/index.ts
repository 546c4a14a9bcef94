export { applyAsJson } from "./json";
export { afterUndo } from "./left-text";
export { doneBeforeAsText, outcomeAsText } from "./outcome";
export { render, type RenderOptions } from "./render";
export { sanitize } from "./sanitize";
export { code, prose } from "./markdown/escape";
export { stagesForTerminal, stagesSummary } from "./stages";
export { stagesAsJson } from "./stages-json";
