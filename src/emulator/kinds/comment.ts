import { string } from "../decode";
import { attribute } from "../engine/attribute";
import type { Kind, RecordOf, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { toOne } from "../engine/relation";
import { create } from "../engine/write";
import { recordRunEvent } from "./run-event";

const definition = shape({
  type: "comments",
  label: "Comment",
  prefix: "wsc-",
  parameter: "comment",
  parent: "run",
  attributes: {
    body: attribute(string, { check: (body) => (body.trim() === "" ? ["Body can't be blank"] : []) }),
  },
  relations: { run: toOne("runs", { hidden: true }) },
});

export type CommentRecord = RecordOf<typeof definition>;

/**
 * Comments on runs: whoever can read a run can comment on it (our choice). See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/comments
 */
export const comments: Kind<CommentRecord> = kind(definition, {
  access: { read: "read", create: "read" },
  items: ["/comments/:comment"],
  collection: "/runs/:run/comments",
  list: {},
  related: {
    runEvent: {
      to: "run-events",
      records: ({ store }, { id }) => store.of("run-events").where("commentId", id).first,
    },
  },
  written: ({ store, principal }, comment) => record(store, comment, principal.account().username),
});

/** Comments on a run. */
export function addComment(store: Store, runId: string, body: string, by: string): void {
  record(store, create(store, comments, { runId, body }), by);
}

function record(store: Store, { id: commentId, runId }: CommentRecord, actor: string): void {
  recordRunEvent(store, runId, "commented", { actor, commentId });
}
