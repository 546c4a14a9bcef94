export { applyAsJson } from "./json";
export { afterUndo } from "./left-text";
export { doneBeforeAsText, outcomeAsText } from "./outcome";
export { render } from "./render";
export { proposedAsText, type TextOptions } from "./text";
export { code, prose } from "./markdown/escape";
