import { DeadlineExceededError, NotFoundError, type CallOptions, type Client } from "../api";
import {
  NoCurrentRunError,
  NotReadInTimeError,
  OrganizationNotFoundError,
  OwnRunError,
  WorkspacesNotFoundError,
} from "./errors";
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
 * @throws NoCurrentRunError when there is none, or the service does not report it.
 * @throws OwnRunError when it is the own run.
 * @throws NotReadInTimeError when the workspace cannot be read within `deadlineMs`.
 * @throws NotFoundError when no workspace with this ID exists or is visible.
 * @throws WorkspacesNotFoundError when none with this name does or is.
 * @throws OrganizationNotFoundError when the organization of the name does not exist or is not visible.
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspaces
 */
export async function currentRunId(
  client: Client,
  selector: WorkspaceSelector,
  { ownRunId, ...call }: CurrentRunOptions = {},
): Promise<string> {
  const isById = "workspaceId" in selector;
  const reading = isById
    ? client.workspaces.get(selector.workspaceId, call)
    : client.workspaces.getByName(selector.organization, selector.workspaceName, call);
  const workspace = await reading.catch(async (error: unknown) => {
    if (!isById && error instanceof NotFoundError) throw await unknownName(client, selector, call, error);
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
    throw new OwnRunError(
      `Run ${runId}, the current run of workspace ${quote(name)} (${id}),`,
      "Use the workspace whose run must come first.",
    );
  }
  return runId;
}

/** Why there is no workspace with a name; the error itself if the names that exist cannot be read. */
async function unknownName(
  { workspaces, address }: Client,
  { organization, workspaceName }: Exclude<WorkspaceSelector, { readonly workspaceId: string }>,
  call: CallOptions,
  error: NotFoundError,
): Promise<Error> {
  const existing: string[] = [];
  try {
    for await (const { name } of workspaces.list(organization, {}, call)) existing.push(name);
  } catch (cause) {
    return cause instanceof NotFoundError ? new OrganizationNotFoundError(organization, address, cause) : error;
  }
  return new WorkspacesNotFoundError(organization, [workspaceName], existing);
}

/** @throws OwnRunError when a run is the own one, which must not wait for itself. */
export function checkWaitsForOther(runId: string, ownRunId: string | undefined): void {
  if (runId !== ownRunId) return;
  throw new OwnRunError(`Run ${runId}`, "Use the run that must come first, or do not wait for it.");
}
