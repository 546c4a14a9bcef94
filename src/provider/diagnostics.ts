import { UnprocessableEntityError } from "../api";
import { MANY_LISTED, type Diagnostic, type Project, type Workspace } from "../model";
import { DiagnosticError, type AttributePath, type Diagnostic as PluginDiagnostic, type Diagnostics } from "../plugin";
import {
  CHECK_BEFORE_APPLY,
  countsAsGone,
  formatList,
  importCommand,
  inApp,
  NotReadInTimeError,
  OutcomeUnknownError,
  pluralize,
  ProjectNameTakenError,
  quote,
  takeOver,
} from "../reconcile";
import { ownMember } from "../own-member";

export { inApp, quote };

/** How an error of the service or of the engine is shown as a diagnostic. */
interface ErrorContext {
  /** What failed: `Cannot create project "Platform"`. */
  readonly summary: string;
  /** Attribute of the service, as in its error pointers, → attribute of the resource. */
  readonly pointers?: Readonly<Record<string, string>>;
  /** The attribute to point at if the error has no pointer. */
  readonly attribute?: AttributePath | undefined;
  /** What to do if a name is taken. @default how to manage the project that has the name */
  readonly remedy?: string | undefined;
}

/** Runs the work. Turns an error into a diagnostic that points at the attribute concerned. */
export async function withDiagnostics<T>(context: ErrorContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDiagnostic(error, context);
  }
}

function toDiagnostic(error: unknown, { summary, pointers, attribute, remedy }: ErrorContext): unknown {
  if (error instanceof DiagnosticError || !(error instanceof Error)) return error;
  if (error instanceof ProjectNameTakenError) {
    return DiagnosticError.of(summary, `${error.message}\n\n${remedy ?? nameTakenRemedy(error)}`, ["name"], error);
  }
  if (error instanceof NotReadInTimeError) {
    return DiagnosticError.of(summary, error.message, ["timeout_seconds"], error);
  }
  const advice = error instanceof OutcomeUnknownError ? unknownOutcomeRemedy(error) : "";
  return DiagnosticError.of(summary, error.message + advice, attributeOf(error, pointers) ?? attribute, error);
}

/** A contradiction in the code, at an attribute of the resource that is planned. */
export function conflictAt(attribute: AttributePath, { summary, detail }: Diagnostic): PluginDiagnostic {
  return { severity: "error", summary, detail: detail + DESTROY_HINT, attribute };
}

/** What to do after a write with an unknown outcome, in addition to running Terraform again. */
function unknownOutcomeRemedy({ write: { kind, organization, project } }: OutcomeUnknownError): string {
  if (kind !== "create" || project.name === undefined) return "";
  return (
    "\n\nIf it exists, the plan reports that its name is taken: import it " +
    `(${importCommand(quote(`${organization}/${project.name}`))}; ${inApp("importFrom")}), or set ` +
    `adopt_existing = true (${inApp("adoptExisting")}).`
  );
}

/** @param more - A further sentence, with a space before it. */
export function nameTakenRemedy({ project }: ProjectNameTakenError, more = ""): string {
  const renamed = `If another resource in your configuration renames this project in the same apply, ${RENAME_FIRST}.`;
  return `${renamed} ${takeOver(project)}${more}${DESTROY_HINT}`;
}

/** Which moves of a placement count for its limit, and how it waits for memberships. */
export const LISTED_FIRST =
  " Workspaces of a membership that Terraform plans after the placement count, too: to leave them out, add the " +
  `membership to \`depends_on\` (${inApp("dependsOn")}) of the placement.`;

/** How a resource waits for the rename of the project that has its name. */
export const RENAME_FIRST = `add the resource that renames it to \`depends_on\` (${inApp("dependsOn")}) of this one`;

/** For errors in the configuration, which block a destroy, too. */
export const DESTROY_HINT =
  "\n\nThe configuration is planned before it is destroyed. If this error blocks a destroy, skip that plan with " +
  "`destroy -refresh=false`.";

/**
 * Warns that a project counts as deleted. Terraform shows only the first of several warnings with the same summary, and
 * counts the others; warnings about projects and about what belongs to them therefore have different summaries.
 *
 * @param consequence - A sentence.
 * @param of - What belongs to the project: `a membership`. @default the project itself
 */
export function warnOfAbsence(diagnostics: Diagnostics, project: string, consequence: string, of?: string): void {
  const summary = of === undefined ? "Project not found" : `Project of ${of} not found`;
  diagnostics.warning(summary, `${countsAsGone(project)} ${consequence} ${CHECK_BEFORE_APPLY}`);
}

/** Two resources of one plan manage the same project. */
export function projectConflict(project: Project): DiagnosticError {
  return DiagnosticError.of(
    "Project managed by two resources",
    `Two resources in this plan manage project ${projectLabel(project)}, and one of them adopts or deletes it. To ` +
      `change the address of a resource, use a \`moved\` block instead of adopt_existing or previous_names ` +
      `(${inApp("moveTo, adoptExisting, previousNames")}). If the state contains the project ` +
      "twice, remove one of the two (`state rm ADDRESS`)." +
      DESTROY_HINT,
    ["name"],
  );
}

/**
 * @param project - An ID, or `named "Platform"`.
 * @param elsewhere - The project with this ID, if it belongs to another organization.
 */
export function projectNotFound(
  organization: string,
  project: string,
  elsewhere?: Pick<Project, "id" | "name" | "organization">,
): string {
  const own = quote(organization);
  if (elsewhere === undefined) {
    return `The organization ${own} has no project ${project}, or the token is not authorized to read it.`;
  }
  const other = quote(elsewhere.organization);
  return (
    `Project ${projectLabel(elsewhere)} belongs to the organization ${other}, and not to ${own}. ` +
    `To use it, set \`organization\` to ${other}.`
  );
}

/** `"Platform" (prj-…)` */
export function projectLabel({ name, id }: Pick<Project, "name" | "id">): string {
  return `${quote(name)} (${id})`;
}

/** `2 workspaces (api, web)` */
export function workspacesLabel(workspaces: readonly Workspace[]): string {
  return `${pluralize(workspaces.length, "workspace")} (${formatList(workspaces.map(({ name }) => name))})`;
}

/** Like {@link workspacesLabel}, with more names: for workspaces that no attribute shows. */
export function manyWorkspacesLabel(workspaces: readonly Pick<Workspace, "name">[]): string {
  const names = workspaces.map(({ name }) => name);
  return `${pluralize(workspaces.length, "workspace")} (${formatList(names, undefined, MANY_LISTED)})`;
}

function attributeOf(error: unknown, pointers: ErrorContext["pointers"]): AttributePath | undefined {
  if (!(error instanceof UnprocessableEntityError) || pointers === undefined) return undefined;
  for (const { pointer } of error.problems) {
    const name = pointer?.split("/").at(-1);
    const attribute = name === undefined ? undefined : ownMember(pointers, name);
    if (attribute !== undefined) return [attribute];
  }
  return undefined;
}
