import { ActionCommand, EXIT } from "../action-command";
import { loadCode } from "../load-code";
import { open, planOrganizations } from "../../engine/session";
import { addPlanFlags, CODE_ARGUMENT, DEADLINE, parsePlanFlags, type PlanFlags } from "../plan-flags";
import { Progress } from "../progress";
import { addReportFlags, type ReportFlags } from "../report";
import { areBlocked, printSaved, saveAndReport } from "../save-plans";
import { sessionWith } from "../session";
import { warnOfUnmatched } from "../unmatched-patterns";
import { importFiles, writeImports, WRITE_IMPORTS } from "../import-blocks";

interface Options extends PlanFlags, ReportFlags {
  readonly out?: string;
  readonly detailedExitcode?: boolean;
  readonly writeImports?: readonly string[];
}

const HELP = `
Changes nothing. The organization, its address and the token come from the
provider in the code, otherwise from TFE_ORGANIZATION, TFE_ADDRESS and
TFE_TOKEN.

Code is read as a whole: a file that only Terraform or OpenTofu can read is an
error, such as HCL with more than versions and required providers. Review such
code with Terraform's plan.

Exit status:
  0  success
  1  error, or the plan is blocked by errors
  2  there are changes (with --detailed-exitcode)

Examples:
  Compare the app in this folder with the organization:
    $ tfprojects plan
  Save a plan for review, and apply exactly that plan later:
    $ tfprojects plan --out plan.json && tfprojects apply plan.json
  Identify projects by a Terraform state that is stored remotely:
    $ terraform state pull | tfprojects plan --state -
  Also delete unmanaged projects, all of which must be empty:
    $ tfprojects plan --prune
  The same, but leave sandboxes and their workspaces alone:
    $ tfprojects plan --prune --ignore "sandbox-*"
  Let Terraform import the projects that exist, before its first apply:
    $ tfprojects plan --write-imports imports.tf.json
  Review a Terraform plan, whatever language the code is in:
    $ terraform plan -out=tfplan && terraform show -json tfplan > plan.json
    $ tfprojects plan plan.json
  Plan a first deployment that moves most of the workspaces:
    $ tfprojects plan --max-moves all
  Show what the moved workspaces gain and lose:
    $ tfprojects plan --impact
  Add the plan to the job summary of a GitHub Actions workflow:
    $ tfprojects plan --markdown >> "$GITHUB_STEP_SUMMARY"
`;

/** `tfprojects plan` shows the changes that the code requires. */
export function planCommand(): ActionCommand {
  const command = new ActionCommand("plan")
    .argument(...CODE_ARGUMENT)
    .option("--out <file>", "save the plan, for tfprojects apply")
    .option("--detailed-exitcode", "exit with status 2 when there are changes")
    .option(...WRITE_IMPORTS);
  return addReportFlags(addPlanFlags(command).option(...DEADLINE))
    .addHelpText("after", HELP)
    .run(async (path: string, options: Options) => {
      const planning = { ...parsePlanFlags(options), impact: options.impact };
      const session = sessionWith(new Progress(), options);
      // `loadCode` refuses (`USAGE`) options that do not fit the code, and a saved plan, which `apply` takes.
      const code = await loadCode(await open(path), options, session);
      const plans = (await planOrganizations(code, planning, session)).map(({ plan }) => plan);
      warnOfUnmatched(options.ignore, plans);
      const { out, writeImports: files } = options;
      const isBlocked = areBlocked(plans);
      // Files that exist (`FILE_EXISTS`), or cannot be written (`OUTPUT`), are an error before anything is saved.
      const imports = isBlocked || files === undefined ? undefined : importFiles(plans, files, { isApplied: false });
      // Saves plans if none is blocked, then shows them; stdout that fails (`OUTPUT`) leaves what was saved. A blocked
      // plan that was to be written is an error after the report (`PLAN_BLOCKED`).
      await saveAndReport(plans, options);
      if (isBlocked) return EXIT.error;
      const unapplied = plans.map((plan) => ({ plan, outcomes: [] }));
      if (imports !== undefined) await writeImports(unapplied, imports);
      if (out !== undefined) printSaved(out);
      const hasChanges = plans.some(({ actions, afterApply }) => actions.length + afterApply.length > 0);
      return hasChanges && options.detailedExitcode === true ? EXIT.differences : EXIT.success;
    });
}
