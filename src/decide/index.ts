export * from "./membership";
export * from "./placement";
export { Registry, type Holder } from "./registry";
export * from "./workspace-claims";
