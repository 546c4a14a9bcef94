import type { CommentRecord } from "../store/records";
import type { Resource } from "./resource";
import { identifier } from "./resource";

/** A comment on a run. The emulator records no events: the ID of the comment's event is derived from its own. */
export function commentResource({ id, body }: CommentRecord): Resource {
  const event = id.replace(/^wsc-/, "re-");
  return {
    id,
    type: "comments",
    attributes: { body },
    relationships: {
      "run-event": { data: identifier("run-events", event), links: { related: `/api/v2/run-events/${event}` } },
    },
    links: { self: `/api/v2/comments/${id}` },
  };
}
