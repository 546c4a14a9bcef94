import { groupBy } from "../../lists";
import { ASSIGNMENT_TYPES, ASSIGNMENTS, matcherOf, nameKey } from "../../model";
import { createdIds, WayBack, type AssignedObject, type CreatedProject, type ObjectsOfChange } from "./way-back";
import type { ActualOrganization } from "../actual-organization";
import type { DesiredAssignments, DesiredMembership, DesiredOrganization, ObjectsInState } from "../organization";
import { projectsWithHiddenWorkspaces } from "../plan/absence";
import type { PlanOptions } from "../plan/plan-options";
import type { DocumentedChanges } from "./read-document";
import { concernsOf, undoChanges } from "./kinds";

/** What an undo may do, and what it leaves alone. */
export type UndoOptions = Pick<PlanOptions, "maxDeletes" | "maxMoves" | "ignore">;

/**
 * The organization before the changes that are still in place, as code: planned, saved and applied like any code. Pure.
 *
 * @param actual - The organization today.
 * @param options - `ignore`: names or IDs of projects and workspaces to leave alone, in which `*` is a wildcard.
 */
export function organizationBefore(
  changes: DocumentedChanges,
  actual: ActualOrganization,
  { ignore = [] }: UndoOptions,
): DesiredOrganization {
  const hiding = new Set(projectsWithHiddenWorkspaces(actual).keys());
  const wayBack = new WayBack(concernedBy(changes), actual, hiding, matcherOf(ignore), changes);
  undoChanges(changes.actions, wayBack);
  return organizationOf(changes, actual.name, wayBack);
}

/** Everything that has to be read to undo the changes of a document, as code. */
export function organizationToRead(changes: DocumentedChanges): DesiredOrganization {
  const concerned = concernedBy(changes);
  const created = createdIds(concerned);
  const assigned = concerned.flatMap((it) => it.assigned ?? []);
  const read = organizationOf(changes, changes.organization, {
    projects: concerned.flatMap(({ changed = [] }) => changed),
    moves: concerned.flatMap(({ moved = [] }) => moved),
    assignments: assigned.map((it) => ({ ...it, project: withCreatedId(it.project, created), attributes: null })),
    deletions: concerned.flatMap(({ created = [] }) => created),
    left: [],
  });
  // What was assigned since to a project that was created keeps it.
  const ofCreated = [...created.values()].flatMap((id) =>
    ASSIGNMENT_TYPES.map((type): DesiredAssignments => ({
      type,
      address: `undo of ${id}`,
      project: { by: "id", id },
      objects: [],
      exclusive: false,
      stateIds: [],
    })),
  );
  return { ...read, assignments: [...(read.assignments ?? []), ...ofCreated] };
}

/** A created project may have been renamed since. */
function withCreatedId(
  project: AssignedObject["project"],
  created: ReadonlyMap<string, string>,
): AssignedObject["project"] {
  const id = project.by === "name" ? created.get(nameKey(project.name)) : undefined;
  return id === undefined ? project : { by: "id", id };
}

function concernedBy({ actions }: DocumentedChanges): readonly ObjectsOfChange[] {
  return actions.map((it) => concernsOf(it));
}

type WhatGoesBack = Pick<WayBack, "projects" | "assignments" | "moves" | "deletions" | "left">;

/** Code of an organization with what goes back. */
function organizationOf(
  { connection, language, states, isTerraforms, isUndo }: DocumentedChanges,
  name: string,
  { projects, moves, assignments, deletions, left }: WhatGoesBack,
): DesiredOrganization {
  return {
    name,
    ...(connection === undefined ? {} : { connection }),
    projects,
    memberships: membershipsOf(moves),
    assignments: assignmentsOf(assignments),
    references: [],
    inState: inStateOf(name, deletions),
    language,
    undo: { left, states, isTerraforms, ...(isUndo ? { restores: true } : {}) },
  };
}

/** Projects to delete, as those that Terraform's state has, and the code does not: only if they are empty. */
function inStateOf(organization: string, deletions: readonly CreatedProject[]): ObjectsInState {
  return {
    states: [],
    droppedProjects: deletions.map(({ address, project: { id, name } }) => {
      return { address, id, name, organization, deletionPolicy: "refuse" };
    }),
    memberships: [],
  };
}

/** The objects of each project that are assigned again, and those that are taken off it. */
function assignmentsOf(all: WhatGoesBack["assignments"]): readonly DesiredAssignments[] {
  return [...groupBy(all, ({ type, project }) => JSON.stringify([type, project])).values()].map((its) => {
    const [{ type, project }] = its;
    return {
      type,
      address: `undo of ${ASSIGNMENTS[type].label} of ${project.by === "id" ? project.id : project.name}`,
      project,
      objects: its.flatMap(({ object, attributes }) =>
        attributes === null ? [] : [{ key: { id: object.id }, attributes }],
      ),
      exclusive: false,
      stateIds: its.map(({ object }) => object.id),
    };
  });
}

/** Memberships of the projects that workspaces came from. */
function membershipsOf(moves: WhatGoesBack["moves"]): readonly DesiredMembership[] {
  return [...groupBy(moves, ({ from }) => from.id)].map(([id, all]) => ({
    address: `undo of moves from ${all[0].from.name}`,
    project: { by: "id", id },
    workspaceIds: all.map((it) => it.id),
    workspaceNames: [],
    exclusive: false,
  }));
}
