import { isRecord } from "../schema";

/**
 * What the private state of a membership, or of what assigns objects to a project, has from the import of a whole
 * project until an apply changes it.
 */
export const NOT_RECORDED = { isRecorded: false } as const;

/** Whether what a resource has was recorded as its own, as its private state has it. */
export function isRecorded(stored: unknown): boolean {
  return !isRecord(stored) || stored["isRecorded"] !== NOT_RECORDED.isRecorded;
}
