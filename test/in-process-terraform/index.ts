export { reference } from "./configuration";
export type { Block, Configuration, Expression, Moved } from "./configuration";
export type { ShownDiagnostic } from "./diagnostics";
export * from "./in-process-terraform";
export type { ProviderCallRecord } from "./launch";
export type { Action, Plan, PlanMode, PlannedChange, PlanOptions } from "./plan";
export type { State, StoredObject } from "./state";
