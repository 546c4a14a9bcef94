import { ApiError, RequestError, ResponseError } from "../../api";
import { isOutcomeUnknown, ProjectNotEmptyError, ReconcileError, WorkspacesNotFoundError } from "../../reconcile";
import { serviceErrorCode, type DocumentErrorCode } from "./error-codes";
import { UserError } from "../../user-error";
import { messageOf as textOf, type Diagnostic } from "../../model";
import { messageOf } from "../../system-errors";

export type NextStepOf = (error: UserError) => string;

/**
 * An error in documents: the result of a command, or the outcome of an action. Pure. Texts are sanitized
 * when the document is written.
 */
export function errorJson(error: unknown, nextStepOf: NextStepOf = ({ nextStep }) => nextStep): object {
  const isOfService = error instanceof ApiError || error instanceof ReconcileError;
  const response = error instanceof ResponseError ? { status: error.status, request_id: error.requestId ?? null } : {};
  return {
    code: errorCodeOf(error),
    ...(error instanceof UserError ? commandErrorJson(error, nextStepOf(error)) : { message: messageOf(error) }),
    ...workspacesJson(error),
    ...(error instanceof RequestError ? { request: { method: error.method, path: error.path, ...response } } : {}),
    ...(isOfService ? { outcome_unknown: isOutcomeUnknown(error) } : {}),
  };
}

/** The code of anything that was thrown. An error that a command explains in other words keeps its code. */
export function errorCodeOf(error: unknown): DocumentErrorCode {
  if (error instanceof UserError) {
    const { code, cause } = error;
    return code === "FAILED" && cause instanceof ReconcileError ? cause.code : code;
  }
  if (error instanceof ReconcileError) return error.code;
  return error instanceof ApiError ? serviceErrorCode(error.code) : "INTERNAL";
}

/** All workspaces that an error is about: its message has the first ones. */
function workspacesJson(error: unknown): object {
  if (error instanceof WorkspacesNotFoundError) return { workspaces: error.missing };
  return error instanceof ProjectNotEmptyError ? { workspaces: error.workspaces.map(({ name }) => name) } : {};
}

function commandErrorJson({ message, summary, problems }: UserError, nextStep: string): object {
  const [only, ...others] = problems;
  return {
    message: summary ?? message,
    next: nextStep,
    ...(only === undefined || others.length > 0 ? {} : { address: only.where }),
    ...(problems.length === 0 ? {} : { errors: problems.map(problemJson) }),
  };
}

function problemJson(problem: Diagnostic): object {
  return { address: problem.where, message: textOf(problem), dependents: problem.data.dependents };
}
