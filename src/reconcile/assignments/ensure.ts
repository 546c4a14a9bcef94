import { NotFoundError, UnprocessableEntityError } from "../../api";
import { describeProject, isOutcomeUnknown, type UnconfirmedWrite } from "../errors";
import { Operation } from "../operation";
import type { OrganizationView } from "../view";
import { isAssignedAs, type AssignmentChange } from "./changes";
import { PartlyMadeError } from "./errors";
import { changeClause, type AssignmentKind, type AssignmentWrite } from "./kind";
import { observeAssignments } from "./observe";

/** What changes of a project have come to. */
export interface AppliedChanges {
  /** In the order in which they were made. */
  readonly done: readonly AssignmentChange[];
  /** The change that failed, after which no other one was tried; undefined if all are made. */
  readonly failed?: { readonly change: AssignmentChange; readonly error: unknown } | undefined;
}

/** Makes changes of a project in their order, until one of them fails. */
export async function applyChanges(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  changes: readonly AssignmentChange[],
): Promise<AppliedChanges> {
  const operation = new Operation(view);
  const done: AssignmentChange[] = [];
  for (const change of changes) {
    try {
      await applyChange(view, kind, [projectId], change, operation);
    } catch (error) {
      return { done, failed: { change, error } };
    }
    done.push(change);
  }
  return { done };
}

/**
 * Makes one change in projects; several for a batched kind. Verifies the outcome if the response is lost.
 *
 * @throws OutcomeUnknownError when it is unknown whether it was made
 */
export async function applyChange(
  view: OrganizationView,
  kind: AssignmentKind,
  projectIds: readonly string[],
  change: AssignmentWrite,
  operation = new Operation(view),
): Promise<void> {
  const isDone = async (call?: { readonly signal: AbortSignal }): Promise<true | undefined> => {
    const all = await Promise.all(projectIds.map((id) => isMade(view, kind, id, change, call)));
    return all.every((it) => it) ? true : undefined;
  };
  try {
    await kind.requests.send(view, projectIds, change);
  } catch (error) {
    for (const id of projectIds) kind.requests.forget(view, id);
    // What is gone already is unassigned.
    const isGone = change.kind === "unset" && error instanceof NotFoundError && !isOutcomeUnknown(error);
    if (isGone && (await isDone().catch(() => undefined)) === true) return;
    if (error instanceof PartlyMadeError && !isOutcomeUnknown(error.cause)) throw error;
    await operation.confirm(writeOf(view, kind, projectIds, change), error, isDone);
  }
}

/**
 * Makes one change in projects, with one request for a batched kind. If the service rejects that, each project has a
 * request of its own: it may be about one of them, which was deleted meanwhile.
 *
 * @returns For each project the error, or undefined.
 */
export async function applyToProjects(
  view: OrganizationView,
  kind: AssignmentKind,
  projectIds: readonly string[],
  change: AssignmentWrite,
): Promise<readonly unknown[]> {
  const [together] = await errorsOf([() => applyChange(view, kind, projectIds, change)]);
  const isInPart = together instanceof PartlyMadeError;
  const cause = isInPart ? together.cause : together;
  const isRejected = cause instanceof NotFoundError || cause instanceof UnprocessableEntityError;
  if (projectIds.length === 1 || !isRejected || isOutcomeUnknown(cause)) return projectIds.map(() => together);
  const errors = await errorsOf(projectIds.map((id) => () => applyChange(view, kind, [id], change)));
  // What was made before the rejection was made in all projects.
  const inPart = (error: unknown): unknown => (error instanceof PartlyMadeError ? error : new PartlyMadeError(error));
  return errors.map((error) => (isInPart && error !== undefined ? inPart(error) : error));
}

/** Does one after the other. @returns For each the error, or undefined. */
async function errorsOf(all: readonly (() => Promise<void>)[]): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  for (const it of all) errors.push(await it().catch((error: unknown) => error));
  return errors;
}

/** Reads whether a project is as a change has it. @throws AssignmentsNotVisibleError if that is hidden */
async function isMade(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  { object, after }: AssignmentWrite,
  call?: { readonly signal: AbortSignal },
): Promise<boolean> {
  const sought = { objects: after === null ? [object.id] : [] };
  const observed = (await observeAssignments(view, kind, projectId, sought, call)) ?? [];
  return isAssignedAs(observed, object.id, after);
}

function writeOf(
  view: OrganizationView,
  kind: AssignmentKind,
  [id]: readonly string[],
  change: AssignmentWrite,
): UnconfirmedWrite {
  const project = { id, name: id === undefined ? undefined : view.projects.peek(id)?.name };
  const clause = change.kind === "set" ? "wasSet" : "wasUnset";
  const assignment = changeClause(kind, change, clause, describeProject({ project }));
  return { kind: change.kind === "set" ? "assign" : "unassign", organization: view.name, project, assignment };
}
