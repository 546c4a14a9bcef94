import { ASSIGNMENTS, capitalized, type AssignmentType } from "../model";
import { ASSIGNMENT_KINDS } from "../reconcile/assignments";
import { quote } from "../reconcile/text";
import { soughtText, type SoughtProject } from "./names";
import { planError } from "./plan-error";

/* Errors about objects that the code assigns to projects. `address` is that of the resource. */

interface At {
  readonly address: string;
}

/** The token may not read objects of a type, or how they are assigned to a project; or the service has none. */
export const unreadableObjects = planError(
  "NOT_FOUND_OR_UNAUTHORIZED",
  ({ type }) => `${capitalized(ASSIGNMENTS[type].label)} not readable`,
  ({ type, projectName }: At & { readonly type: AssignmentType; readonly projectName: string }) =>
    `The token is not authorized to read the ${ASSIGNMENTS[type].label} of project ${quote(projectName)}, or ` +
    `the service has none. ${ASSIGNMENT_KINDS[type].requires}`,
);

/** An object that code assigns to a project does not exist, or cannot be assigned, such as a global set. */
export const invalidAssignment = planError(
  "INVALID_ASSIGNMENT",
  "Invalid assignment",
  ({ message }: At & { readonly message: string }) => message,
);

/** An `import` block is of another project than its resource. */
export const importedElsewhere = planError(
  "INVALID_ASSIGNMENT",
  "Import of another project",
  ({ imported, projectName }: At & { readonly imported: SoughtProject; readonly projectName: string }) =>
    `The import block is of project ${soughtText(imported)}, and project_id of project ${quote(projectName)}, so ` +
    "Terraform would replace what it imports. Use the ID of the same project in both, or remove the import block.",
);
