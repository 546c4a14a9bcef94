import { decodeText, readStdin, readTextFile } from "../text-file";
import { UserError } from "../user-error";
import { messageOf } from "../system-errors";
import { findExecutable } from "../terraform/find-executable";
import { outputOf, unframed } from "../terraform/run-program";
import { isStdin } from "../source";
import { readable, readableContent } from "../terraform/unsupported-document";
import { parseStateResources, type StateResources } from "./state";

/**
 * Reads the state of the configuration in a folder: from a file, from stdin, or from `terraform state pull`, which
 * needs no provider. `terraform show -json` would need this one as soon as files of a migration refer to it.
 *
 * @param source - The path of a file, or `-`; undefined to ask Terraform.
 * @throws UserError when it cannot be read.
 */
export async function readStateResources(folder: string, source: string | undefined): Promise<StateResources> {
  const { text, from } =
    source === undefined ? await pullState(folder) : { text: await readSource(source), from: source };
  // Terraform prints nothing for a state that was never written.
  if (text.trim() === "") return { resources: [], terraformVersion: undefined };
  const advice = "Use what `terraform show -json` or `terraform state pull` prints.";
  return readable("state", from, () => parseStateResources(JSON.parse(text)), advice);
}

function readSource(source: string): Promise<string> {
  const text = isStdin(source) ? readStdin().then(decodeText) : readTextFile(source);
  return readableContent("state", source, text, "Check that it is the right file.");
}

async function pullState(folder: string): Promise<{ readonly text: string; readonly from: string }> {
  const program = [process.env["TERRAFORM_BINARY_NAME"], "terraform", "tofu"].find(
    (name) => name !== undefined && name !== "" && findExecutable(name, process.env) !== undefined,
  );
  if (program === undefined) throw cannotPull("neither terraform nor tofu is on the PATH", "Install one of them.");
  const command = `${program} state pull`;
  const { status, stdout, stderr } = await outputOf(program, ["state", "pull"], {
    cwd: folder,
    env: process.env,
  }).catch((error: unknown) => ({ status: null, stdout: "", stderr: messageOf(error) }));
  if (status === 0) return { text: stdout, from: `that \`${command}\` prints in ${folder}` };
  throw cannotPull(
    `\`${command}\` failed in ${folder}: ${firstSentence(stderr)}`,
    `Run \`${program} init\` in that folder.`,
  );
}

function cannotPull(reason: string, nextStep: string): UserError {
  return new UserError(`Cannot read the Terraform state: ${reason.replace(/\.$/, "")}.`, nextStep, {
    code: "INVALID_STATE",
    remedy: { kind: "pulled-state" },
  });
}

/** The summary of an error that Terraform frames, and the first sentence of its details. */
function firstSentence(stderr: string): string {
  const lines = unframed(stderr);
  const begin = Math.max(
    lines.findIndex((line) => line.startsWith("Error: ")),
    0,
  );
  const text = lines.slice(begin).join(" ");
  const [sentence] = /^[^]*?\.(?=\s|$)/.exec(text) ?? [text];
  return sentence === "" ? "it printed no error" : sentence.slice(0, 300);
}
