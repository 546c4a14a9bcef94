import type { MembershipState, Workspace } from "../../model";
import type { Diagnostics } from "../../plugin";
import { eitherCause, pluralize, type OrganizationView } from "../../reconcile";
import { projectLabel, quote } from "../diagnostics";
import type { StoredMembership } from "./private-state";

/** How the workspaces of a membership have changed since its state was recorded. */
interface Drift {
  readonly moved: readonly Workspace[];
  /** IDs of workspaces that no longer exist. */
  readonly deleted: readonly string[];
  readonly renamed: readonly Workspace[];
  readonly added: readonly Workspace[];
  /** The names that workspaces had. */
  readonly names: StoredMembership["names"];
}

/** How many workspaces a warning names for each kind of drift. */
const MAX_LISTED = 10;

/** Warns which workspaces changed, and where they are now. */
export async function warnOfDrift(
  view: OrganizationView,
  { project_id: projectId }: MembershipState,
  diagnostics: Diagnostics,
  { moved, deleted, renamed, added, names }: Drift,
): Promise<void> {
  const count = moved.length + deleted.length + renamed.length + added.length;
  if (count === 0) return;
  const shownMoves = await Promise.all(
    moved.slice(0, MAX_LISTED).map(async ({ id, name, projectId: destination }) => {
      const project = await view.projects.byId(destination);
      return `- ${name} (${id}) was moved to project ${project === undefined ? destination : projectLabel(project)}`;
    }),
  );
  const named = (id: string): string => {
    const name = names.get(id);
    return name === undefined ? id : `${name} (${id})`;
  };
  const lines = [
    ...shownMoves,
    ...deleted.slice(0, MAX_LISTED).map((id) => `- ${named(id)} was not found: ${eitherCause("it")}`),
    ...renamed.slice(0, MAX_LISTED).map(({ id, name }) => `- ${named(id)} was renamed to ${name}`),
    ...added.slice(0, MAX_LISTED).map(({ id, name }) => `- ${name} (${id}) was added`),
  ];
  const more = count - lines.length;
  const own = (await view.projects.byId(projectId))?.name ?? projectId;
  diagnostics.warning(
    `${pluralize(count, "workspace")} of project ${quote(own)} changed outside of this configuration`,
    [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n"),
  );
}
