import type { RunRecord } from "../store/records";
import type { Store } from "../store/store";

/** A version of a workspace's state. The emulator keeps no states: an applied run stands for its version. */
export interface StateVersion {
  readonly id: string;
  /** Counted from 1. */
  readonly serial: number;
  readonly run: RunRecord;
}

/** The version that the last applied run of a workspace has created; undefined before. */
export function currentStateVersion(store: Store, workspaceId: string): StateVersion | undefined {
  const applied = store.appliedRunsOf(workspaceId);
  const [run] = applied.sliceReversed(0, 1);
  return run === undefined ? undefined : { id: run.id.replace(/^run-/, "sv-"), serial: applied.size, run };
}
