import { DeadlineExceededError, type CallOptions, type Client } from "../api";
import { NoCurrentRunError, NotReadInTimeError } from "./errors";
import { quote } from "./text";

/** A workspace: by ID, or by name in its organization. */
export type WorkspaceSelector =
  | { readonly workspaceId: string }
  | { readonly organization: string; readonly workspaceName: string };

export interface CurrentRunOptions extends CallOptions {
  /** The run of the service in which this process runs (`TFC_RUN_ID`), if any. */
  readonly ownRunId?: string | undefined;
}

/**
 * The ID of the current run of a workspace. Reads the workspace each time, because the run may have changed.
 *
 * @throws NoCurrentRunError when there is none, the service does not report it, or it is the own run.
 * @throws NotReadInTimeError when the workspace cannot be read within `deadlineMs`.
 * @throws NotFoundError when the workspace does not exist or is not visible.
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspaces
 */
export async function currentRunId(
  { workspaces }: Client,
  selector: WorkspaceSelector,
  { ownRunId, ...call }: CurrentRunOptions = {},
): Promise<string> {
  const reading =
    "workspaceId" in selector
      ? workspaces.get(selector.workspaceId, call)
      : workspaces.getByName(selector.organization, selector.workspaceName, call);
  const workspace = await reading.catch((error: unknown) => {
    if (!(error instanceof DeadlineExceededError) || error.deadlineMs !== call.deadlineMs) throw error;
    throw new NotReadInTimeError("The current run of the workspace", error.deadlineMs, error);
  });
  const { id, name, currentRunId: runId } = workspace;
  if (runId === undefined) {
    throw new NoCurrentRunError(
      `The service does not report the current run of workspace ${quote(name)} (relationship \`current-run\`). ` +
        "Use the ID of a run instead.",
    );
  }
  if (runId === null) {
    throw new NoCurrentRunError(`Workspace ${quote(name)} (${id}) has no run. Start one, and try again.`);
  }
  if (runId === ownRunId) {
    throw new NoCurrentRunError(
      `The current run of workspace ${quote(name)} (${id}) is ${runId}, the run that deploys this configuration ` +
        "(TFC_RUN_ID): it would wait for itself. Use the workspace whose run must come first.",
    );
  }
  return runId;
}
