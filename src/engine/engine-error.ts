import { RequestError, ResponseError } from "../api";
import { isOutcomeUnknown } from "../reconcile/errors";
import { messageOf } from "../system-errors";
import type { Diagnostic } from "../model";
import { UserError, type Remedy } from "../user-error";
import { errorCodeOf, errorJson } from "./report/error";
import type { DocumentErrorCode } from "./report/error-codes";

/**
 * The error of all functions of the engine. Its `cause` is the original error: of the client, if a request failed.
 * Neither of them contains a token.
 */
export class EngineError extends Error {
  override readonly name = "EngineError";
  /** One per cause, stable across versions. docs/errors.md lists them. */
  readonly code: DocumentErrorCode;
  /** What the error consists of, if that is more than its message: the code, place, text and facts of each. */
  readonly problems: readonly Diagnostic[];
  /** What to do about it; empty if the message says it. */
  readonly nextStep: string;
  /**
   * Whether a write was sent that may have succeeded although no response confirms it. When true, observe the
   * organization before anything is repeated.
   */
  readonly outcomeUnknown: boolean;
  /** The request that failed, if one did; with the response's status, if there was one. */
  readonly request: { readonly method: string; readonly path: string; readonly status?: number } | undefined;

  private constructor(cause: unknown, outcomeUnknown: boolean) {
    super(messageOf(cause), { cause });
    this.code = errorCodeOf(cause);
    this.problems = cause instanceof UserError ? cause.problems : [];
    this.nextStep = cause instanceof UserError ? nextStepInPrograms(cause) : "";
    this.outcomeUnknown = outcomeUnknown;
    this.request = requestOf(cause);
  }

  /** Anything that was thrown, as an error of the engine. */
  static from(error: unknown): EngineError {
    if (error instanceof EngineError) return error;
    // Errors of requests say it. All others are thrown before the first change, or have nothing to do with it.
    const isOfRequest = error instanceof Error && "outcomeUnknown" in error;
    return new EngineError(error, isOfRequest && isOutcomeUnknown(error));
  }

  /** @internal The error of an action. A bug that it reveals may have occurred after its request was sent. */
  static ofAction(error: unknown): EngineError {
    return new EngineError(error, !(error instanceof UserError) && isOutcomeUnknown(error));
  }

  /** As in the documents that `render` and the command line write: plain data, in snake_case. */
  toJSON(): object {
    return errorJson(this.cause, nextStepInPrograms);
  }
}

function requestOf(error: unknown): EngineError["request"] {
  if (!(error instanceof RequestError)) return undefined;
  const { method, path } = error;
  return error instanceof ResponseError ? { method, path, status: error.status } : { method, path };
}

/** What to do about an error, in words for programs. */
function nextStepInPrograms({ nextStep, remedy }: UserError): string {
  if (remedy === undefined) return nextStep;
  return [nextStep, REMEDIES[remedy.kind]].filter((it) => it !== "").join(" ");
}

const REMEDIES: Readonly<Record<Remedy["kind"], string>> = {
  "new-plan": "Create a new plan, and review it.",
  "other-state": "To use another state, pass it as `state`.",
  "decrypted-state": "Pass it decrypted, as `tofu state pull` prints it.",
  "pulled-state": "Or pass as `state` what `terraform state pull` prints.",
  "no-prune": "Or leave out `prune`.",
  "ignore-gates": "To apply in spite of the gates, use `ignoreGates`.",
  "same-state": "Pass it again as `state`.",
};
