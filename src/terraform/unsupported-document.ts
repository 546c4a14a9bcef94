import type { Remedy } from "../user-error";

/** A document of Terraform's from which objects cannot be read. */
export abstract class UnsupportedDocumentError extends Error {
  /**
   * @param reason - A sentence.
   * @param nextStep - What to do, as a sentence; empty if `remedy` is all.
   * @param remedy - What else to do, in words of the caller.
   */
  constructor(
    readonly reason: string,
    readonly nextStep: string,
    readonly remedy?: Remedy,
  ) {
    super(`${reason} ${nextStep}`.trim());
  }
}

/** Terraform state from which objects cannot be read. */
export class UnsupportedStateError extends UnsupportedDocumentError {
  override readonly name = "UnsupportedStateError";
}

/** A plan of Terraform's that does not have the whole desired state. */
export class UnsupportedPlanError extends UnsupportedDocumentError {
  override readonly name = "UnsupportedPlanError";
}
