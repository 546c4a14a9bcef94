export { reference } from "./configuration";
export type { Block, Configuration, Expression, Moved } from "./configuration";
export type { ShownDiagnostic } from "./diagnostics";
export * from "./in-process-terraform";
export type { Plan, PlanOptions } from "./plan";
export type { State } from "./state";
