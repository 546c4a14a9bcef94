import type { Project, Workspace } from "../model";

/** Base of the errors that reconciling has of its own, beside those of the client. */
export abstract class ReconcileError extends Error {
  /** Stable, for programs. */
  abstract readonly code: string;
  /** Whether the service may have done what was asked although this error is all there is to say so; as of the client's errors. */
  readonly outcomeUnknown: boolean = false;
}

/**
 * Whether something may have been changed although this error came of it. Judged by what the error says of itself and not by its class, of which
 * there may be several copies; of an error that says nothing nobody knows.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const says = typeof error === "object" && error !== null && "outcomeUnknown" in error ? error.outcomeUnknown : true;
  return says !== false;
}

/** A 404 that may mean "does not exist" as well as "you may not see it". */
export class NotFoundOrUnauthorizedError extends ReconcileError {
  override readonly name = "AbsentOrHiddenError";
  readonly code = "ABSENT_OR_HIDDEN";

  constructor(what: string, organization: string, cause: unknown) {
    super(
      `The service answered 404 for ${what}, and the organization ${JSON.stringify(organization)} cannot be read either. ` +
        `Either the organization does not exist, or the token may not see it: nothing is taken for deleted. ` +
        `Check the organization's name and the token's permissions.`,
      { cause },
    );
  }
}

/** A project was to get a name that another project of the organization has. */
export class ProjectNameTakenError extends ReconcileError {
  override readonly name = "ProjectNameTakenError";
  readonly code = "PROJECT_NAME_TAKEN";
  readonly project: Project;

  constructor(name: string, project: Project) {
    const spelled = project.name === name ? "" : `, spelled ${JSON.stringify(project.name)} (case makes no difference)`;
    super(
      `The name ${JSON.stringify(name)} is taken in the organization ${JSON.stringify(project.organization)} ` +
        `by project ${project.id}${spelled}.`,
    );
    this.project = project;
  }
}

/** A project was to be changed or read that is gone. */
export class ProjectGoneError extends ReconcileError {
  override readonly name = "ProjectGoneError";
  readonly code = "PROJECT_GONE";

  constructor(id: string) {
    super(`Project ${id} does not exist any more: someone deleted it after it was last read. Plan again.`);
  }
}

/** A project was to be deleted that still holds workspaces. */
export class ProjectNotEmptyError extends ReconcileError {
  override readonly name = "ProjectNotEmptyError";
  readonly code = "PROJECT_NOT_EMPTY";
  readonly workspaces: readonly Workspace[];

  constructor(project: { readonly id: string; readonly name: string }, workspaces: readonly Workspace[]) {
    super(
      `Project ${JSON.stringify(project.name)} (${project.id}) still holds ${pluralize(workspaces.length, "workspace")}: ` +
        `${formatList(workspaces.map((workspace) => workspace.name))}. A project that holds workspaces cannot be deleted.`,
    );
    this.workspaces = workspaces;
  }
}

/** The organization's default project was to be deleted. */
export class DefaultProjectError extends ReconcileError {
  override readonly name = "DefaultProjectError";
  readonly code = "DEFAULT_PROJECT";

  constructor(id: string) {
    super(`Project ${id} is the organization's default project: it may be renamed, but never deleted.`);
  }
}

/** Workspaces were to be moved that the organization does not have, or that the token may not see. */
export class WorkspacesNotFoundError extends ReconcileError {
  override readonly name = "WorkspacesNotFoundError";
  readonly code = "WORKSPACES_NOT_FOUND";
  /** Ids or names, as they were asked for. */
  readonly missing: readonly string[];

  constructor(organization: string, missing: readonly string[]) {
    super(
      `The organization ${JSON.stringify(organization)} has no ${missing.length === 1 ? "workspace" : "workspaces"} ` +
        `${formatList(missing)}, or the token may not see ${missing.length === 1 ? "it" : "them"}.`,
    );
    this.missing = missing;
  }
}

/** A write of which it is not known whether it was done. */
export interface UnconfirmedWrite {
  readonly kind: "create" | "update" | "delete" | "move";
  readonly organization: string;
  /** The project that is created, changed, deleted or moved into; of one that is created the id is not known. */
  readonly project: { readonly id: string | undefined; readonly name: string | undefined };
  /** Ids of the workspaces that are moved. @default none */
  readonly workspaceIds?: readonly string[];
}

/** The answer to a write was lost, and looking did not tell what became of it. Its `cause` is the error of the write. */
export class OutcomeUnknownError extends ReconcileError {
  override readonly name = "OutcomeUnknownError";
  readonly code = "OUTCOME_UNKNOWN";
  override readonly outcomeUnknown = true;
  readonly write: UnconfirmedWrite;
  /** Why it could not be looked up; undefined when it was looked up, and not found done by then. */
  readonly verificationError: unknown;

  constructor(write: UnconfirmedWrite, cause: unknown, lookUpError: unknown) {
    const looked =
      lookUpError === undefined
        ? `When it was looked up afterwards, ${NOT_DONE_YET[write.kind](write)}; the service may still do it.`
        : `Looking it up afterwards failed too: ${sentence(lookUpError)}`;
    super(`${describeOutcome(write)} The request ended with: ${sentence(cause)} ${looked} ${howToVerify(write)}`, {
      cause,
    });
    this.write = write;
    this.verificationError = lookUpError;
  }
}

const NOT_DONE_YET: Readonly<Record<UnconfirmedWrite["kind"], (write: UnconfirmedWrite) => string>> = {
  create: () => "there was no project of that name",
  update: () => "the project had not changed",
  delete: () => "the project was still there",
  move: () => "they were not all in that project",
};

/** What may be the case now. */
function describeOutcome(write: UnconfirmedWrite): string {
  const project = describeProject(write);
  const organization = JSON.stringify(write.organization);
  switch (write.kind) {
    case "create":
      return `It is unknown whether ${project} was created: it may exist in the organization ${organization}.`;
    case "update":
      return `It is unknown whether ${project} of the organization ${organization} was updated.`;
    case "delete":
      return `It is unknown whether ${project} of the organization ${organization} was deleted.`;
    case "move": {
      const count = pluralize(write.workspaceIds?.length ?? 0, "workspace");
      return `It is unknown whether ${count} of the organization ${organization} moved into ${project}: all of them did, or none.`;
    }
  }
}

function howToVerify(write: UnconfirmedWrite): string {
  const where = `the projects of the organization ${JSON.stringify(write.organization)}`;
  switch (write.kind) {
    case "create":
      return `To find out, look for ${JSON.stringify(write.project.name)} among ${where}, or plan again.`;
    case "move":
      return `To find out, look at the workspaces of ${describeProject(write)}, or plan again: what is left is planned then.`;
    default:
      return `To find out, look at ${describeProject(write)} among ${where}, or plan again: what is left is planned then.`;
  }
}

function describeProject({ project: { id, name } }: UnconfirmedWrite): string {
  if (name === undefined) return `project ${id ?? ""}`;
  return id === undefined ? `project ${JSON.stringify(name)}` : `project ${JSON.stringify(name)} (${id})`;
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** "1 workspace", "3 workspaces". */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Names for a sentence, in order; many are cut short and counted. */
export function formatList(names: readonly string[], limit = 10): string {
  const sorted = [...names].sort((one, other) => one.localeCompare(other, "en"));
  const shown = sorted.slice(0, limit).join(", ");
  return sorted.length > limit ? `${shown} and ${sorted.length - limit} more` : shown;
}
