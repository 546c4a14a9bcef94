import type { Project } from "../model";
import { DiagnosticError, type ConfiguredContext } from "../plugin";
import { ProjectNameTakenError, type OrganizationView } from "../reconcile";
import { DESTROY_HINT, inApp, projectLabel, quote, RENAME_FIRST } from "./diagnostics";
import type { Rename } from "./planned/names";
import type { ResourceKey } from "./planned/resource-key";
import { memberOf } from "./private-state";
import type { ProviderData } from "./provider-data";

/** The project whose current name another project of the plan gets. */
export interface NameHolder {
  readonly project: Project;
  /** Its planned rename; undefined if there is none, or if Terraform has not planned it yet. */
  readonly rename: Rename | undefined;
}

/**
 * Reserves a name for a resource.
 *
 * @param projectId - Its project; undefined before it is created.
 * @throws DiagnosticError if another resource of the plan gets the name, too
 */
export function reserveName(
  resource: ResourceKey,
  view: OrganizationView,
  name: string,
  projectId: string | undefined,
  { plannedNames }: ProviderData,
): void {
  if (plannedNames.reserve(resource, view.name, name, projectId)) return;
  throw DiagnosticError.of(
    "Duplicate project name",
    `Another resource in this plan also has the name ${quote(name)} in the organization ${quote(view.name)}. Project ` +
      `names are unique in an organization, ignoring case. Choose a different name for one of them.${DESTROY_HINT}`,
    ["name"],
  );
}

/**
 * The other project that has the name; undefined if there is none.
 *
 * @param ownId - The project that gets the name, or the one that it replaces.
 */
export async function nameHolder(
  view: OrganizationView,
  name: string,
  ownId: string | undefined,
  { plannedNames }: ProviderData,
): Promise<NameHolder | undefined> {
  const project = await view.projects.byName(name, { confirmAbsence: false });
  if (project === undefined || project.id === ownId) return undefined;
  return { project, rename: plannedNames.renameOf(project) };
}

/**
 * Warns that Terraform may apply a resource before the rename that makes its name available. Not needed if the rename
 * was planned first, as for a resource that depends on it.
 */
export function warnOfOrder({ project, rename }: NameHolder, { diagnostics }: ConfiguredContext<ProviderData>): void {
  if (rename === undefined) return;
  diagnostics.warning(
    NAME_PASSED_ON,
    `Project ${projectLabel(project)} has this name until it is renamed to ${quote(rename.to)} in the same apply. ` +
      "Terraform may apply this resource first; it then fails and needs another apply. To avoid that, " +
      `${RENAME_FIRST}.`,
    ["name"],
  );
}

/** {@link warnOfOrder}, for the resource that renames the project, if it is planned after the other one. */
export function warnOfTaker(
  { id, name }: Pick<Project, "id" | "name">,
  newName: string,
  { diagnostics }: ConfiguredContext<ProviderData>,
): void {
  diagnostics.warning(
    NAME_PASSED_ON,
    `Project ${projectLabel({ id, name })} is renamed to ${quote(newName)}, and another resource gets its name in ` +
      `the same apply. Terraform may apply that one first; it then fails and needs another apply. To avoid that, ` +
      `${BEFORE_OTHER}.`,
    ["name"],
  );
}

const NAME_PASSED_ON = "The name belongs to a project that is renamed";

/** {@link RENAME_FIRST}, for the resource that renames the project. */
const BEFORE_OTHER = `add this resource to the \`depends_on\` (${inApp("dependsOn")}) of the other one`;

/** The error if a new project would adopt the project that has its name, unless that is renamed first. */
export function adoptsRenamed({ project }: NameHolder): DiagnosticError {
  return DiagnosticError.of(
    "Cannot plan the project",
    `Another resource in this plan renames project ${projectLabel(project)}, and this resource has adopt_existing = ` +
      `true (${inApp("adoptExisting")}): it would adopt that project if it were applied first. To create a new ` +
      `project, ${RENAME_FIRST}, or remove adopt_existing.${DESTROY_HINT}`,
    ["name"],
  );
}

/** The error if projects exchange their names. */
export function nameCycle(name: string, { project }: NameHolder): DiagnosticError {
  return DiagnosticError.of(
    "Cannot rename the project",
    `${new ProjectNameTakenError(name, project).message}\n\nThis plan passes names on in a cycle, so no project can ` +
      `be renamed first. Rename one of them to another name, apply, and rename it again.${DESTROY_HINT}`,
    ["name"],
  );
}

/** The private state of a new project that gets the name of one that is renamed, for {@link isPassedOn}. */
export function passedOnBy({ project: { id } }: NameHolder): object {
  return { passedOnBy: id };
}

/**
 * Whether the first plan, which an apply repeats, had this project renamed first, so that the new one does not adopt
 * it. Known only if Terraform passes planned private state.
 */
export function isPassedOn(holder: NameHolder | undefined, privateState: unknown): boolean {
  return holder !== undefined && memberOf(privateState, "passedOnBy") === holder.project.id;
}

/** The advice for a rename that is refused because another project has the name. */
export const NAME_KEPT =
  `If another resource in your configuration renames that project in the same apply, ${RENAME_FIRST}. If the two ` +
  "exchange their names, rename one to a third name first, and apply. Otherwise choose a different name.";

/** The error if a resource renames a project that another one, planned before, adopts or replaces. */
export function renameConflict(project: Project): DiagnosticError {
  return DiagnosticError.of(
    "Project managed by two resources",
    `This resource renames project ${projectLabel(project)}, which another resource in this plan adopts or replaces, ` +
      `because Terraform planned that resource first. If that is a new project which gets the name of this one, ` +
      `${BEFORE_OTHER}. Otherwise remove one of the two.${DESTROY_HINT}`,
    ["name"],
  );
}

/** The error, of either of the two, if a resource gets a project, or its name, that another one removes. */
export function deletionConflict(project: Project): DiagnosticError {
  return DiagnosticError.of(
    "The name belongs to a project that is removed",
    `A resource of this plan removes project ${projectLabel(project)}, and another one adopts it or gets its name, ` +
      "but Terraform may apply that one first. If only the address of the resource has changed, use a `moved` block " +
      `instead of adopt_existing or previous_names (${inApp("moveTo, adoptExisting, previousNames")}). ` +
      "If it is a deposed object of the same address, which a failed replacement with create_before_destroy leaves, " +
      "run `state rm ADDRESS` and import the project again. Otherwise remove this project first, and apply." +
      DESTROY_HINT,
    ["name"],
  );
}
