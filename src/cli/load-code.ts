import { openCode, type Opened, type Session } from "../engine/session";
import type { Code } from "../engine/source";
import { shownSource } from "../source";
import { ONLY_TERRAFORM } from "../terraform/plan-file";
import { UserError } from "../user-error";
import { defaultOrganization } from "./default-organization";
import { statesOf } from "./state-option";
import { synthesize } from "./synthesize";

interface Options {
  readonly synth: boolean;
  readonly state?: readonly string[];
  readonly out?: string;
  readonly writeImports?: readonly string[];
  readonly organization?: string;
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
    throw new UserError(`${path} is a saved plan, not code.`, `To apply it, run: tfprojects apply ${path}`, {
      code: "USAGE",
    });
  }
  if (kind === "terraform-plan") checkReviewed(path, options);
  return openCode(
    opened,
    {
      organization: defaultOrganization(options.organization),
      states: (stacks) => statesOf(options.state, stacks),
      isApplied: options.isApplied === true || options.out !== undefined,
      synthesize: options.synth ? synthesize : undefined,
    },
    session,
  );
}

/** A Terraform plan can only be reviewed. @throws UserError for options that do not fit that. */
function checkReviewed(path: string, { state, out, writeImports }: Options): void {
  const shown = shownSource(path);
  if (state !== undefined) {
    throw new UserError(
      `--state cannot be used with the Terraform plan ${shown}, which has the state that it was made with.`,
      "Remove --state.",
      { code: "USAGE" },
    );
  }
  if (writeImports !== undefined) {
    throw new UserError(
      `--write-imports cannot be used with the Terraform plan ${shown}: Terraform knows its projects.`,
      "Remove --write-imports, or pass the code.",
      { code: "USAGE" },
    );
  }
  if (out !== undefined) {
    throw new UserError(
      `--out cannot save the Terraform plan ${shown}. ${ONLY_TERRAFORM}`,
      "Remove --out, and run `terraform apply` with the plan file after the review.",
      { code: "USAGE" },
    );
  }
}
