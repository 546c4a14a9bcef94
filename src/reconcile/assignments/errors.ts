import type { Project } from "../../model";
import { NotFoundOrUnauthorizedError, ReconcileError } from "../errors";
import { pluralize, quote } from "../text";
import type { AssignmentKind } from "./kind";

/** The token does not see all assignments of a project. */
export class AssignmentsNotVisibleError extends NotFoundOrUnauthorizedError {
  override readonly name = "AssignmentsNotVisibleError";

  /**
   * @param kind - What they are, and what seeing them takes, as sentences.
   * @param count - How many there are.
   * @param seen - How many of them the token sees.
   * @param consequence - What follows from it, after a comma.
   */
  constructor(
    { id, name, organization }: Project,
    { object, requires }: Pick<AssignmentKind, "object" | "requires">,
    count: number,
    seen: number,
    consequence: string | undefined,
  ) {
    super(
      `Project ${quote(name)} (${id}) has ${pluralize(count, object)}, but the token sees ` +
        `${seen === 0 ? "none" : seen} of them${consequence === undefined ? "" : `, ${consequence}`}. ${requires}`,
      organization,
      undefined,
    );
  }
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
