import { UnprocessableEntityError } from "../api";
import { DiagnosticError, type AttributePath } from "../plugin";
import type { Project } from "../model";
import { OutcomeUnknownError, ProjectNameTakenError } from "../reconcile";

/** Where an error belongs that the service, or reconciling, raised: by kind of error. */
export interface ErrorContext {
  /** What was being done, for the summary: "Cannot create project \"Platform\"". */
  readonly summary: string;
  /** The service's attribute (as in its pointers) → attribute of the resource. */
  readonly pointers?: Readonly<Record<string, string>>;
  /** The attribute to point at otherwise. */
  readonly attribute?: AttributePath | undefined;
  /** What to do about a name that is taken. Default: how to manage the project that has it. */
  readonly remedy?: string;
}

/** Runs the work; an error becomes a diagnostic that points at the attribute it is about. */
export async function withDiagnostics<T>(attribution: ErrorContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDiagnostic(error, attribution);
  }
}

function toDiagnostic(error: unknown, { summary, pointers, attribute, remedy: waysOut }: ErrorContext): unknown {
  if (error instanceof DiagnosticError || !(error instanceof Error)) return error;
  if (error instanceof ProjectNameTakenError) {
    return DiagnosticError.of(summary, `${error.message}\n\n${waysOut ?? nameTakenRemedy(error)}`, ["name"], error);
  }
  const detail =
    error instanceof OutcomeUnknownError ? `${error.message}${unknownOutcomeRemedy(error)}` : error.message;
  return DiagnosticError.of(summary, detail, attributeOf(error, pointers) ?? attribute, error);
}

/** What running Terraform again may need after a write of which nobody knows whether it was done. */
function unknownOutcomeRemedy({ write: { kind, organization, project } }: OutcomeUnknownError): string {
  if (kind !== "create" || project.name === undefined) return "";
  const address = JSON.stringify(`${organization}/${project.name}`);
  return (
    `\n\nIf it was created, the next plan says that the name is taken. Then run: terraform import ADDRESS ${address} (the resource's address in place of ` +
    "ADDRESS), or set adopt_existing = true."
  );
}

function nameTakenRemedy({ project: { id, organization, name } }: ProjectNameTakenError): string {
  const address = JSON.stringify(`${organization}/${name}`);
  return (
    `If another resource of your code has that project, or had it until now, give it to this one with a \`moved\` block (in cdktf: moveTo). ` +
    `Otherwise import it (terraform import ADDRESS ${id}, or ${address} in place of the id), set adopt_existing = true, or choose another name.` +
    DESTROY_HINT
  );
}

/** For code that cannot be planned: it need not be destroyed by hand. */
export const DESTROY_HINT =
  "\n\nA destroy plans the code first: where that is what stops it, `terraform destroy -refresh=false` leaves it out.";

/** One plan that gives a project to two resources. */
export function projectConflict({ id, name }: Project): DiagnosticError {
  return DiagnosticError.of(
    "One project for two resources",
    `Two resources of this plan mean project ${JSON.stringify(name)} (${id}), and one of them takes it over or deletes it. ` +
      `To give a resource another place in the code, use a \`moved\` block (in cdktf: moveTo) instead of adopt_existing or previous_names. ` +
      `Where the state has the project twice, take one of them out of it (terraform state rm ADDRESS).${DESTROY_HINT}`,
    ["name"],
  );
}

function attributeOf(error: unknown, pointers: ErrorContext["pointers"]): AttributePath | undefined {
  if (!(error instanceof UnprocessableEntityError) || pointers === undefined) return undefined;
  for (const { pointer } of error.problems) {
    const name = pointer?.split("/").at(-1);
    const attribute = name === undefined ? undefined : pointers[name];
    if (attribute !== undefined) return [attribute];
  }
  return undefined;
}
