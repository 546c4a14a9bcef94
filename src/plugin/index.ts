export { changedAttributes } from "./changes";
export * from "./diagnostics";
export type * from "./logger";
export type * from "./provider";
export { serve } from "./serve";
export * from "../schema";
