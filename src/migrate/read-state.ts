import { decodeText, readStdin, readTextFile } from "../text-file";
import { UserError } from "../user-error";
import { isStdin } from "../source";
import { readable, readableContent } from "../terraform/unsupported-document";
import { firstSentence, type Program } from "./program";
import type { StateResource } from "../terraform/state";
import { parseStateResources } from "./state";

/**
 * Reads the state of the configuration in a folder: from a file, from stdin, or from `terraform state pull`, which
 * needs no provider. `terraform show -json` would need this one as soon as files of a migration refer to it.
 *
 * @param source - The path of a file, or `-`; undefined to ask Terraform.
 * @param program - Undefined if neither Terraform nor OpenTofu is there.
 * @throws UserError when it cannot be read.
 */
export async function readStateResources(
  folder: string,
  source: string | undefined,
  program: Program | undefined,
): Promise<readonly StateResource[]> {
  const { text, from } =
    source === undefined ? await pullState(folder, program) : { text: await readSource(source), from: source };
  // Terraform prints nothing for a state that was never written.
  if (text.trim() === "") return [];
  const advice = "Use what `terraform show -json` or `terraform state pull` prints.";
  return readable("state", from, () => parseStateResources(JSON.parse(text)), advice);
}

function readSource(source: string): Promise<string> {
  const text = isStdin(source) ? readStdin().then(decodeText) : readTextFile(source);
  return readableContent("state", source, text, "Check that it is the right file.");
}

async function pullState(
  folder: string,
  program: Program | undefined,
): Promise<{ readonly text: string; readonly from: string }> {
  if (program === undefined) throw cannotPull("neither terraform nor tofu is on the PATH", "Install one of them.");
  const command = `${program.name} state pull`;
  const { status, stdout, stderr } = await program.run(["state", "pull"], folder);
  if (status === 0) return { text: stdout, from: `that \`${command}\` prints in ${folder}` };
  throw cannotPull(
    `\`${command}\` failed in ${folder}: ${firstSentence(stderr)}`,
    `Run \`${program.name} init\` in that folder.`,
  );
}

function cannotPull(reason: string, nextStep: string): UserError {
  return new UserError(`Cannot read the Terraform state: ${reason.replace(/\.$/, "")}.`, nextStep, {
    code: "INVALID_STATE",
    remedy: { kind: "pulled-state" },
  });
}
