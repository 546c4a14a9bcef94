import { newId } from "./identifiers";
import type { TaskResultOutcomeRecord, TaskResultRecord } from "./records";
import type { Store } from "./store";

/** An outcome as a run task reports it. */
export type NewOutcome = Pick<TaskResultOutcomeRecord, "outcomeId" | "description" | "body" | "url" | "tags">;

/**
 * Adds outcomes to a result. An outcome replaces an earlier one with the same `outcome-id` (our choice: undocumented).
 */
export function putOutcomes(store: Store, result: TaskResultRecord, outcomes: readonly NewOutcome[]): void {
  for (const outcome of outcomes) {
    const earlier = store
      .taskResultOutcomesOf(result.id)
      .all()
      .find((it) => it.outcomeId === outcome.outcomeId);
    store.taskResultOutcomes.put({
      id: earlier?.id ?? newId("taskResultOutcome"),
      sequence: earlier?.sequence ?? store.nextSequence(),
      taskResultId: result.id,
      createdAt: earlier?.createdAt ?? store.clock.timestamp(),
      ...outcome,
    });
  }
}
