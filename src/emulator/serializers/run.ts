import { createHash } from "node:crypto";
import { isCancelable, isConfirmable, isDiscardable, runStatus, stagesInOrder } from "../runs/run-status";
import type { RunRecord } from "../store/records";
import type { SerializerContext, Resource } from "./resource";
import { identifier } from "./resource";

/** A run. Unknown attributes from the client are returned unchanged. */
export function runResource({ store, principal }: SerializerContext, run: RunRecord): Resource {
  const stages = stagesInOrder(store, run);
  const status = runStatus(store, run);
  const mayRun = principal.canInWorkspace("run", store.workspaces.expect(run.workspaceId));
  return {
    id: run.id,
    type: "runs",
    attributes: {
      ...DEFAULTS,
      ...run.attributes,
      status,
      "status-timestamps": run.statusTimestamps,
      message: run.message,
      "plan-only": run.isSpeculative,
      "is-destroy": run.isDestroy,
      "auto-apply": run.autoApply,
      "created-at": run.createdAt,
      ...cancellation(run.statusTimestamps["canceled-at"]),
      actions: {
        "is-cancelable": isCancelable(status),
        "is-confirmable": isConfirmable(status),
        "is-discardable": isDiscardable(status),
        // Runs are canceled immediately: there is nothing to force.
        "is-force-cancelable": false,
      },
      permissions: {
        "can-apply": mayRun,
        "can-cancel": mayRun,
        "can-discard": mayRun,
        "can-force-cancel": mayRun,
        "can-force-execute": false,
      },
    },
    relationships: {
      "configuration-version": {
        data:
          run.configurationVersionId === undefined
            ? null
            : identifier("configuration-versions", run.configurationVersionId),
      },
      // There are no cost estimates.
      "cost-estimate": { data: null },
      "created-by": userRelationship(run.createdBy),
      "confirmed-by": userRelationship(run.confirmedBy),
      workspace: { data: identifier("workspaces", run.workspaceId) },
      comments: {
        data: store
          .commentsOf(run.id)
          .all()
          .map((comment) => identifier("comments", comment.id)),
        links: { related: `/api/v2/runs/${run.id}/comments` },
      },
      // The emulator records no events.
      "run-events": { links: { related: `/api/v2/runs/${run.id}/run-events` } },
      "task-stages": { data: stages.map((stage) => identifier("task-stages", stage.id)) },
    },
    links: { self: `/api/v2/runs/${run.id}` },
  };
}

/** Time after which a canceled run can be force-canceled (our choice: undocumented). */
const FORCE_CANCEL_DELAY_MS = 60_000;

/** In UTC with milliseconds, unlike status timestamps: Go clients parse no offset here. */
function cancellation(canceledAt: string | undefined): object {
  const time = (after: number): string | null =>
    canceledAt === undefined ? null : new Date(Date.parse(canceledAt) + after).toISOString();
  return { "canceled-at": time(0), "force-cancel-available-at": time(FORCE_CANCEL_DELAY_MS) };
}

/** Defaults of the service. */
const DEFAULTS = {
  "has-changes": true,
  refresh: true,
  "refresh-only": false,
  "replace-addrs": null,
  "save-plan": false,
  source: "tfe-api",
  "target-addrs": null,
  "trigger-reason": "manual",
};

/** A user. The emulator has no users; each name always gets the same ID. */
export function userResource(name: string): Resource {
  return { id: userId(name), type: "users", attributes: { username: name, "is-service-account": false } };
}

/** The relationship to a user; null without one. */
export function userRelationship(name: string | undefined): object {
  return { data: name === undefined ? null : identifier("users", userId(name)) };
}

export function userId(name: string): string {
  return `user-${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}
