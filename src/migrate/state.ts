import { decodeText, readStdin, readTextFile } from "../text-file";
import { UserError } from "../user-error";
import { asObject } from "../json";
import { TFE_PROJECT } from "../model";
import { formatList } from "../reconcile";
import { shellQuote } from "../shell-quote";
import { isStdin } from "../source";
import { checkReadable, STATE_VERSION, storedResources, type StateResource } from "../terraform/state";
import { readable, readableContent, UnsupportedDocumentError } from "../terraform/unsupported-document";
import { firstSentence, type Program } from "./program";

const ADVICE = "Use what `terraform state pull` prints in the folder of the code.";

/**
 * Reads the state of the configuration in a folder: from a file, from stdin, or from `terraform state pull`, which
 * needs no provider.
 *
 * @param source - The path of a file, or `-`; undefined to ask Terraform.
 * @param program - Undefined if neither Terraform nor OpenTofu is there.
 * @throws UserError when it cannot be read, and when it has projects that an apply would replace.
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
  const resources = readable("state", from, () => parseStateResources(JSON.parse(text)), ADVICE);
  checkState(resources);
  return resources;
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

/**
 * The managed resources of a state, as `terraform state pull` prints it.
 *
 * @throws UnsupportedDocumentError when it is something else.
 */
export function parseStateResources(content: unknown): readonly StateResource[] {
  const document = asObject(content);
  checkReadable(document);
  const { version, resources } = document;
  if (version !== STATE_VERSION || !Array.isArray(resources)) {
    throw new UnsupportedDocumentError("It is not what `terraform state pull` prints.", ADVICE);
  }
  return storedResources(resources).filter(({ mode, status }) => mode === "managed" && status !== "deposed");
}

/** @throws UserError when the state has projects that an apply would replace. */
export function checkState(resources: readonly StateResource[]): void {
  const tainted = resources.filter(({ type, status }) => type === TFE_PROJECT && status === "tainted");
  const [first, ...others] = tainted.map(({ address }) => address);
  if (first === undefined) return;
  throw new UserError(
    `Nothing was written: the next apply would replace what is tainted: ${formatList([first, ...others])}.`,
    `Run \`terraform untaint ${shellQuote(first)}\`${others.length === 0 ? "" : " and so on"}, or apply first.`,
    { code: "INVALID_STATE" },
  );
}
