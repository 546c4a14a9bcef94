import type { Workspace } from "../model";
import type { AttributePath, Diagnostics } from "../plugin";
import { defaultProjectNotVisible, forbiddenMoves, movesForbidden, type OrganizationView } from "../reconcile";
import { DESTROY_HINT } from "./diagnostics";

type MovingWorkspace = Pick<Workspace, "projectId">;

/**
 * Adds an error if the service says that the token may not make moves of a resource, before anything is changed. Sends
 * no request: what was not read forbids nothing.
 *
 * @param moves - Workspaces, and the ID of the project that each moves into; undefined before that is created.
 */
export function checkMovesPermitted(
  view: OrganizationView,
  moves: readonly (readonly [MovingWorkspace, destination: string | undefined])[],
  diagnostics: Diagnostics,
  attribute?: AttributePath,
  hint = DESTROY_HINT,
): void {
  const ends = moves.map(([{ projectId: from }, to]) => ({ from, to }));
  const forbidden = forbiddenMoves(ends, (id) => view.projects.peek(id));
  if (forbidden.length === 0) return;
  const detail = forbidden.map(movesForbidden).join("\n");
  diagnostics.error("Moving workspaces is not permitted", detail + hint, attribute);
}

/**
 * Checks moves to the default project: an error if the token may not make them, and a warning if it does not see the
 * default project, which the apply refuses.
 */
export async function checkMovesToDefault(
  view: OrganizationView,
  workspaces: readonly MovingWorkspace[],
  diagnostics: Diagnostics,
  attribute?: AttributePath,
): Promise<void> {
  if (workspaces.length === 0) return;
  const to = view.knownDefaultProjectId;
  const moves = workspaces.map((it) => [it, to] as const);
  checkMovesPermitted(view, moves, diagnostics, attribute, "");
  if (await view.seesDefaultProject()) return;
  diagnostics.warning(
    "Workspaces cannot move to the default project",
    `${defaultProjectNotVisible(workspaces.length)} With this token, the apply fails before it changes the ` +
      "membership or project.",
    attribute,
  );
}
