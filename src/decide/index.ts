export * from "./assignment-claims";
export * from "./deletion";
export * from "./membership";
export * from "./placement";
export * from "./project-members";
export * from "./project-name";
export { Registry, type Holder } from "./registry";
export * from "./workspace-claims";
