export * from "./errors";
export * from "./membership";
export * from "./project";
export * from "./view";
