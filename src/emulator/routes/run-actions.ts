import { isObject } from "../decode";
import { notFound, transitionNotAllowed } from "../errors";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { createComment } from "../runs/comments";
import { cancelRun, confirmRun, discardRun } from "../runs/events";
import { isCancelable, isConfirmable, isDiscardable, runStatus } from "../runs/run-status";
import type { RunRecord } from "../store/records";
import type { Store } from "../store/store";
import { visibleRun } from "./visible";

/** Actions on a run, each with an optional comment. 409 when the run's status does not permit the action. */
export const runActionRoutes: readonly Route[] = [
  action("apply", isConfirmable, confirmRun),
  action("cancel", isCancelable, cancelRun),
  action("discard", isDiscardable, discardRun),
  // Canceling takes effect immediately, so there is never a run to force-cancel.
  action("force-cancel", () => false, cancelRun),
];

function action(
  name: string,
  allowedIn: (status: string) => boolean,
  perform: (store: Store, run: RunRecord, by: string) => void,
): Route {
  const handle = (request: ServiceRequest): RouteResult => {
    const { store, principal } = request;
    const run = visibleRun(request);
    if (!principal.canInWorkspace("run", store.workspaces.expect(run.workspaceId))) throw notFound(`Run ${run.id}`);
    const status = runStatus(store, run);
    if (!allowedIn(status)) throw transitionNotAllowed(`The run does not allow ${name}: its status is ${status}.`);
    const comment = readComment(request.body);
    store.atomically(() => {
      perform(store, run, principal.account().username);
      if (comment !== undefined) createComment(store, run, comment);
    });
    return { status: 202 };
  };
  return { method: "POST", path: `/runs/:run/actions/${name}`, handle };
}

/** A plain JSON member, as documented; undefined when absent, blank or not a string. */
function readComment(body: unknown): string | undefined {
  const comment = isObject(body) ? body["comment"] : undefined;
  return typeof comment === "string" && comment.trim() !== "" ? comment : undefined;
}
