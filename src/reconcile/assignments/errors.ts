import type { Project } from "../../model";
import { NotFoundOrUnauthorizedError, ReconcileError } from "../errors";
import { formatList, pluralize, quote } from "../text";
import type { AssignmentKind } from "./kind";

/** The token does not see all assignments of a project. */
export class AssignmentsNotVisibleError extends NotFoundOrUnauthorizedError {
  override readonly name = "AssignmentsNotVisibleError";

  /**
   * @param kind - What they are, and what seeing them takes, as sentences.
   * @param hidden - What it does not see: {@link notAllVisible} or {@link lacking}.
   * @param isRemoval - Whether what is not visible would count as removed.
   */
  constructor(project: Project, { requires }: Pick<AssignmentKind, "requires">, hidden: string, isRemoval: boolean) {
    const so = isRemoval ? ", so nothing counts as removed from it" : "";
    super(`${hidden}${so}. ${requires}`, project.organization, undefined);
  }
}

/** How many of the assignments of a project the token sees, without a full stop. */
export function notAllVisible(
  { name, id }: Pick<Project, "name" | "id">,
  object: string,
  count: number,
  seen: number,
): string {
  const sees = seen === 0 ? "none" : String(seen);
  return `Project ${quote(name)} (${id}) has ${pluralize(count, object)}, but the token sees ${sees} of them`;
}

/** That a list of assignments lacks what a project has, without a full stop. */
export function lacking(
  { name, id }: Pick<Project, "name" | "id">,
  { object, label }: Pick<AssignmentKind, "object" | "label">,
  objectIds: readonly string[],
): string {
  const has = `${object}${objectIds.length === 1 ? "" : "s"} ${formatList(objectIds)}`;
  return `Project ${quote(name)} (${id}) has ${has}, but its list of ${label} does not`;
}

/** The token or the service does not offer what assignments to a project need; nothing was sent. */
export class AssignmentsNotOfferedError extends ReconcileError {
  override readonly name = "AssignmentsNotOfferedError";
  readonly code = "NOT_PERMITTED";

  constructor(
    readonly organization: string,
    readonly kind: Pick<AssignmentKind, "label" | "requires">,
    cause: unknown,
  ) {
    super(`The ${kind.label} of projects cannot be read in the organization ${quote(organization)}. ${kind.requires}`, {
      cause,
    });
  }
}

/**
 * The token may not change what is assigned to projects.
 *
 * @param projects - `project "Web"`
 */
export function changeForbidden({ label, requires }: AssignmentKind, projects: string): string {
  return `The token is not authorized to change the ${label} of ${projects}. ${requires}`;
}

/** A change that takes several requests failed after the first of them. */
export class PartlyMadeError extends ReconcileError {
  override readonly name = "PartlyMadeError";
  readonly code = "OUTCOME_UNKNOWN";
  override readonly outcomeUnknown = true;

  /** @param cause - The error of the request that failed. */
  constructor(cause: unknown) {
    const failure = cause instanceof Error ? cause.message : String(cause);
    super(`The change was made in part, and then failed: ${failure} Plan again to see the remaining changes.`, {
      cause,
    });
  }
}
