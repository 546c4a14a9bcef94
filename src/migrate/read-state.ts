import { decodeText, readStdin, readTextFile } from "../text-file";
import { UserError } from "../user-error";
import { PROVIDER_TYPE } from "../model/provider-address";
import { shellWord } from "../shell-quote";
import { messageOf } from "../system-errors";
import { findExecutable } from "../terraform/find-executable";
import { outputOf, unframed } from "../terraform/run-program";
import { isStdin } from "../source";
import { readable, readableContent } from "../terraform/unsupported-document";
import { parseStateResources, type StateResources } from "./state";

/**
 * Reads the state of the configuration in a folder: from a file, from stdin, or from `terraform show -json`.
 *
 * @param source - The path of a file, or `-`; undefined to ask Terraform.
 * @throws UserError when it cannot be read.
 */
export async function readStateResources(folder: string, source: string | undefined): Promise<StateResources> {
  const { text, from } =
    source === undefined ? await showState(folder) : { text: await readSource(source), from: source };
  // Terraform prints nothing for a state that was never written.
  if (text.trim() === "") return { resources: [], terraformVersion: undefined };
  const advice = "Use what `terraform show -json` or `terraform state pull` prints.";
  return readable("state", from, () => parseStateResources(JSON.parse(text)), advice);
}

function readSource(source: string): Promise<string> {
  const text = isStdin(source) ? readStdin().then(decodeText) : readTextFile(source);
  return readableContent("state", source, text, "Check that it is the right file.");
}

const CANNOT_SHOW = { code: "INVALID_STATE", remedy: { kind: "pulled-state" } } as const;

async function showState(folder: string): Promise<{ readonly text: string; readonly from: string }> {
  const program = [process.env["TERRAFORM_BINARY_NAME"], "terraform", "tofu"].find(
    (name) => name !== undefined && name !== "" && findExecutable(name, process.env) !== undefined,
  );
  if (program === undefined) {
    throw new UserError(
      "Cannot read the Terraform state: neither terraform nor tofu is on the PATH.",
      "Install one of them.",
      CANNOT_SHOW,
    );
  }
  const command = `${program} show -json`;
  const { status, stdout, stderr } = await outputOf(program, ["show", "-json", "-no-color"], {
    cwd: folder,
    env: process.env,
  }).catch((error: unknown) => ({ status: null, stdout: "", stderr: messageOf(error) }));
  if (status === 0) return { text: stdout, from: `that \`${command}\` prints in ${folder}` };
  throw new UserError(
    `Cannot read the Terraform state: \`${command}\` failed in ${folder}: ${firstSentence(stderr)}`,
    // Another configuration that uses the same module may have been taken over.
    stderr.includes(PROVIDER_TYPE)
      ? `Run \`tfprojects provider install --folder ${shellWord(folder)}\`, and \`${program} init\` in that folder.`
      : `Run \`${program} init\` in that folder.`,
    CANNOT_SHOW,
  );
}

/** The summary of an error that Terraform frames, and the first sentence of its details. */
function firstSentence(stderr: string): string {
  return unframed(stderr).slice(0, 3).join(" ").slice(0, 300) || "it printed no error.";
}
