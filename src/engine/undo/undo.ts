import type { ActualOrganization, DesiredOrganization, NamedObject, RecordedObjects } from "../organization";
import { groupBy } from "../../reconcile/lists";
import type { Plan } from "../plan/comparison";
import { planOrganization } from "../plan/plan";
import type { PlanOptions } from "../plan/plan-options";
import type { DocumentedChanges } from "./changes";
import { wayBack } from "./way-back";

/** What an undo may do, and what it leaves alone. */
export type UndoOptions = Pick<PlanOptions, "maxDeletes" | "maxMoves" | "ignore">;

/** Plans what puts an organization back to where it was before the changes of a document. Pure. */
export function planUndo(changes: DocumentedChanges, actual: ActualOrganization, options: UndoOptions): Plan {
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
    memberships: moves.map(({ from, workspaceIds }) => membershipOf(from, workspaceIds)),
    references: [],
    recorded: recordedOf(actual.name, deletions),
    undo: { left, states, isTerraforms },
  };
}

/** What has to be read of an organization, so that the changes of a document can be undone: as code says it. */
export function organizationToRead(changes: DocumentedChanges): DesiredOrganization {
  const { organization, connection, actions, states, isTerraforms } = changes;
  const moved = actions.flatMap((it) => (it.kind === "move" ? it.workspaces : []));
  const bySource = groupBy(moved, ({ from }) => from.id);
  return {
    name: organization,
    ...(connection === undefined ? {} : { connection }),
    projects: actions.flatMap((it) => {
      if (it.kind !== "update") return [];
      return [{ address: it.address, ...it.after, recordedId: it.projectId, previousNames: [] }];
    }),
    memberships: [...bySource].map(([source, all]) =>
      membershipOf(
        { id: source, name: source },
        all.map(({ id }) => id),
      ),
    ),
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
