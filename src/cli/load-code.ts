import { openCode, type Opened, type Session } from "../engine/session";
import type { Code } from "../engine/source";
import { isStdin, shownSource } from "../source";
import { ONLY_TERRAFORM } from "../terraform/plan-file";
import { parseStackFile } from "../terraform/stack-file";
import { usageError } from "../user-error";
import { defaultOrganization, type CodeFlags } from "./plan-flags";
import { synthesize } from "./synthesize";

interface Options extends CodeFlags {
  readonly out?: string;
  readonly writeImports?: readonly string[];
  /** Whether the code is about to be applied. @default false */
  readonly isApplied?: boolean;
}

/**
 * Reads code: synthesizes it first if it is a CDK app; or reads a Terraform plan. Prints warnings to stderr.
 *
 * @throws UserError when it cannot be read, or options do not fit it.
 */
export async function loadCode(opened: Opened, options: Options, session: Session): Promise<Code> {
  const { path, kind } = opened;
  if (kind === "saved-plan") {
    throw usageError(`${path} is a saved plan, not code.`, `To apply it, run: tfprojects apply ${path}`);
  }
  if (kind === "terraform-plan") checkReviewed(path, options);
  return openCode(
    opened,
    {
      organization: defaultOrganization(options.organization),
      states: (stacks) => statesByStack(options.state, stacks),
      isApplied: options.isApplied === true || options.out !== undefined,
      synthesize: options.synth ? synthesize : undefined,
    },
    session,
  );
}

/**
 * The Terraform state of each stack that is named.
 *
 * @param options - Values of `--state`: `FILE`, `-`, or `STACK=FILE` if there are several stacks.
 * @throws UserError when they do not fit the stacks.
 */
function statesByStack(options: readonly string[] = [], stacks: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const option of options) {
    const { stack, file } = parseStackFile(option, stacks);
    const [only, ...others] = stacks;
    if (stack === undefined && others.length > 0) {
      const names = stacks.join(", ");
      throw usageError(
        `--state ${option} does not name a stack, and the app has several: ${names}.`,
        "Use --state STACK=FILE for each of them.",
      );
    }
    const module = stack ?? only ?? "";
    if (files.has(module)) throw usageError(`--state is set twice for ${module}.`, "Remove one of them.");
    files.set(module, file);
  }
  if ([...files.values()].filter(isStdin).length > 1) {
    throw usageError("--state - is set twice.", "Use files for all states but one.");
  }
  return files;
}

/** A Terraform plan can only be reviewed. @throws UserError for options that do not fit that. */
function checkReviewed(path: string, { state, out, writeImports }: Options): void {
  const shown = shownSource(path);
  if (state !== undefined) {
    throw usageError(
      `--state cannot be used with the Terraform plan ${shown}, which has the state that it was made with.`,
      "Remove --state.",
    );
  }
  if (writeImports !== undefined) {
    throw usageError(
      `--write-imports cannot be used with the Terraform plan ${shown}: Terraform knows its projects.`,
      "Remove --write-imports, or pass the code.",
    );
  }
  if (out !== undefined) {
    throw usageError(
      `--out cannot save the Terraform plan ${shown}. ${ONLY_TERRAFORM}`,
      "Remove --out, and run `terraform apply` with the plan file after the review.",
    );
  }
}
