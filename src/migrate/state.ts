import { asObject } from "../json";
import { TFE_PROJECT } from "../model";
import { formatList } from "../reconcile";
import { shellQuote } from "../shell-quote";
import { checkReadable, shownResources, STATE_VERSION, storedResources, type StateResource } from "../terraform/state";
import { UnsupportedDocumentError } from "../terraform/unsupported-document";
import { UserError } from "../user-error";

const NOT_A_STATE = "Use what `terraform show -json` or `terraform state pull` prints in the folder of the code.";

/**
 * The managed resources of a state, as `terraform show -json` or `terraform state pull` prints it.
 *
 * @throws UnsupportedDocumentError when it is something else.
 */
export function parseStateResources(content: unknown): readonly StateResource[] {
  const document = asObject(content);
  checkReadable(document);
  if ("planned_values" in document) {
    throw new UnsupportedDocumentError("It is a plan, not a state.", NOT_A_STATE);
  }
  const { version, resources } = document;
  const isShown = typeof document["format_version"] === "string";
  if (!isShown && (version !== STATE_VERSION || !Array.isArray(resources))) {
    throw new UnsupportedDocumentError("It is not a Terraform state.", NOT_A_STATE);
  }
  const all = isShown ? shownResources(document["values"]) : storedResources(resources);
  return all.filter(({ mode, status }) => mode === "managed" && status !== "deposed");
}

/** @throws UserError when the state has projects that an apply would replace. */
export function checkState(resources: readonly StateResource[]): void {
  const tainted = resources.filter(({ type, status }) => type === TFE_PROJECT && status === "tainted");
  const [first, ...others] = tainted.map(({ address }) => address);
  if (first === undefined) return;
  const isOne = others.length === 0;
  throw new UserError(
    `Nothing was written: ${formatList([first, ...others])} ${isOne ? "is" : "are"} tainted, so the next apply would ` +
      `delete the ${isOne ? "project" : "projects"} and create ${isOne ? "it" : "them"} again.`,
    `Run \`terraform untaint ${shellQuote(first)}\`${isOne ? "" : " and so on"}, or apply first.`,
    { code: "INVALID_STATE" },
  );
}
