import { ProjectNameTakenError } from "../reconcile";
import { DiagnosticError } from "../plugin";
import { nameTakenRemedy, projectLabel, quote } from "./diagnostics";

/**
 * The projects that resources in this process would create, and that already exist. Terraform shows each error with six
 * or more lines around it, and prints the plan of resources without an error. So each of these resources has an error:
 * the first explains what to do, and the others are short.
 */
export class ExistingProjects {
  #first: string | undefined;

  /** Reports a project that already exists. @param cause - Any other error is returned unchanged. */
  report(cause: unknown): unknown {
    if (!(cause instanceof ProjectNameTakenError)) return cause;
    const exists = `Project ${projectLabel(cause.project)} already exists`;
    if (this.#first === undefined) {
      this.#first = quote(cause.project.name);
      return DiagnosticError.of(exists, `${cause.message}\n\n${nameTakenRemedy(cause, IMPORT_ALL)}`, ["name"], cause);
    }
    return DiagnosticError.of(`${exists}: see the error of ${this.#first}`, "", ["name"], cause);
  }
}

const IMPORT_ALL =
  " To import all existing projects, run `npx tfprojects plan --write-imports FILE` with the code, a CDK app or " +
  "Terraform JSON: it writes an `import` block for each.";
