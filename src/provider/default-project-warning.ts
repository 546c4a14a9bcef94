import type { AttributePath, Diagnostics } from "../plugin";
import { defaultProjectNotVisible, type OrganizationView } from "../reconcile";

/** Warns that workspaces would move to a default project that the token does not see, which the apply refuses. */
export async function warnOfHiddenDefault(
  view: OrganizationView,
  moves: number,
  diagnostics: Diagnostics,
  attribute?: AttributePath,
): Promise<void> {
  if (moves === 0 || (await view.seesDefaultProject())) return;
  diagnostics.warning(
    "Workspaces cannot move to the default project",
    `${defaultProjectNotVisible(moves)} With this token, the apply fails before it changes the membership or project.`,
    attribute,
  );
}
