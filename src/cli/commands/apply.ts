import { resolve } from "node:path";
import { ActionCommand } from "../action-command";
import { statesOf } from "../../engine/source";
import { open, planOrganizations, planSaved, type SavedPlans } from "../../engine/session";
import type { StateVersion } from "../../engine/source";
import { CDK_APP_EXPLAINED } from "../../model";
import { formatList } from "../../reconcile";
import { isStdin, shownSource } from "../../source";
import { ONLY_TERRAFORM } from "../../terraform/plan-file";
import { UserError, usageError } from "../../user-error";
import { applyAndReport, checkApprovable, type ApplyFlags } from "../apply-plans";
import type { Question } from "../confirm";
import { runWithGracefulStop, type GracefulStop } from "../graceful-stop";
import { WRITE_IMPORTS } from "../import-blocks";
import { loadCode } from "../load-code";
import { addPlanFlags, DEADLINE, parsePlanFlags, type PlanFlags } from "../plan-flags";
import { Progress } from "../progress";
import { addReportFlags, flagName } from "../report";
import { sessionWith } from "../session";
import { warnOfUnmatched } from "../unmatched-patterns";

interface Options extends PlanFlags, ApplyFlags {
  readonly autoApprove?: boolean;
  readonly address?: string;
  readonly ignoreGates?: boolean;
}

const HELP = `
Shows the plan, and asks for approval before the first change. A saved plan is
applied without asking. Ctrl-C stops after the requests under way, and the
outcome is shown; a second Ctrl-C exits at once.

To continue an interrupted apply of a saved plan, apply the same plan again.
Changes that were made are left out.

If there are changes and the code has gates, the runs of the gates are read once
for the plan. Nothing is changed unless all gates are open.

Exit status:
  0  everything was applied, or there were no changes
  1  error, nothing was changed
  3  some changes were applied, or may have been: run apply again to continue;
     or all were applied, but the result could not be written to stdout (it is
     on stderr then)

Examples:
  Make the organization match the app in this folder:
    $ tfprojects apply
  In CI, without approval:
    $ tfprojects apply --auto-approve
  Apply a saved plan, unless the organization has changed since:
    $ tfprojects apply plan.json
  Apply a saved plan whose code sets an address:
    $ tfprojects apply plan.json --address https://tfe.example.com
  Apply alongside Terraform, and let it import the created projects:
    $ tfprojects apply --write-imports imports.tf.json
`;

const QUESTION: Question = {
  question: "Do you want to apply this plan?",
  canceled: ["Apply canceled. Nothing was changed.", 'Enter "yes" to approve the plan.'],
};

const VERIFYING = "for verifying a change whose response was lost (default: 120)";

/** `tfprojects apply` makes the changes that the code requires. */
export function applyCommand(): ActionCommand {
  const command = new ActionCommand("apply")
    .argument(
      "[path]",
      `folder of a ${CDK_APP_EXPLAINED} or of Terraform JSON, its file if it has only one, or a saved plan`,
      ".",
    )
    .option("--auto-approve", "skip interactive approval")
    .option("--ignore-gates", "apply without reading the runs of the gates in the code")
    .option("--address <url>", "with a saved plan: address of the service that TFE_TOKEN is for")
    .option(...WRITE_IMPORTS);
  return addReportFlags(addPlanFlags(command).option(DEADLINE[0], `${DEADLINE[1]}, and ${VERIFYING}`, DEADLINE[2]))
    .addHelpText("after", HELP)
    .run((path: string, options: Options) => runWithGracefulStop((stop) => planAndApply(path, options, stop)));
}

async function planAndApply(path: string, options: Options, stop: GracefulStop): Promise<number> {
  const progress = new Progress();
  // Only a Terraform plan can be read from stdin.
  if (isStdin(path)) throw isTerraforms(path);
  const opened = await open(path);
  if (opened.kind === "terraform-plan") throw isTerraforms(path);
  const isSaved = opened.kind === "saved-plan";
  if (!isSaved && options.address !== undefined) {
    throw usageError("--address needs a saved plan.", "Remove it, or set TFE_ADDRESS instead.");
  }
  // A saved plan was reviewed before.
  const isPreapproved = options.autoApprove === true || isSaved;
  checkApprovable(options, isPreapproved, "the plan", "Add --auto-approve, or apply a saved plan.");
  if (isSaved) checkFits(opened, options);
  const { impact } = options;
  const session = sessionWith(progress, options, stop);
  const plans = isSaved
    ? await planSaved(opened, { impact }, session)
    : await planOrganizations(
        await loadCode(opened, { ...options, isApplied: true }, session),
        { ...parsePlanFlags(options), impact },
        session,
      );
  warnOfUnmatched(
    options.ignore,
    plans.map(({ plan }) => plan),
  );
  const savedPlan = isSaved ? path : undefined;
  return applyAndReport(plans, isPreapproved ? undefined : QUESTION, stop, session, options, savedPlan);
}

function isTerraforms(path: string): UserError {
  return usageError(
    `Nothing was changed: the plan ${shownSource(path)} is a Terraform plan. ${ONLY_TERRAFORM}`,
    "Run `terraform apply` with the plan file. To apply code without Terraform, run: tfprojects apply FOLDER",
  );
}

/** @throws UserError when options do not fit a saved plan. */
function checkFits({ path, plans }: SavedPlans, options: Options): void {
  const { organization, state = [] } = options;
  checkSameStates(path, statesOf(plans.map(({ desired }) => desired)), state);
  const flags = Object.entries({ organization, ...parsePlanFlags(options) }).filter(([, value]) => value !== undefined);
  if (flags.length === 0) return;
  const names = flags.map(([name]) => flagName(name)).join(", ");
  throw usageError(
    `${names} cannot be used with the saved plan ${path}, which has its own options.`,
    "Remove the option, or create a new plan with it.",
  );
}

/**
 * Checks that `--state` names only the states that a saved plan was made with, and repeats the one from stdin.
 *
 * @param options - Values of `--state`: `FILE` or `STACK=FILE`.
 * @throws UserError when it names another state, or lacks the one from stdin. Nothing has been changed.
 */
function checkSameStates(plan: string, states: readonly StateVersion[], options: readonly string[]): void {
  const given = options.map((option) => ({ option, files: [option, option.slice(option.indexOf("=") + 1)] }));
  const other = given.find(({ files }) => !states.some(({ source }) => files.some((file) => isSame(file, source))));
  if (other !== undefined) {
    const sources = states.map(({ source }) => (isStdin(source) ? "the one from stdin" : source));
    const own = states.length === 0 ? "no state" : formatList(sources);
    throw usageError(
      `Nothing was changed: --state ${other.option} is not a Terraform state of the saved plan ${plan}, which ` +
        `was made with ${own}.`,
      "Leave it out, or create a new plan with it.",
    );
  }
  const needsStdin = states.some(({ source }) => isStdin(source) && !given.some(({ files }) => files.includes(source)));
  if (needsStdin) {
    throw new UserError(
      `Nothing was changed: the plan ${plan} was made with a Terraform state from stdin, which is needed again.`,
      "",
      { code: "USAGE", remedy: { kind: "same-state", plan } },
    );
  }
}

function isSame(file: string, source: string): boolean {
  return isStdin(file) || isStdin(source) ? file === source : resolve(file) === resolve(source);
}
