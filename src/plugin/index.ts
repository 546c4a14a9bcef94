export { changedAttributes } from "./changes";
export * from "./diagnostics";
export type * from "./logger";
export type * from "./provider";
export * from "./schema";
export { serve } from "./serve";
export * from "./unknown";
export * from "./value-type";
