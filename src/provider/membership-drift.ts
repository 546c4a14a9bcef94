import { nameKey, type Workspace } from "../model";
import type { Diagnostics } from "../plugin";
import { pluralize, type OrganizationView } from "../reconcile";

/** A membership as it is recorded. */
interface RecordedMembership {
  readonly project_id: string;
  readonly workspace_ids: readonly string[];
  readonly workspace_names: readonly string[];
  readonly exclusive: boolean;
}

/**
 * What the record of a membership becomes for the workspaces that are in its project now: those that left are taken out,
 * and when it is exclusive those that came in are added. A warning says where they went, and whence they came.
 *
 * The record holds two sets. Usually they are parallel: the code sets one, and the other says the same workspaces; then
 * both follow. Where the code sets both, to different workspaces, each keeps to its own.
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
  const arrived = recorded.exclusive ? inside.filter((workspace) => !isMember(workspace)) : [];
  const members = [...kept, ...arrived];

  const insideIds = new Set(inside.map(({ id }) => id));
  const insideNames = new Set(inside.map(({ name }) => nameKey(name)));
  const missingIds = recorded.workspace_ids.filter((id) => !insideIds.has(id));
  const missingNames = recorded.workspace_names.filter((name) => !insideNames.has(nameKey(name)));
  const [lostById, lostByName] = await Promise.all([
    Promise.all(missingIds.map((id) => view.workspaces.byId(id))),
    Promise.all(missingNames.map((name) => view.workspaces.byName(name, { confirmAbsence: true }))),
  ]);
  const parallel = [...inside.filter(isNamed), ...distinct(lostByName)].every((workspace) => ids.has(workspace.id));
  await warnOfDrift(view, recorded.project_id, diagnostics, {
    moved: distinct([...lostById, ...lostByName]).filter((workspace) => !insideIds.has(workspace.id)),
    deleted: missingIds.filter((_, index) => lostById[index] === undefined),
    missingNames: missingNames.filter((_, index) => lostByName[index] === undefined),
    renamed: parallel ? kept.filter((workspace) => !isNamed(workspace)) : [],
    added: arrived,
  });

  if (parallel) return { ids: members.map(({ id }) => id), names: members.map(spelled) };
  return {
    ids: members.filter((workspace) => ids.has(workspace.id) || !isNamed(workspace)).map(({ id }) => id),
    names: members.filter(isNamed).map(spelled),
  };
}

interface Drift {
  readonly moved: readonly Workspace[];
  /** Ids of workspaces that do not exist any more. */
  readonly deleted: readonly string[];
  /** Recorded names that no workspace has any more: of what was deleted or renamed. */
  readonly missingNames: readonly string[];
  readonly renamed: readonly Workspace[];
  readonly added: readonly Workspace[];
}

async function warnOfDrift(
  view: OrganizationView,
  projectId: string,
  diagnostics: Diagnostics,
  { moved, deleted, missingNames: goneNames, renamed, added: arrived }: Drift,
): Promise<void> {
  const count = moved.length + deleted.length + renamed.length + arrived.length;
  if (count === 0) return;
  const shownMoves = await Promise.all(
    moved.slice(0, MAX_LISTED).map(async ({ id, name, projectId: destination }) => {
      const project = await view.projects.byId(destination);
      return `- ${name} (${id}) left, and is now in ${project ? `${JSON.stringify(project.name)} (${destination})` : destination}`;
    }),
  );
  // Which name was whose can be told only where there is one of each.
  const [oldName, ...others] = deleted.length + renamed.length === 1 ? goneNames : [];
  const named = (id: string): string => (oldName === undefined || others.length > 0 ? id : `${oldName} (${id})`);
  const lines = [
    ...shownMoves,
    ...deleted.slice(0, MAX_LISTED).map((id) => `- ${named(id)} was deleted`),
    ...renamed.slice(0, MAX_LISTED).map(({ id, name }) => `- ${named(id)} is now called ${name}`),
    ...arrived.slice(0, MAX_LISTED).map(({ id, name }) => `- ${name} (${id}) came in`),
  ];
  const more = count - lines.length;
  const project = await view.projects.byId(projectId);
  diagnostics.warning(
    `${pluralize(count, "workspace")} of project ${JSON.stringify(project?.name ?? projectId)} changed outside of Terraform`,
    [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n"),
  );
}

/** How many workspaces of each kind a warning names. */
const MAX_LISTED = 10;

function distinct(workspaces: readonly (Workspace | undefined)[]): readonly Workspace[] {
  return [...new Map(workspaces.flatMap((workspace) => (workspace ? [[workspace.id, workspace]] : []))).values()];
}
