import { messageOf } from "../../system-errors";
import { shownPath, type Surroundings } from "../../surroundings";
import { HclSyntaxError, scanHcl } from "../../terraform/hcl-scanner";
import { firstDeclaration, type ModuleFile } from "../../terraform/module-files";
import { PASS_TERRAFORM_PLAN } from "../../terraform/plan-file";
import { readTextFile } from "../../text-file";
import { UserError, type AddressedProblem } from "../../user-error";

/**
 * Checks that the engine can read everything that Terraform or OpenTofu reads of root modules. A part of them must not
 * count as the whole: what the other part declares would be deleted or moved.
 *
 * @throws UserError with all files that it cannot read.
 */
export async function checkReadable(files: readonly ModuleFile[], surroundings: Surroundings): Promise<void> {
  const found = await Promise.all(
    files.map(async (file): Promise<readonly AddressedProblem[]> => {
      const message = await whyUnreadable(file);
      return message === undefined ? [] : [{ address: shownPath(file.path, surroundings), message }];
    }),
  );
  const problems = found.flat();
  if (problems.length === 0) return;
  const summary = "Only a part of the code can be read.";
  throw new UserError(
    ["Only a part of the code can be read:", ...problems.map((it) => `${it.address}:\n  ${it.message}`)].join("\n"),
    `For a review, pass Terraform's plan, which has all of the code: ${PASS_TERRAFORM_PLAN}. ` +
      "To apply, move what these files declare to *.tf.json files, or use `terraform apply`.",
    { code: "UNREADABLE_CODE", summary, problems },
  );
}

/** Why the engine cannot read a file, as a sentence; undefined if it can, or if the file declares nothing. */
async function whyUnreadable(file: ModuleFile): Promise<string | undefined> {
  if (file.isTofu) return "Only OpenTofu reads it, in place of the file with .tf that has the same name.";
  if (file.isOverride) return "It is an override file, which only Terraform merges with the others.";
  if (file.language === "json") return undefined;
  try {
    const first = firstDeclaration(scanHcl(await readTextFile(file.path)));
    return first && `It is HCL, and declares more than versions and providers: ${first.what} in line ${first.line}.`;
  } catch (error) {
    const where = error instanceof HclSyntaxError ? `line ${error.line}: ` : "";
    return `It is HCL that cannot be read: ${where}${messageOf(error)}.`;
  }
}
