import type { DeadlineExceededError, NotFoundError } from "../api";
import { PROJECT_SETTINGS, SETTING_NAMES, type Project, type ProjectSettings, type Workspace } from "../model";
import { cannotTell, defaultProjectNotVisible, eitherCause, someNotVisible } from "./absence";
import { missingWorkspaces, suggestionsFor, tagsNotReported } from "./missing-workspaces";
import { MOVING_TOKEN } from "./move-permissions";
import { nameTaken } from "./project-names";
import { formatList, pluralize, quote } from "./text";

/** The codes of all errors of this layer. */
export type ReconcileErrorCode =
  | "NOT_FOUND_OR_UNAUTHORIZED"
  | "ORGANIZATION_NOT_FOUND"
  | "NAME_TAKEN"
  | "PROJECT_GONE"
  | "PROJECT_NOT_EMPTY"
  | "DEFAULT_PROJECT"
  | "UNKNOWN_WORKSPACE"
  | "NOT_PERMITTED"
  | "TAGS_NOT_REPORTED"
  | "NO_CURRENT_RUN"
  | "OWN_RUN"
  | "NOT_READ_IN_TIME"
  | "OUTCOME_UNKNOWN";

/** Base class of the errors that this layer adds to those of the client. */
export abstract class ReconcileError extends Error {
  /** Stable across versions. A plan that is refused for the same cause has the same code. */
  abstract readonly code: ReconcileErrorCode;
  /** Whether the service may have processed the request although it failed. */
  readonly outcomeUnknown: boolean = false;
}

/**
 * Whether the service may have applied a change although this error was thrown. Reads a property, because the class may
 * exist in several copies. Without the property, the outcome is unknown.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const known = typeof error === "object" && error !== null && "outcomeUnknown" in error ? error.outcomeUnknown : true;
  return known !== false;
}

/** A 404 that means either "does not exist" or "not authorized". */
export class NotFoundOrUnauthorizedError extends ReconcileError {
  override readonly name: string = "NotFoundOrUnauthorizedError";
  readonly code: ReconcileErrorCode = "NOT_FOUND_OR_UNAUTHORIZED";

  /** @param organization - The organization that cannot be read, or whose projects the token may not see. */
  constructor(
    message: string,
    readonly organization: string,
    cause: unknown,
  ) {
    super(message, { cause });
  }

  /** The error if the 404 was for an object in the organization, such as a project. */
  static of(what: string, organization: string, cause: unknown): NotFoundOrUnauthorizedError {
    return new NotFoundOrUnauthorizedError(
      `${what} was not found, and the organization ${quote(organization)} cannot be read either. ` +
        `The organization does not exist, or the token is not authorized to read it: nothing counts as deleted. ` +
        `Check the organization's name and the token's permissions.`,
      organization,
      cause,
    );
  }
}

/** An object was not found, and the token does not see the organization's default project. */
export class NotVisibleError extends NotFoundOrUnauthorizedError {
  override readonly name = "NotVisibleError";

  /** @param what - What was not found: `Project prj-…`. */
  constructor(what: string, organization: string) {
    super(cannotTell(what, organization), organization, undefined);
  }
}

/** A workspace was not found, or a project seems empty, while the token does not see all workspaces of the project. */
export class WorkspacesNotVisibleError extends NotFoundOrUnauthorizedError {
  override readonly name = "WorkspacesNotVisibleError";

  /** @param seen - How many workspaces the token sees in the project. */
  constructor(project: Project, seen: number) {
    super(someNotVisible(project, seen), project.organization, undefined);
  }
}

/** The organization does not exist, or the token may not read it. */
export class OrganizationNotFoundError extends NotFoundOrUnauthorizedError {
  override readonly name = "OrganizationNotFoundError";
  override readonly code = "ORGANIZATION_NOT_FOUND";

  constructor(organization: string, address: string, cause: unknown) {
    super(
      `The organization ${quote(organization)} does not exist at ${address}, or the token is not authorized to read ` +
        `it. Check the organization's name, the address, and the token's permissions.`,
      organization,
      cause,
    );
  }
}

/** Another project of the organization has the name. */
export class ProjectNameTakenError extends ReconcileError {
  override readonly name = "ProjectNameTakenError";
  readonly code = "NAME_TAKEN";
  readonly project: Project;

  constructor(name: string, project: Project) {
    super(nameTaken(name, project));
    this.project = project;
  }
}

/** A project that was to be changed or read has been deleted. */
export class ProjectGoneError extends ReconcileError {
  override readonly name = "ProjectGoneError";
  readonly code = "PROJECT_GONE";

  constructor(id: string) {
    super(`Project ${id} is no longer found: since it was last read, ${eitherCause("it")}. Plan again.`);
  }
}

/** A project that still contains workspaces cannot be deleted. */
export class ProjectNotEmptyError extends ReconcileError {
  override readonly name = "ProjectNotEmptyError";
  readonly code = "PROJECT_NOT_EMPTY";
  readonly workspaces: readonly Workspace[];

  constructor(project: { readonly id: string; readonly name: string }, workspaces: readonly Workspace[]) {
    super(
      `Project ${quote(project.name)} (${project.id}) still contains ${pluralize(workspaces.length, "workspace")}: ` +
        `${formatList(workspaces.map((workspace) => workspace.name))}. ` +
        `A project that contains workspaces cannot be deleted.`,
    );
    this.workspaces = workspaces;
  }
}

/** The organization's default project cannot be deleted. */
export class DefaultProjectError extends ReconcileError {
  override readonly name = "DefaultProjectError";
  readonly code = "DEFAULT_PROJECT";

  constructor(id: string) {
    super(`Project ${id} is the organization's default project: it can be renamed, but not deleted.`);
  }
}

/** Workspaces cannot move to the default project, because the token does not see it; nothing was sent. */
export class DefaultProjectNotVisibleError extends ReconcileError {
  override readonly name = "DefaultProjectNotVisibleError";
  readonly code = "NOT_PERMITTED";

  /** @param moves - How many workspaces would move there. */
  constructor(moves: number) {
    super(defaultProjectNotVisible(moves));
  }
}

/** A move was answered with 404: of the project that workspaces were to move into, which may also have been deleted. */
export class MoveRejectedError extends ReconcileError {
  override readonly name = "MoveRejectedError";
  readonly code = "NOT_FOUND_OR_UNAUTHORIZED";

  /** @param sources - The projects that the workspaces are in. */
  constructor(moves: number, sources: readonly ProjectLabel[], destination: ProjectLabel, cause: NotFoundError) {
    const [from, to] = [formatList(sources.map(labelOf)), labelOf(destination)];
    super(
      `Cannot move ${pluralize(moves, "workspace")} from project ${from} into project ${to} ` +
        `(${cause.method} ${cause.path}: ${cause.status} not found): the project was deleted, or the token is not ` +
        `authorized to move workspaces into it. ${MOVING_TOKEN}`,
      { cause },
    );
  }
}

interface ProjectLabel {
  readonly id: string;
  readonly name: string | undefined;
}

function labelOf({ id, name }: ProjectLabel): string {
  return name === undefined ? id : `${quote(name)} (${id})`;
}

/** Workspaces that were to be moved do not exist, or the token may not read them. */
export class WorkspacesNotFoundError extends ReconcileError {
  override readonly name = "WorkspacesNotFoundError";
  readonly code = "UNKNOWN_WORKSPACE";
  /** Ids or names, as they were requested. */
  readonly missing: readonly string[];

  /** @param existing - Names of the organization's workspaces, to suggest the nearest. @default none */
  constructor(organization: string, missing: readonly string[], existing: readonly string[] = []) {
    super(missingWorkspaces(organization, missing, suggestionsFor(missing, existing)));
    this.missing = missing;
  }
}

/** A rule depends on tags of workspaces that the service does not report. */
export class TagsNotReportedError extends ReconcileError {
  override readonly name = "TagsNotReportedError";
  readonly code = "TAGS_NOT_REPORTED";

  constructor(readonly organization: string) {
    super(tagsNotReported(organization));
  }
}

/** A workspace has no current run to read task stages of. */
export class NoCurrentRunError extends ReconcileError {
  override readonly name = "NoCurrentRunError";
  readonly code = "NO_CURRENT_RUN";
}

/** A run would wait for itself: it is the run that deploys the configuration. */
export class OwnRunError extends ReconcileError {
  override readonly name = "OwnRunError";
  readonly code = "OWN_RUN";

  /** @param subject - What the run is: `Run run-…`, or that it is the current one of a workspace. */
  constructor(subject: string, advice: string) {
    super(`${subject} is the run that deploys this configuration (TFC_RUN_ID): it would wait for itself. ${advice}`);
  }
}

/** An object could not be read even once within the time limit of a wait. */
export class NotReadInTimeError extends ReconcileError {
  override readonly name = "NotReadInTimeError";
  readonly code = "NOT_READ_IN_TIME";

  constructor(what: string, timeoutMs: number, cause: DeadlineExceededError) {
    const failure = cause.cause instanceof Error ? ` The last attempt failed: ${sentence(cause.cause)}` : "";
    const seconds = pluralize(timeoutMs / 1000, "second");
    super(
      `${what} could not be read within ${seconds} (${cause.method} ${cause.path}).${failure} ` +
        "Try again, or allow more time.",
      { cause },
    );
  }
}

/** A write whose outcome is unknown. */
export interface UnconfirmedWrite {
  readonly kind: "create" | "update" | "delete" | "move" | "assign" | "unassign";
  readonly organization: string;
  /** The project that is created, changed, deleted, moved into or assigned to. The id of a created one is unknown. */
  readonly project: { readonly id: string | undefined; readonly name: string | undefined };
  /** Ids of the workspaces that are moved. @default none */
  readonly workspaceIds?: readonly string[];
  /** Of an assignment: `team "platform" was assigned to project "Billing"`. @default - not an assignment */
  readonly assignment?: string;
}

/**
 * The outcome of a write could not be verified: its response was lost, and a later read did not show the change. The
 * `cause` is the error of the write.
 */
export class OutcomeUnknownError extends ReconcileError {
  override readonly name = "OutcomeUnknownError";
  readonly code = "OUTCOME_UNKNOWN";
  override readonly outcomeUnknown = true;
  readonly write: UnconfirmedWrite;
  /** Why the outcome could not be verified; undefined if a later read showed no effect of the write yet. */
  readonly verificationError: unknown;

  /**
   * @param cause - The error of the write.
   * @param other - The project that has the name of one that was to be created, and the settings that it should have.
   */
  constructor(write: UnconfirmedWrite, cause: unknown, verificationError: unknown, other?: PossiblyOther) {
    const later =
      verificationError === undefined
        ? `A later read showed ${NOT_DONE_YET[write.kind]}, but the service may still execute the request`
        : `The verification failed, too: ${briefly(verificationError)}`;
    const next = write.kind === "create" ? "whether the project exists" : "the remaining changes";
    const end = other === undefined ? `${later}. Plan again to see ${next}` : possiblyOther(other);
    super(`It is unknown whether ${describeWrite(write)}: ${briefly(cause)}. ${end}.`, { cause });
    this.write = write;
    this.verificationError = verificationError;
  }
}

/** A project that another client may have created. */
interface PossiblyOther {
  readonly found: Project;
  /** The settings of the create that it does not have. */
  readonly changes: Partial<ProjectSettings>;
}

function possiblyOther({ found, changes }: PossiblyOther): string {
  const shown = (value: unknown): string => (value === null ? "none" : JSON.stringify(value));
  const differing = SETTING_NAMES.filter((name) => Object.hasOwn(changes, name)).map(
    (name) => `${PROJECT_SETTINGS[name].label} is ${shown(found[name])} instead of ${shown(changes[name])}`,
  );
  return (
    `Project ${found.id} has this name, but its ${differing.join(", and its ")}, so another client may have created ` +
    "it: it was not changed. Check whose project it is before you plan again"
  );
}

const NOT_DONE_YET: Readonly<Record<UnconfirmedWrite["kind"], string>> = {
  create: "no project of that name",
  update: "no change",
  delete: "that the project still existed",
  move: "that not all workspaces were there",
  assign: "no change",
  unassign: "no change",
};

/** A write in the past tense: `project "Platform" was created in the organization "acme"`. */
export function describeWrite(write: UnconfirmedWrite): string {
  const project = describeProject(write);
  switch (write.kind) {
    case "create":
      return `${project} was created in the organization ${quote(write.organization)}`;
    case "update":
      return `${project} was updated`;
    case "delete":
      return `${project} was deleted`;
    case "move":
      return `${pluralize(write.workspaceIds?.length ?? 0, "workspace")} moved to ${project}, all of them or none`;
    case "assign":
    case "unassign":
      return write.assignment ?? `assignments of ${project} were changed`;
  }
}

/** The request that failed, and its status or code; for any other error, its message. */
function briefly(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!("method" in cause && "path" in cause && "code" in cause)) continue;
    const how = "status" in cause ? `returned ${String(cause.status)}` : `failed (${String(cause.code)})`;
    return `${String(cause.method)} ${String(cause.path)} ${how}`;
  }
  return (error instanceof Error ? error.message : String(error)).replace(/[.!?]$/, "");
}

/** `project "Platform" (prj-…)` */
export function describeProject({ project: { id, name } }: Pick<UnconfirmedWrite, "project">): string {
  if (name === undefined) return `project ${id ?? ""}`;
  return id === undefined ? `project ${quote(name)}` : `project ${quote(name)} (${id})`;
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
