import { newId } from "./identifiers";
import type { TaskResultOutcomeRecord, TaskResultRecord } from "./records";
import type { Store } from "./store";

/** What a run task says of a detail that it found. */
export type NewOutcome = Pick<TaskResultOutcomeRecord, "outcomeId" | "description" | "body" | "url" | "tags">;

/**
 * Adds outcomes to those of a result. One that has an earlier one's `outcome-id` takes its place, so that a task may send all it knows with
 * each report; that is the emulator's choice.
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
