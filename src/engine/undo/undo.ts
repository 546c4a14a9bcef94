import { ASSIGNMENTS, matcherOf } from "../../model";
import { kindOf, undoActions } from "../actions/table";
import { Undoing, type CreatedProject } from "../actions/undoing";
import type { ActualOrganization, NamedObject } from "../actual-organization";
import type { DesiredAssignments, DesiredMembership, DesiredOrganization, RecordedObjects } from "../organization";
import { groupBy } from "../../reconcile/lists";
import { projectsWithHiddenWorkspaces } from "../plan/absence";
import type { Plan } from "../plan/comparison";
import { planOrganization } from "../plan/plan";
import type { PlanOptions } from "../plan/plan-options";
import type { DocumentedChanges } from "./changes";

/** What an undo may do, and what it leaves alone. */
export type UndoOptions = Pick<PlanOptions, "maxDeletes" | "maxMoves" | "ignore">;

/** Plans the way back to the organization before the changes of a document. Pure. */
export function planUndo(changes: DocumentedChanges, actual: ActualOrganization, options: UndoOptions): Plan {
  return planOrganization(organizationBefore(changes, actual, options), actual, options);
}

/**
 * The organization before the changes that are still in place, as code: planned, saved and applied like any code.
 *
 * @param actual - The organization today.
 */
export function organizationBefore(
  changes: DocumentedChanges,
  actual: ActualOrganization,
  { ignore = [] }: UndoOptions,
): DesiredOrganization {
  const { projects, assignments, moves, deletions, left } = wayBack(changes, actual, ignore);
  const { connection, language, states, isTerraforms } = changes;
  return {
    name: actual.name,
    ...(connection === undefined ? {} : { connection }),
    projects,
    memberships: membershipsOf(moves.map(({ workspaceId: id, from }) => ({ id, from }))),
    assignments: assignmentsOf(assignments),
    references: [],
    recorded: recordedOf(actual.name, deletions),
    language,
    undo: { left, states, isTerraforms },
  };
}

/**
 * The way back from each change that is still in place; the others are left alone. Pure.
 *
 * @param ignore - Names or IDs of projects and workspaces to leave alone, in which `*` is a wildcard.
 */
function wayBack(
  { actions, language }: DocumentedChanges,
  actual: ActualOrganization,
  ignore: readonly string[],
): Pick<Undoing, "projects" | "assignments" | "moves" | "deletions" | "left"> {
  const hiding = new Set(projectsWithHiddenWorkspaces(actual).keys());
  const undoing = new Undoing(
    actions.map((it) => kindOf(it).concerns(it)),
    actual,
    hiding,
    matcherOf(ignore),
    language,
  );
  for (const action of actions) {
    if (action.end === "failed" || action.end === "skipped") undoing.leave(action, action.end);
  }
  undoActions(
    actions.filter(({ end }) => end !== "failed" && end !== "skipped"),
    undoing,
  );
  return undoing;
}

/** Everything that has to be read to undo the changes of a document, as code. */
export function organizationToRead(changes: DocumentedChanges): DesiredOrganization {
  const { organization, connection, language, actions, states, isTerraforms } = changes;
  const concerned = actions.map((it) => kindOf(it).concerns(it));
  return {
    name: organization,
    ...(connection === undefined ? {} : { connection }),
    projects: concerned.flatMap(({ changed = [] }) => changed),
    memberships: membershipsOf(concerned.flatMap(({ moved = [] }) => moved)),
    assignments: assignmentsOf(
      concerned.flatMap(({ assigned = [] }) => assigned.map((it) => ({ ...it, attributes: null }))),
    ),
    references: [],
    recorded: recordedOf(
      organization,
      concerned.flatMap(({ created = [] }) => created),
    ),
    language,
    undo: { left: [], states, isTerraforms },
  };
}

/** Projects to delete, as those that Terraform's state has, and the code does not: only if they are empty. */
function recordedOf(organization: string, deletions: readonly CreatedProject[]): RecordedObjects {
  return {
    states: [],
    droppedProjects: deletions.map(({ address, project: { id, name } }) => {
      return { address, id, name, organization, deletionPolicy: "refuse" };
    }),
    memberships: [],
  };
}

/** The objects of each project that are assigned again, and those that are taken off it. */
function assignmentsOf(all: Undoing["assignments"]): readonly DesiredAssignments[] {
  return [...groupBy(all, ({ type, projectId }) => `${type} ${projectId}`).values()].map((its) => {
    const [{ type, projectId: id }] = its;
    return {
      type,
      address: `undo of ${ASSIGNMENTS[type].label} of ${id}`,
      project: { by: "id", id },
      objects: its.flatMap(({ object, attributes }) =>
        attributes === null ? [] : [{ key: { id: object.id }, attributes }],
      ),
      exclusive: false,
      recordedIds: its.map(({ object }) => object.id),
    };
  });
}

/** Memberships of the projects that workspaces came from. */
function membershipsOf(moves: readonly { readonly id: string; readonly from: NamedObject }[]): DesiredMembership[] {
  return [...groupBy(moves, ({ from }) => from.id)].map(([id, all]) => ({
    address: `undo of moves from ${all[0].from.name}`,
    project: { by: "id", id },
    workspaceIds: all.map((it) => it.id),
    workspaceNames: [],
    exclusive: false,
  }));
}
