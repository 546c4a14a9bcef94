import { resolve } from "node:path";
import { CDK_APP } from "../../model";
import {
  ConfigurationError,
  formatList,
  groupBy,
  readConfiguration,
  readPlan,
  type Configuration,
  type TerraformPlan,
} from "../../reconcile";
import { readCdktfConfiguration, synthesize } from "../code/synthesize";
import { findTerraformJson, isFile } from "../code/terraform-json";
import { explained, ONLY_TERRAFORM, PASS_TERRAFORM_PLAN, readTerraformPlan } from "../code/terraform-plan";
import { withStates } from "../code/terraform-state";
import { CliError } from "../errors";
import { sanitize } from "../render/sanitize";
import { shownSource } from "../source";
import { printErr } from "../terminal";
import { checkOrganizationUsed, defaultOrganization } from "./default-organization";
import { withHostTokens } from "./plan-credentials";
import { isSavedPlan } from "./saved-plan";

interface Options {
  readonly synth: boolean;
  readonly prune?: boolean;
  readonly state?: readonly string[];
  readonly out?: string;
  readonly organization?: string;
  /** Whether the code is about to be applied. Then an empty state is an error, not a warning. @default false */
  readonly isApplied?: boolean;
}

/**
 * Reads the code at a path: synthesizes it first if it is a CDK app, then reads its Terraform JSON and Terraform
 * states; or reads a plan of Terraform's. Prints warnings to stderr.
 *
 * @throws CliError when it cannot be read.
 */
export async function loadCode(path: string, options: Options): Promise<Configuration> {
  const plan = readTerraformPlan(path);
  const organization = defaultOrganization(options.organization);
  const code =
    plan === undefined
      ? await loadTerraformJson(path, options, organization?.name)
      : loadTerraformPlan(path, plan, options, organization?.name);
  checkOrganizationUsed(code, organization);
  return code;
}

function loadTerraformPlan(
  path: string,
  plan: TerraformPlan,
  { state, out }: Options,
  organization: string | undefined,
): Configuration {
  const shown = shownSource(path);
  if (state !== undefined) {
    throw new CliError(
      `--state cannot be used with the Terraform plan ${shown}, which has the state that it was made with.`,
      "Remove --state.",
      { code: "USAGE" },
    );
  }
  if (out !== undefined) {
    throw new CliError(
      `--out cannot save the Terraform plan ${shown}. ${ONLY_TERRAFORM}`,
      "Remove --out, and run `terraform apply` with the plan file after the review.",
      { code: "USAGE" },
    );
  }
  const code = withProblems(() => explained(path, () => readPlan(plan, organization)));
  for (const notice of code.notices) printErr(sanitize(`Warning: ${notice}`));
  if (code.organizations.length > 0) return withHostTokens(code, { path: shown });
  throw new CliError(
    `The Terraform plan ${shown} has no projects and no memberships.`,
    "Use the plan of a configuration with tfprojects.",
    { code: "NO_CODE" },
  );
}

async function loadTerraformJson(
  path: string,
  options: Options,
  organization: string | undefined,
): Promise<Configuration> {
  if (isFile(path) && isSavedPlan(path)) {
    throw new CliError(`${path} is a saved plan, not code.`, `To apply it, run: tfprojects apply ${path}`, {
      code: "USAGE",
    });
  }
  const cdktf = readCdktfConfiguration(resolve(path));
  if (cdktf !== undefined && options.synth) await synthesize(resolve(path), cdktf);
  const { modules, skipped } = findTerraformJson(
    cdktf?.outputFolder ?? path,
    cdktf === undefined ? undefined : resolve(path),
  );
  const isApplied = options.isApplied === true || options.out !== undefined;
  const onEmptyState = isApplied ? refuseEmptyState : warnOfEmptyState;
  const withTheirStates = withStates(modules, options.state, onEmptyState);
  const code = withProblems(() => readConfiguration(withTheirStates, organization));
  const unread = [...skipped, ...code.unreadModules];
  if (unread.length > 0 && options.prune === true) {
    throw new CliError(
      `--prune would delete the projects of code that tfprojects cannot read: ${formatList(unread)}.`,
      `Remove --prune, or pass Terraform's plan, which has all of the code: ${PASS_TERRAFORM_PLAN}.`,
      { code: "UNREADABLE_CODE" },
    );
  }
  const warnings = unread.map((what) => `${what} cannot be read; its projects count as unmanaged.`);
  for (const warning of [...warnings, ...code.notices]) printErr(sanitize(`Warning: ${warning}`));
  if (code.organizations.length > 0) return code;
  throw new CliError(
    `The code in ${path} has no projects and no memberships.`,
    `Use the folder of a ${CDK_APP} with tfprojects. To generate one for an organization, run \`tfprojects import\`.`,
    { code: "NO_CODE" },
  );
}

/** Terraform creates the file of a state before it writes it. */
const EMPTY_STATE =
  "If Terraform is running, wait until it has ended. If it was killed, restore the file from its backup " +
  "(terraform.tfstate.backup). If there is no state yet, delete the file; to use another state, name it with --state.";

function warnOfEmptyState(path: string): void {
  const meaning = "so projects are identified by their names, and nothing that left the code is found";
  printErr(sanitize(`Warning: The Terraform state ${path} is empty, ${meaning}. ${EMPTY_STATE}`));
}

function refuseEmptyState(path: string): void {
  throw new CliError(`Nothing was changed: the Terraform state ${path} is empty.`, EMPTY_STATE, {
    code: "INVALID_STATE",
  });
}

/** Runs what reads code. @throws CliError with all problems of the code. */
function withProblems(read: () => Configuration): Configuration {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    // The same problem of many resources is one.
    const byMessage = groupBy(error.problems, ({ message }) => message);
    const lines = [...byMessage].map(
      ([message, problems]) => `${formatList(problems.map(({ where }) => where))}:\n  ${message}`,
    );
    throw new CliError(
      ["Invalid configuration:", ...lines].join("\n"),
      `Correct the code. If only Terraform can evaluate it, pass its plan: ${PASS_TERRAFORM_PLAN}.`,
      {
        code: "INVALID_CONFIGURATION",
        summary: "Invalid configuration.",
        problems: error.problems.map(({ where, message }) => ({ address: where, message })),
        cause: error,
      },
    );
  }
}
