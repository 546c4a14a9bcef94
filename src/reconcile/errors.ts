import type { Project, Workspace } from "../model";

/** Base of the errors that reconciling has of its own, beside those of the client. */
export abstract class ReconcileError extends Error {
  /** Stable, for programs. */
  abstract readonly code: string;
}

/** A 404 that may mean "does not exist" as well as "you may not see it". */
export class AbsentOrHiddenError extends ReconcileError {
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
      `Project ${JSON.stringify(project.name)} (${project.id}) still holds ${counted(workspaces.length, "workspace")}: ` +
        `${listed(workspaces.map((workspace) => workspace.name))}. A project that holds workspaces cannot be deleted.`,
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
        `${listed(missing)}, or the token may not see ${missing.length === 1 ? "it" : "them"}.`,
    );
    this.missing = missing;
  }
}

/** "1 workspace", "3 workspaces". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Names for a sentence, in order; many are cut short and counted. */
export function listed(names: readonly string[], most = 10): string {
  const sorted = [...names].sort((one, other) => one.localeCompare(other, "en"));
  const shown = sorted.slice(0, most).join(", ");
  return sorted.length > most ? `${shown} and ${sorted.length - most} more` : shown;
}
