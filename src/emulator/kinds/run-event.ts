import { oneOf, string } from "../decode";
import { attribute } from "../engine/attribute";
import type { Kind, RecordOf, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { toOne, toOptional } from "../engine/relation";
import { create } from "../engine/write";
import { userResource } from "./user";

/** What is recorded of a run (our choice but for `commented`: undocumented). */
const RUN_ACTIONS = ["queued", "commented", "confirmed", "canceled", "discarded"] as const;

const definition = shape({
  type: "run-events",
  label: "Run event",
  prefix: "re-",
  parameter: "runEvent",
  parent: "run",
  attributes: {
    action: attribute(oneOf(RUN_ACTIONS)),
    createdAt: attribute(string, { stamp: "created" }),
  },
  relations: { run: toOne("runs"), comment: toOptional("comments") },
  /** Its user. */
  members: { actor: string },
});

type RunEventRecord = RecordOf<typeof definition>;

/** What users did with a run: the Go client reads it, and no page of the API documentation describes it. */
export const runEvents: Kind<RunEventRecord> = kind(definition, {
  access: { read: "read" },
  items: ["/run-events/:runEvent"],
  collection: "/runs/:run/run-events",
  list: {},
  computed: { description: { constant: null } },
  related: { actor: { resources: (_, { actor }) => [userResource(actor)] } },
  includes: ["actor", "comment"],
});

/** Records what happened to a run. */
export function recordRunEvent(
  store: Store,
  runId: string,
  action: RunEventRecord["action"],
  { actor, commentId }: { readonly actor: string; readonly commentId?: string },
): void {
  create(store, runEvents, { runId, action, actor, commentId });
}
