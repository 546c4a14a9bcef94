import { resolve } from "node:path";
import { defaultOrganization } from "./default-organization";
import type { Source } from "../engine/source/open-source";
import { readTerraformJson } from "../engine/source/terraform-json";
import { readCode, readPlannedCode, type Code } from "../engine/source/read-code";
import { CDK_APP } from "../model";
import { formatList } from "../reconcile";
import { shownSource } from "../source";
import { readCdktfConfiguration } from "../terraform/cdk-app";
import { ONLY_TERRAFORM, PASS_TERRAFORM_PLAN } from "../terraform/plan-file";
import { UserError } from "../user-error";
import type { Progress } from "./progress";
import { statesOf } from "./state-option";
import { synthesize } from "./synthesize";

interface Options {
  readonly synth: boolean;
  readonly prune?: boolean;
  readonly state?: readonly string[];
  readonly out?: string;
  readonly organization?: string;
  /** Whether the code is about to be applied. @default false */
  readonly isApplied?: boolean;
}

/**
 * Reads code: synthesizes it first if it is a CDK app; or reads a plan of Terraform's. Prints warnings to stderr.
 *
 * @throws UserError when it cannot be read, or options do not fit it.
 */
export async function loadCode(source: Source, options: Options, { listener }: Progress): Promise<Code> {
  const { path, kind } = source;
  if (kind === "saved-plan") {
    throw new UserError(`${path} is a saved plan, not code.`, `To apply it, run: tfprojects apply ${path}`, {
      code: "USAGE",
    });
  }
  const organization = defaultOrganization(options.organization);
  if (kind === "terraform-plan") {
    checkReviewed(path, options);
    const code = readPlannedCode(path, source.content, organization, listener);
    if (code.organizations.length > 0) return code;
    throw new UserError(
      `The Terraform plan ${shownSource(path)} has no projects and no memberships.`,
      "Use the plan of a configuration with tfprojects.",
      { code: "NO_CODE" },
    );
  }
  const folder = resolve(path);
  const app = kind === "folder" ? readCdktfConfiguration(folder) : undefined;
  if (app !== undefined && options.synth) await synthesize(folder, app);
  const json =
    app === undefined
      ? readTerraformJson(source)
      : readTerraformJson({ kind: "folder", path: app.outputFolder }, folder);
  const stacks = json.modules.map(({ name }) => name);
  const isApplied = options.isApplied === true || options.out !== undefined;
  const code = readCode(json, { organization, states: statesOf(options.state, stacks), isApplied }, listener);
  if (code.unread.length > 0 && options.prune === true) {
    throw new UserError(
      `--prune would delete the projects of code that tfprojects cannot read: ${formatList(code.unread)}.`,
      `Remove --prune, or pass Terraform's plan, which has all of the code: ${PASS_TERRAFORM_PLAN}.`,
      { code: "UNREADABLE_CODE" },
    );
  }
  if (code.organizations.length > 0) return code;
  throw new UserError(
    `The code in ${path} has no projects and no memberships.`,
    `Use the folder of a ${CDK_APP} with tfprojects. To generate one for an organization, run \`tfprojects import\`.`,
    { code: "NO_CODE" },
  );
}

/** A plan of Terraform's can be reviewed only. @throws UserError for options that do not fit that. */
function checkReviewed(path: string, { state, out }: Options): void {
  const shown = shownSource(path);
  if (state !== undefined) {
    throw new UserError(
      `--state cannot be used with the Terraform plan ${shown}, which has the state that it was made with.`,
      "Remove --state.",
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
