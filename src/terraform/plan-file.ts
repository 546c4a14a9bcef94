import { parsePlan, PRINT_PLAN, type TerraformPlan } from "./plan";
import { readable, UnsupportedDocumentError } from "./unsupported-document";

/** How code is planned that only Terraform can read or evaluate. */
export const PASS_TERRAFORM_PLAN = `run \`${PRINT_PLAN}\`, then \`tfprojects plan plan.json\``;

/** About folders and files in HCL. */
export const HCL_UNSUPPORTED = `HCL (*.tf) is not supported. Pass its Terraform plan: ${PASS_TERRAFORM_PLAN}.`;

/** The content of a Terraform plan: JSON, or why it is none. */
export type PlanContent = { readonly json: unknown } | { readonly problem: string };

/**
 * Reads a Terraform plan, as `terraform show -json` prints it.
 *
 * @throws UserError when it cannot be used.
 */
export function readTerraformPlan(path: string, content: PlanContent): TerraformPlan {
  return readable("plan", path, () => {
    if ("json" in content) return parsePlan(content.json, path);
    throw new UnsupportedDocumentError(content.problem, `Pass it as JSON: run \`${PRINT_PLAN}\`.`);
  });
}

/** Why a Terraform plan can only be reviewed. */
export const ONLY_TERRAFORM =
  "Only Terraform can apply it: it checks that its state has not changed since, and records the result.";
