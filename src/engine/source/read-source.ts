import { readFileSync, statSync } from "node:fs";
import { CDK_APP } from "../../model";
import { isStdin } from "../../source";
import { messageOf } from "../../system-errors";
import { isTerraformOutput } from "../../terraform/plan";
import { HCL_UNSUPPORTED, type PlanContent } from "../../terraform/plan-file";
import { unreadable } from "../../terraform/unsupported-document";
import { decodeText, readStdin } from "../../text-file";
import { UserError } from "../../user-error";
import { formatOf } from "./saved-plan";

/** What is at a path, read once. */
export type Source =
  | { readonly kind: "saved-plan"; readonly path: string; readonly content: unknown }
  | { readonly kind: "terraform-plan"; readonly path: string; readonly content: PlanContent }
  /** A file of Terraform JSON. */
  | { readonly kind: "file"; readonly path: string; readonly content: unknown }
  /** A folder, or nothing. */
  | { readonly kind: "folder"; readonly path: string };

/**
 * Reads the file at a path, and tells what it is. It is checked by what reads its content.
 *
 * @param path - `-` for a Terraform plan on stdin; nothing else can be read from there.
 * @throws UserError when it is a file that is none of them.
 */
export function readSource(path: string): Source {
  const isFromStdin = isStdin(path);
  if (!isFromStdin && statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false) {
    return { kind: "folder", path };
  }
  let bytes: Buffer;
  try {
    bytes = isFromStdin ? readStdin() : readFileSync(path);
  } catch (error) {
    throw isFromStdin ? unreadable("plan", path, error, "Check what is passed to it.") : notJson(path, error);
  }
  const terraformPlan = (content: PlanContent): Source => ({ kind: "terraform-plan", path, content });
  // Terraform's plan files are ZIP archives.
  if (bytes.subarray(0, 2).toString("latin1") === "PK")
    return terraformPlan({ problem: "It is a plan file in Terraform's own format." });
  try {
    const text = decodeText(bytes);
    if (text.startsWith('{"@level"')) return terraformPlan({ problem: "It is the log of `terraform plan -json`." });
    const content: unknown = JSON.parse(text);
    if (isFromStdin || isTerraformOutput(content)) return terraformPlan({ json: content });
    return { kind: formatOf(content) === undefined ? "file" : "saved-plan", path, content };
  } catch (error) {
    if (isFromStdin) return terraformPlan({ problem: `${messageOf(error)}.` });
    throw notJson(path, error);
  }
}

function notJson(path: string, error: unknown): UserError {
  return new UserError(
    `${path} is neither a saved plan nor Terraform JSON: ${messageOf(error)}.`,
    `Use a saved plan, the folder of a ${CDK_APP}, or Terraform JSON. ` + HCL_UNSUPPORTED,
    { code: "UNREADABLE_CODE", cause: error },
  );
}
