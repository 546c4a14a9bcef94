import type { ObjectValue } from "../value/value";
import type { Configuration } from "./configuration";
import type { ShownDiagnostic } from "./diagnostics";
import type { State } from "./state";

/** What is done with an object; `read` is for data sources that are read only while the plan is applied. */
export type Action = "no-op" | "create" | "update" | "replace" | "delete" | "read";

/** What a plan does with one object. */
export interface PlannedChange {
  readonly address: string;
  readonly type: string;
  readonly action: Action;
  /** Null for what is to be created. */
  readonly before: ObjectValue | null;
  /** May hold `UNKNOWN`; null for what is to be deleted. */
  readonly after: ObjectValue | null;
  /** The provider's own, as it gave it with the plan. */
  readonly private: Uint8Array;
}

/** How the plan was made: as `terraform plan` does, with `-destroy`, or with `-refresh-only`. */
export type PlanMode = "normal" | "destroy" | "refresh-only";

/** The outcome of `terraform plan`. */
export interface Plan {
  /** Whether it can be applied: there are no errors. */
  readonly ok: boolean;
  readonly mode: PlanMode;
  readonly configuration: Configuration;
  /** Address → change, without those that change nothing. */
  readonly changes: ReadonlyMap<string, PlannedChange>;
  /** Address → action, as {@link changes}: what a test compares. */
  readonly actions: Readonly<Record<string, Action>>;
  /** The state as it was refreshed, from which the plan starts. */
  readonly refreshed: State;
  /** Addresses of objects that differ from the state before, or are gone. */
  readonly drifted: readonly string[];
  readonly diagnostics: readonly ShownDiagnostic[];
}

/** How a plan is made. */
export interface PlanOptions {
  /** @default "normal" */
  readonly mode?: PlanMode | undefined;
  /** Whether objects are read before they are planned: false is `-refresh=false`. @default true */
  readonly refresh?: boolean | undefined;
  /** Addresses of objects to replace, as with `-replace`. @default none */
  readonly replace?: readonly string[] | undefined;
}
