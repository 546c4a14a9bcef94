import { newId } from "../store/identifiers";
import type { CommentRecord, RunRecord } from "../store/records";
import type { Store } from "../store/store";

/** Adds a comment to a run. */
export function createComment(store: Store, run: RunRecord, body: string): CommentRecord {
  return store.comments.put({ id: newId("comment"), sequence: store.nextSequence(), runId: run.id, body });
}
