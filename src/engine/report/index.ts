export { applyAsJson } from "./json";
export { afterUndo } from "./left-text";
export { doneBeforeAsText, outcomeAsText } from "./outcome";
export { render } from "./render";
export { code, prose } from "./markdown/escape";
