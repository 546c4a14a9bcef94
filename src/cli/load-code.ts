import type { DesiredOrganization } from "../engine";
import { readCode, withHostTokens, type Source } from "../engine/source";
import type { Session } from "../engine/session";
import { shownSource } from "../source";
import { ONLY_TERRAFORM } from "../terraform/plan-file";
import { UserError } from "../user-error";
import { defaultOrganization } from "./default-organization";
import type { GracefulStop } from "./graceful-stop";
import { processSurroundings } from "./process-surroundings";
import type { Progress } from "./progress";
import { sessionWith } from "./session";
import { statesOf } from "./state-option";
import { synthesize } from "./synthesize";

interface Options {
  readonly synth: boolean;
  readonly state?: readonly string[];
  readonly out?: string;
  readonly writeImports?: readonly string[];
  readonly organization?: string;
  readonly deadline?: number;
  /** Whether the code is about to be applied. @default false */
  readonly isApplied?: boolean;
}

/** The organizations of code, and the session that connects to them. */
interface LoadedCode {
  readonly organizations: readonly DesiredOrganization[];
  readonly session: Session;
}

/**
 * Reads code: synthesizes it first if it is a CDK app; or reads a Terraform plan. Prints warnings to stderr.
 *
 * @throws UserError when it cannot be read, or options do not fit it.
 */
export async function loadCode(
  source: Source,
  options: Options,
  progress: Progress,
  stop?: GracefulStop,
): Promise<LoadedCode> {
  const { path, kind } = source;
  if (kind === "saved-plan") {
    throw new UserError(`${path} is a saved plan, not code.`, `To apply it, run: tfprojects apply ${path}`, {
      code: "USAGE",
    });
  }
  if (kind === "terraform-plan") checkReviewed(path, options);
  const surroundings = processSurroundings();
  const { organizations, tokens } = await readCode(
    source,
    {
      organization: defaultOrganization(options.organization),
      states: (stacks) => statesOf(options.state, stacks),
      surroundings,
      isApplied: options.isApplied === true || options.out !== undefined,
      synthesize: options.synth ? synthesize : undefined,
    },
    progress.listener,
  );
  const chosen =
    kind === "terraform-plan"
      ? withHostTokens(organizations, tokens, { path: shownSource(path) }, surroundings.env)
      : tokens;
  return { organizations, session: sessionWith({ tokens: chosen }, progress, options, stop) };
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
