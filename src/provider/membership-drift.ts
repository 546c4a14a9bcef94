import { nameKey, type Workspace } from "../model";
import type { Diagnostics } from "../plugin";
import { eitherCause, pluralize, type OrganizationView } from "../reconcile";
import { projectLabel, quote } from "./diagnostics";

/** A membership in the state. */
interface RecordedMembership {
  readonly project_id: string;
  readonly workspace_ids: readonly string[];
  readonly workspace_names: readonly string[];
  readonly exclusive: boolean;
}

/**
 * The state of a membership after a refresh: without the workspaces that left its project and, if the membership is
 * exclusive, with the workspaces that entered it. A warning names them and says where they are now.
 *
 * The state has a set of IDs and a set of names. If both contain the same workspaces, as is usual, they are updated
 * together. If the configuration sets them to different workspaces, each is updated separately.
 */
export async function observedMembership(
  view: OrganizationView,
  recorded: RecordedMembership,
  inside: readonly Workspace[],
  diagnostics: Diagnostics,
): Promise<{ readonly ids: readonly string[]; readonly names: readonly string[] }> {
  const ids = new Set(recorded.workspace_ids);
  const spelling = new Map(recorded.workspace_names.map((name) => [nameKey(name), name]));
  const isNamed = (workspace: Workspace): boolean => spelling.has(nameKey(workspace.name));
  const spelled = (workspace: Workspace): string => spelling.get(nameKey(workspace.name)) ?? workspace.name;

  const isMember = (workspace: Workspace): boolean => ids.has(workspace.id) || isNamed(workspace);
  const kept = inside.filter(isMember);
  const added = recorded.exclusive ? inside.filter((workspace) => !isMember(workspace)) : [];
  const members = [...kept, ...added];

  const insideIds = new Set(inside.map(({ id }) => id));
  const insideNames = new Set(inside.map(({ name }) => nameKey(name)));
  const missingIds = recorded.workspace_ids.filter((id) => !insideIds.has(id));
  const missingNames = recorded.workspace_names.filter((name) => !insideNames.has(nameKey(name)));
  const [lostById, lostByName] = await Promise.all([
    Promise.all(missingIds.map((id) => view.workspaces.byId(id))),
    Promise.all(missingNames.map((name) => view.workspaces.byName(name, { confirmAbsence: true }))),
  ]);
  const absent = [...missingIds, ...missingNames].filter(
    (_, index) => [...lostById, ...lostByName][index] === undefined,
  );
  // Fails if the token does not see every workspace of the project.
  if (absent.length > 0) await view.allInProject(recorded.project_id);
  const parallel = [...inside.filter(isNamed), ...distinct(lostByName)].every((workspace) => ids.has(workspace.id));
  await warnOfDrift(view, recorded.project_id, diagnostics, {
    moved: distinct([...lostById, ...lostByName]).filter((workspace) => !insideIds.has(workspace.id)),
    deleted: missingIds.filter((_, index) => lostById[index] === undefined),
    missingNames: missingNames.filter((_, index) => lostByName[index] === undefined),
    renamed: parallel ? kept.filter((workspace) => !isNamed(workspace)) : [],
    added,
  });

  if (parallel) return { ids: members.map(({ id }) => id), names: members.map(spelled) };
  return {
    ids: members.filter((workspace) => ids.has(workspace.id) || !isNamed(workspace)).map(({ id }) => id),
    names: members.filter(isNamed).map(spelled),
  };
}

interface Drift {
  readonly moved: readonly Workspace[];
  /** IDs of workspaces that no longer exist. */
  readonly deleted: readonly string[];
  /** Names in the state that no workspace has, because it was deleted or renamed. */
  readonly missingNames: readonly string[];
  readonly renamed: readonly Workspace[];
  readonly added: readonly Workspace[];
}

async function warnOfDrift(
  view: OrganizationView,
  projectId: string,
  diagnostics: Diagnostics,
  { moved, deleted, missingNames, renamed, added }: Drift,
): Promise<void> {
  const count = moved.length + deleted.length + renamed.length + added.length;
  if (count === 0) return;
  const shownMoves = await Promise.all(
    moved.slice(0, MAX_LISTED).map(async ({ id, name, projectId: destination }) => {
      const project = await view.projects.byId(destination);
      return `- ${name} (${id}) was moved to project ${project === undefined ? destination : projectLabel(project)}`;
    }),
  );
  // An old name can be attributed to a workspace only if there is one of each.
  const [oldName, ...others] = deleted.length + renamed.length === 1 ? missingNames : [];
  const named = (id: string): string => (oldName === undefined || others.length > 0 ? id : `${oldName} (${id})`);
  const lines = [
    ...shownMoves,
    ...deleted.slice(0, MAX_LISTED).map((id) => `- ${named(id)} was not found: ${eitherCause("it")}`),
    ...renamed.slice(0, MAX_LISTED).map(({ id, name }) => `- ${named(id)} was renamed to ${name}`),
    ...added.slice(0, MAX_LISTED).map(({ id, name }) => `- ${name} (${id}) was added`),
  ];
  const more = count - lines.length;
  const project = await view.projects.byId(projectId);
  diagnostics.warning(
    `${pluralize(count, "workspace")} of project ${quote(project?.name ?? projectId)} changed outside of this ` +
      "configuration",
    [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n"),
  );
}

/** How many workspaces a warning names for each kind of drift. */
const MAX_LISTED = 10;

function distinct(workspaces: readonly (Workspace | undefined)[]): readonly Workspace[] {
  return [...new Map(workspaces.flatMap((workspace) => (workspace ? [[workspace.id, workspace]] : []))).values()];
}
