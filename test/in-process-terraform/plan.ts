import type { ObjectValue } from "../../src/plugin/value/value";
import type { Configuration } from "./configuration";
import type { ShownDiagnostic } from "./diagnostics";
import type { State } from "./state";

/** An action; `read` is for data sources that are read during apply. */
type Action = "no-op" | "create" | "update" | "replace" | "delete" | "read";

/** The planned change of one object. */
export interface PlannedChange {
  readonly address: string;
  readonly type: string;
  readonly action: Action;
  /** Null for a create. */
  readonly before: ObjectValue | null;
  /** May contain `UNKNOWN`; null for a delete. */
  readonly after: ObjectValue | null;
  /** Private data of the provider. */
  readonly private: Uint8Array;
}

/** How the plan was made: as `terraform plan` does, with `-destroy`, or with `-refresh-only`. */
type PlanMode = "normal" | "destroy" | "refresh-only";

/** The result of `terraform plan`. */
export interface Plan {
  /** Whether there are no errors. */
  readonly ok: boolean;
  readonly mode: PlanMode;
  readonly configuration: Configuration;
  /** Address → change, without no-op. */
  readonly changes: ReadonlyMap<string, PlannedChange>;
  /** Address → action of {@link changes}, for assertions. */
  readonly actions: Readonly<Record<string, Action>>;
  /** The refreshed state. */
  readonly refreshed: State;
  /** Address → values of the data sources that were read. */
  readonly data: ReadonlyMap<string, ObjectValue>;
  /** New address → former address, of objects that were moved. */
  readonly moved: Readonly<Record<string, string>>;
  /** Addresses of objects that changed outside of Terraform, or were deleted. */
  readonly drifted: readonly string[];
  readonly diagnostics: readonly ShownDiagnostic[];
}

/** Options of `terraform plan`. */
export interface PlanOptions {
  /** @default "normal" */
  readonly mode?: PlanMode | undefined;
  /** As `-refresh`. @default true */
  readonly refresh?: boolean | undefined;
  /** Addresses for `-replace`. @default none */
  readonly replace?: readonly string[] | undefined;
  /** Addresses for `-target`: only these objects, and what they depend on, are refreshed and planned. @default all */
  readonly targets?: readonly string[] | undefined;
}
