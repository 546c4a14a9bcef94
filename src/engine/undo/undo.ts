import type { ActualOrganization, DesiredOrganization, NamedObject, RecordedObjects } from "../organization";
import type { Plan } from "../plan/comparison";
import { planOrganization } from "../plan/plan";
import type { PlanOptions } from "../plan/plan-options";
import type { DocumentedChanges } from "./changes";
import { wayBack } from "./way-back";

/** What an undo may do, and what it leaves alone. */
export type UndoOptions = Pick<PlanOptions, "maxDeletes" | "maxMoves" | "ignore">;

/** Plans what puts an organization back to where it was before the changes of a document. Pure. */
export function planUndo(changes: DocumentedChanges, actual: ActualOrganization, options: UndoOptions = {}): Plan {
  return planOrganization(organizationBefore(changes, actual, options), actual, options);
}

/**
 * What was before, as code says it, of everything that holds today: planned, saved and applied as code is.
 *
 * @param actual - The organization today.
 */
export function organizationBefore(
  changes: DocumentedChanges,
  actual: ActualOrganization,
  { ignore = [] }: UndoOptions,
): DesiredOrganization {
  const { projects, moves, deletions, left } = wayBack(changes, actual, ignore);
  const { connection, states, isTerraforms } = changes;
  return {
    name: actual.name,
    ...(connection === undefined ? {} : { connection }),
    projects,
    memberships: moves.flatMap((group) => {
      const [first] = group;
      return first === undefined
        ? []
        : [
            membershipOf(
              first.from,
              group.map(({ workspaceId }) => workspaceId),
            ),
          ];
    }),
    references: [],
    recorded: recordedOf(actual.name, deletions),
    undo: { left, states, isTerraforms },
  };
}

/** What has to be read of an organization, so that the changes of a document can be undone: as code says it. */
export function organizationToRead(changes: DocumentedChanges): DesiredOrganization {
  const { organization, connection, actions, states, isTerraforms } = changes;
  const bySource = new Map<string, string[]>();
  for (const action of actions) {
    if (action.kind !== "move") continue;
    for (const { id, from } of action.workspaces) bySource.set(from.id, [...(bySource.get(from.id) ?? []), id]);
  }
  return {
    name: organization,
    ...(connection === undefined ? {} : { connection }),
    projects: actions.flatMap((it) => {
      if (it.kind !== "update") return [];
      return [{ address: it.address, ...it.after, recordedId: it.projectId, previousNames: [] }];
    }),
    memberships: [...bySource].map(([id, workspaces]) => membershipOf({ id, name: id }, workspaces)),
    references: [],
    recorded: recordedOf(
      organization,
      actions.flatMap((it) => {
        if (it.kind !== "create" || it.projectId === undefined) return [];
        return [{ address: it.address, project: { id: it.projectId, name: it.after.name } }];
      }),
    ),
    undo: { left: [], states, isTerraforms },
  };
}

/** Projects to delete, as those that Terraform's state has, and the code does not: only if they are empty. */
function recordedOf(
  organization: string,
  deletions: readonly { readonly address: string; readonly project: NamedObject }[],
): RecordedObjects {
  return {
    states: [],
    droppedProjects: deletions.map(({ address, project: { id, name } }) => {
      return { address, id, name, organization, deletionPolicy: "refuse" };
    }),
    memberships: [],
  };
}

function membershipOf({ id, name }: { readonly id: string; readonly name: string }, workspaceIds: readonly string[]) {
  const project = { by: "id", id } as const;
  return { address: `undo of moves from ${name}`, project, workspaceIds, workspaceNames: [], exclusive: false };
}
