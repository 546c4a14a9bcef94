import { MANY_LISTED, matchText, type MembershipState, type SelectedWorkspace, type Workspace } from "../model";
import type { Diagnostics } from "../plugin";
import { eitherCause, pluralize, type OrganizationView } from "../reconcile";
import { projectLabel, quote } from "./diagnostics";
import { ownMember } from "../own-member";

/** How the workspaces of a membership have changed since its state was recorded. */
interface Drift {
  readonly moved: readonly Workspace[];
  /** IDs of workspaces that no longer exist. */
  readonly deleted: readonly string[];
  /** Names in the state that no workspace has, because it was deleted or renamed. */
  readonly missingNames: readonly string[];
  readonly renamed: readonly Workspace[];
  readonly added: readonly Workspace[];
  /** The workspaces that lists and rule select now; undefined without a rule. */
  readonly selected: readonly SelectedWorkspace[] | undefined;
  /** Workspaces that may no longer be selected, with their current project. */
  readonly known: readonly Workspace[];
}

/** Warns which workspaces changed, and where they are now. */
export async function warnOfDrift(
  view: OrganizationView,
  recorded: MembershipState,
  diagnostics: Diagnostics,
  drift: Drift,
): Promise<void> {
  const { moved, deleted, missingNames, renamed, added } = drift;
  const { entered, left } = changedSelection(recorded, drift);
  const count = moved.length + deleted.length + renamed.length + added.length + entered.length + left.length;
  if (count === 0) return;
  const project = await view.projects.byId(recorded.project_id);
  const own = project?.name ?? recorded.project_id;
  const shownMoves = await Promise.all(
    moved.slice(0, MAX_LISTED).map(async ({ id, name, projectId: destination }) => {
      const project = await view.projects.byId(destination);
      return `- ${name} (${id}) was moved to project ${project === undefined ? destination : projectLabel(project)}`;
    }),
  );
  const place = async ({ name, projectId }: Workspace): Promise<string> =>
    `- ${name}: in ${(await view.projects.byId(projectId))?.name ?? projectId}`;
  const shownEntered = await Promise.all(
    entered.slice(0, MANY_LISTED).map(async ({ workspace, reason }) => {
      const why = reason.by === "rule" ? matchText(reason) : "listed in the membership";
      return `${await place(workspace)}, ${why} of ${own}`;
    }),
  );
  const shownLeft = await Promise.all(
    left.slice(0, MANY_LISTED).map(async (workspace) => `${await place(workspace)}, no longer selected by ${own}`),
  );
  // An old name can be attributed to a workspace only if there is one of each, or if the state has it.
  const [oldName, ...others] = deleted.length + renamed.length === 1 ? missingNames : [];
  const named = (id: string): string => {
    const before = ownMember(recorded.matched_workspaces ?? {}, id) ?? (others.length > 0 ? undefined : oldName);
    return before === undefined ? id : `${before} (${id})`;
  };
  const lines = [
    ...shownMoves,
    ...deleted.slice(0, MAX_LISTED).map((id) => `- ${named(id)} was not found: ${eitherCause("it")}`),
    ...renamed.slice(0, MAX_LISTED).map(({ id, name }) => `- ${named(id)} was renamed to ${name}`),
    ...added.slice(0, MAX_LISTED).map(({ id, name }) => `- ${name} (${id}) was added`),
    ...shownEntered,
    ...shownLeft,
  ];
  const more = count - lines.length;
  diagnostics.warning(
    `${pluralize(count, "workspace")} of project ${quote(own)} changed outside of this configuration`,
    [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n"),
  );
}

/** How many workspaces a warning names for each kind of drift that the lists of the state show as well. */
const MAX_LISTED = 10;

/** The workspaces that the membership newly selects, and no longer selects, without other changes. */
function changedSelection(
  { matched_workspaces: before }: MembershipState,
  { selected, known, moved, renamed }: Drift,
): { readonly entered: readonly SelectedWorkspace[]; readonly left: readonly Workspace[] } {
  if (selected === undefined || before === null) return { entered: [], left: [] };
  const told = new Set([...moved, ...renamed].map(({ id }) => id));
  const now = new Set(selected.map(({ workspace }) => workspace.id));
  return {
    entered: selected.filter(({ workspace: { id } }) => !Object.hasOwn(before, id)),
    left: known.filter(({ id }) => Object.hasOwn(before, id) && !now.has(id) && !told.has(id)),
  };
}
