import { readFileSync, statSync } from "node:fs";
import {
  isTerraformOutput,
  parsePlan,
  PRINT_PLAN,
  UnsupportedDocumentError,
  type TerraformPlan,
} from "../../reconcile";
import { decodeText, readStdin } from "../../text-file";
import { CliError, messageOf } from "../errors";
import { isStdin, shownSource } from "../source";

/** How code is planned that only Terraform can read or evaluate. */
export const PASS_TERRAFORM_PLAN = `run \`${PRINT_PLAN}\`, then \`tfprojects plan plan.json\``;

/** About folders and files in HCL. */
export const HCL_UNSUPPORTED = `HCL (*.tf) is not supported. Terraform's plan of it is: ${PASS_TERRAFORM_PLAN}.`;

/**
 * Reads the plan of Terraform's at a path, as `terraform show -json` prints it.
 *
 * @param path - `-` for stdin, which nothing else can be read from.
 * @returns undefined when it is something else.
 * @throws CliError when it cannot be used.
 */
export function readTerraformPlan(path: string): TerraformPlan | undefined {
  const found = contentOf(path);
  if (found === undefined) return undefined;
  if ("problem" in found) throw unusable(path, found.problem, `Pass it as JSON: run \`${PRINT_PLAN}\`.`);
  return explained(path, () => parsePlan(found.content, path));
}

/** Runs what reads a plan. @throws CliError in place of the errors of a plan that cannot be used. */
export function explained<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnsupportedDocumentError)) throw error;
    throw unusable(path, error.reason, error.nextStep, error);
  }
}

/** Why a plan of Terraform's is only reviewed. */
export const ONLY_TERRAFORM =
  "Only Terraform can apply it: it checks that its state has not changed since, and records the result.";

/** @throws CliError when the path is a plan of Terraform's. Nothing has been changed. */
export function refuseTerraformPlan(path: string): void {
  // Nothing but a plan can be read from stdin.
  if (!isStdin(path) && contentOf(path) === undefined) return;
  throw new CliError(
    `Nothing was changed: the plan ${shownSource(path)} is Terraform's. ${ONLY_TERRAFORM}`,
    "Run `terraform apply` with the plan file. To apply code without Terraform, run: tfprojects apply FOLDER",
    { code: "USAGE" },
  );
}

type Content = { readonly content: unknown } | { readonly problem: string };

/** The content of a plan or of what may be taken for one; undefined for anything else. */
function contentOf(path: string): Content | undefined {
  if (!isStdin(path) && statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  let bytes: Buffer;
  try {
    bytes = isStdin(path) ? readStdin() : readFileSync(path);
  } catch (error) {
    if (!isStdin(path)) return undefined;
    throw unusable(path, `${messageOf(error)}.`, "Check what is passed to it.", error);
  }
  // Terraform's plan files are ZIP archives.
  if (bytes.subarray(0, 2).toString("latin1") === "PK")
    return { problem: "It is a plan file in Terraform's own format." };
  try {
    const text = decodeText(bytes);
    if (text.startsWith('{"@level"')) return { problem: "It is the log of `terraform plan -json`." };
    const content: unknown = JSON.parse(text);
    return isTerraformOutput(content) || isStdin(path) ? { content } : undefined;
  } catch (error) {
    return isStdin(path) ? { problem: `${messageOf(error)}.` } : undefined;
  }
}

function unusable(path: string, reason: string, nextStep: string, cause?: unknown): CliError {
  return new CliError(`Cannot read the Terraform plan ${shownSource(path)}: ${reason}`, nextStep, {
    code: "INVALID_PLAN",
    cause,
  });
}
