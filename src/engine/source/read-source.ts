import { CDK_APP } from "../../model";
import { isStdin } from "../../source";
import { messageOf } from "../../system-errors";
import { parseJsonText } from "../../terraform/json-syntax";
import { isTerraformOutput } from "../../terraform/plan";
import { kindAt, unreadablePath } from "../../terraform/code-path";
import { HCL_UNSUPPORTED, type PlanContent } from "../../terraform/plan-file";
import { readableContent } from "../../terraform/unsupported-document";
import { decodeText, readBytes, readStdin } from "../../text-file";
import { UserError } from "../../user-error";
import { formatOf } from "../saved-plan-format";

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
 * @throws UserError when it is a file that is none of them, or cannot be read.
 */
export async function readSource(path: string): Promise<Source> {
  const bytes = isStdin(path)
    ? await readableContent("plan", path, readStdin(), "Check what is passed to it.")
    : await fileAt(path);
  if (bytes === undefined) return { kind: "folder", path };
  const terraformPlan = (content: PlanContent): Source => ({ kind: "terraform-plan", path, content });
  // Terraform's plan files are ZIP archives.
  if (bytes.subarray(0, 2).toString("latin1") === "PK")
    return terraformPlan({ problem: "It is a plan file in Terraform's own format." });
  try {
    const text = decodeText(bytes);
    if (text.startsWith('{"@level"')) return terraformPlan({ problem: "It is the log of `terraform plan -json`." });
    const content: unknown = JSON.parse(text);
    if (isStdin(path) || isTerraformOutput(content)) return terraformPlan({ json: content });
    if (formatOf(content) !== undefined) return { kind: "saved-plan", path, content };
    return { kind: "file", path, content: parseJsonText(text) };
  } catch (error) {
    if (isStdin(path)) return terraformPlan({ problem: `${messageOf(error)}.` });
    throw notJson(path, error);
  }
}

/** The content of a file; undefined for a folder, and for nothing. */
async function fileAt(path: string): Promise<Buffer | undefined> {
  if (kindAt(path) !== "file") return undefined;
  try {
    return await readBytes(path);
  } catch (error) {
    throw unreadablePath(path, error);
  }
}

function notJson(path: string, error: unknown): UserError {
  return new UserError(
    `${path} is neither a saved plan nor Terraform JSON: ${messageOf(error)}.`,
    `Use a saved plan, the folder of a ${CDK_APP}, or Terraform JSON. ` + HCL_UNSUPPORTED,
    { code: "UNREADABLE_CODE", cause: error },
  );
}
