import { resolve } from "node:path";
import { defaultOrganization } from "./default-organization";
import type { OrganizationConfiguration } from "../engine/source/organizations";
import { withHostTokens } from "../engine/source/plan-credentials";
import { checkPrunable, readCode, readPlannedCode } from "../engine/source/read-code";
import type { Source } from "../engine/source/read-source";
import { appIn, readTerraformJson } from "../engine/source/terraform-json";
import { shownSource } from "../source";
import { ONLY_TERRAFORM } from "../terraform/plan-file";
import { UserError } from "../user-error";
import { processSurroundings } from "./process-surroundings";
import type { Progress } from "./progress";
import { statesOf } from "./state-option";
import { synthesize } from "./synthesize";

interface Options {
  readonly synth: boolean;
  readonly prune?: boolean;
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
export async function loadCode(
  source: Source,
  options: Options,
  { listener }: Progress,
): Promise<readonly OrganizationConfiguration[]> {
  const { path, kind } = source;
  if (kind === "saved-plan") {
    throw new UserError(`${path} is a saved plan, not code.`, `To apply it, run: tfprojects apply ${path}`, {
      code: "USAGE",
    });
  }
  const surroundings = processSurroundings();
  const organization = defaultOrganization(options.organization);
  if (kind === "terraform-plan") {
    checkReviewed(path, options);
    const code = readPlannedCode(path, source.content, organization, listener);
    return withHostTokens(code, { path: shownSource(path) }, surroundings.env);
  }
  const app = appIn(source, surroundings);
  if (app !== undefined && options.synth) await synthesize(resolve(path), app);
  const modules = await readTerraformJson(source, surroundings, app);
  const states = statesOf(
    options.state,
    modules.map(({ name }) => name),
  );
  const isApplied = options.isApplied === true || options.out !== undefined;
  const code = await readCode(path, modules, { organization, states, surroundings, isApplied }, listener);
  for (const { desired } of code) checkPrunable(desired, options);
  return code;
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
