import { notFound, transitionNotAllowed } from "../errors";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import type { RunRecord } from "../store/records";
import { runStatus } from "../runs/run-status";
import { isCancelable, isConfirmable, isDiscardable } from "../runs/run-status";
import { cancelRun, confirmRun, discardRun } from "../runs/events";
import type { Store } from "../store/store";
import { visibleRun } from "./visible";

/** Actions on a run. A comment is accepted and ignored. 409 when the run's status does not permit the action. */
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
    perform(store, run, principal.user);
    return { status: 202 };
  };
  return { method: "POST", path: `/runs/:run/actions/${name}`, handle };
}
