import { string } from "../decode";
import { attribute } from "../engine/attribute";
import type { Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { toOne } from "../engine/relation";

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
  related: { runEvent: { constant: { data: null } } },
});
