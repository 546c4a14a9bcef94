import { settingIn, type AttributeDiagnostic, type CodeLanguage, type NamedObject } from "../model";
import { nameTaken, takeOver } from "../reconcile/project-names";
import { formatList, quote } from "../reconcile/text";
import { labelOf, listed, soughtText, type SoughtProject } from "./names";
import { planError } from "./plan-error";

/* Errors about projects of the code, and about references to projects. `address` is that of the resource. */

interface At {
  readonly address: string;
}

/** The service would reject an attribute of a project. */
export const invalidAttribute = planError(
  "INVALID_PROJECT",
  ({ problem }) => problem.summary,
  ({ problem }: At & { readonly problem: AttributeDiagnostic }) => problem.detail,
);

/** Two projects of the code have the same ID. */
export const duplicateId = planError(
  "DUPLICATE_PROJECT",
  "Project managed by two resources",
  ({ id, other }: At & { readonly id: string; readonly other: string }) =>
    `Project ${id} is also managed by ${other}, but two resources cannot manage one project. ` +
    `Change or remove one of them.`,
);

/** The project of an `import` block does not exist. */
export const unknownImport = planError(
  "UNKNOWN_PROJECT",
  "Project to import not found",
  ({ imported, organization }: At & { readonly imported: SoughtProject; readonly organization: string }) =>
    `An import block names project ${soughtText(imported)}, but the organization ${quote(organization)} has no such ` +
    "project, or the token is not authorized to read it. Correct the id, or remove the import block.",
);

/** A resource refers to a project that does not exist. */
export const unknownProject = planError(
  "UNKNOWN_PROJECT",
  "Project not found",
  ({ reference, organization }: At & { readonly reference: SoughtProject; readonly organization: string }) => {
    const which = reference.by === "address" ? "that it refers to" : soughtText(reference);
    return (
      `The organization ${quote(organization)} has no project ${which}, or the token is not authorized to read it. ` +
      "Correct the reference, or remove the resource from the code."
    );
  },
);

/** A resource refers to a project by a name that the code takes away from it. */
export const renamedProject = planError(
  "UNKNOWN_PROJECT",
  "Project will be renamed",
  ({
    previous,
    renamed,
  }: At & {
    readonly previous: string;
    readonly renamed: { readonly address: string; readonly name: string };
  }) =>
    `The code renames the project ${quote(previous)} to ${quote(renamed.name)}. Refer to ${renamed.address} instead ` +
    "of the old name.",
);

/** A resource is about a project that the plan deletes. */
export const deletedProject = planError(
  "UNKNOWN_PROJECT",
  "Project will be deleted",
  ({ deleted }: At & { readonly deleted: NamedObject }) =>
    `The plan deletes project ${labelOf(deleted)}, and this resource is about it. Keep the project in the code, or ` +
    "remove the resource, too.",
);

/** An unmanaged project that is not deleted has the name; its ID. */
export const nameTakenByUnmanaged = planError(
  "NAME_TAKEN",
  "Project name taken",
  ({ name, holder }: At & { readonly name: string; readonly holder: string }) =>
    `The name ${quote(name)} is taken by the unmanaged project ${holder}. ` +
    `Choose another name, add that project to the code, or delete it.`,
);

/** A project has the name that may be somebody else's: no state has it there, or the code does not adopt it. */
export const notAdopted = planError(
  "NAME_TAKEN",
  "Project name taken",
  ({
    name,
    holder,
    gone,
    isForbidden,
    changed,
    workspaces,
    language,
  }: At & {
    readonly name: string;
    readonly holder: NamedObject & { readonly organization: string };
    /** The project that the state has there, and that was not found. */
    readonly gone?: NamedObject | undefined;
    /** Whether the code says that it adopts none. */
    readonly isForbidden: boolean;
    /** What the plan would change of it, and which workspaces it would move out of it. */
    readonly changed: readonly string[];
    readonly workspaces: readonly string[];
    /** How the code sets attributes. @default as Terraform's */
    readonly language?: CodeLanguage | undefined;
  }) => {
    const changes = [
      ...(changed.length === 0 ? [] : [`change its ${formatList(changed)}`]),
      ...(workspaces.length === 0 ? [] : [`move ${listed("workspace", workspaces)} out of it`]),
    ];
    const state =
      gone === undefined ? "does not have it here" : `has project ${labelOf(gone)} here, which was not found`;
    const why = isForbidden
      ? `With ${settingIn(language, "adopt_existing", false)} it is not managed here.`
      : `The state ${state}, so it may be somebody else's, and the plan would ${changes.join(", and ")}.`;
    return `${nameTaken(name, holder)} ${why} ${takeOver(holder)}`;
  },
);
