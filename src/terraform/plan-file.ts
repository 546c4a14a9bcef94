import { shownSource } from "../source";
import { UserError, type Remedy } from "../user-error";
import { parsePlan, PRINT_PLAN, type TerraformPlan } from "./plan";
import { UnsupportedDocumentError } from "./unsupported-document";

/** How code is planned that only Terraform can read or evaluate. */
export const PASS_TERRAFORM_PLAN = `run \`${PRINT_PLAN}\`, then \`tfprojects plan plan.json\``;

/** About folders and files in HCL. */
export const HCL_UNSUPPORTED = `HCL (*.tf) is not supported. Terraform's plan of it is: ${PASS_TERRAFORM_PLAN}.`;

/** What is in the place of a plan of Terraform's: JSON, or why it is none. */
export type PlanContent = { readonly json: unknown } | { readonly problem: string };

/**
 * Reads a plan of Terraform's, as `terraform show -json` prints it.
 *
 * @throws UserError when it cannot be used.
 */
export function readTerraformPlan(path: string, content: PlanContent): TerraformPlan {
  if ("problem" in content) throw unusablePlan(path, content.problem, `Pass it as JSON: run \`${PRINT_PLAN}\`.`);
  return explained(path, () => parsePlan(content.json, path));
}

/** Runs what reads a plan. @throws UserError in place of the errors of a plan that cannot be used. */
export function explained<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnsupportedDocumentError)) throw error;
    throw unusablePlan(path, error.reason, error.nextStep, error, error.remedy);
  }
}

/** Why a plan of Terraform's is only reviewed. */
export const ONLY_TERRAFORM =
  "Only Terraform can apply it: it checks that its state has not changed since, and records the result.";

export function unusablePlan(
  path: string,
  reason: string,
  nextStep: string,
  cause?: unknown,
  remedy?: Remedy,
): UserError {
  return new UserError(`Cannot read the Terraform plan ${shownSource(path)}: ${reason}`, nextStep, {
    code: "INVALID_PLAN",
    cause,
    remedy,
  });
}
