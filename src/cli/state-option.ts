import { isStdin } from "../source";
import { parseStackFile } from "../terraform/stack-file";
import { UserError } from "../user-error";

/**
 * The Terraform state of each stack that is named.
 *
 * @param options - Values of `--state`: `FILE`, `-`, or `STACK=FILE` if there are several stacks.
 * @throws UserError when they do not fit the stacks.
 */
export function statesOf(options: readonly string[] = [], stacks: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const option of options) {
    const { stack, file } = parseStackFile(option, stacks);
    const [only, ...others] = stacks;
    if (stack === undefined && others.length > 0) {
      const names = stacks.join(", ");
      throw new UserError(
        `--state ${option} does not name a stack, and the app has several: ${names}.`,
        "Use --state STACK=FILE for each of them.",
        { code: "USAGE" },
      );
    }
    const module = stack ?? only ?? "";
    if (files.has(module)) {
      throw new UserError(`--state is set twice for ${module}.`, "Remove one of them.", { code: "USAGE" });
    }
    files.set(module, file);
  }
  if ([...files.values()].filter(isStdin).length > 1) {
    throw new UserError("--state - is set twice.", "Use files for all states but one.", { code: "USAGE" });
  }
  return files;
}
