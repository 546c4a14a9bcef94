import { Command } from "commander";
import { planCode } from "../engine/plan-code";
import type { PlanFlags } from "../engine/plan-flags";
import { planningOptions, addPlanFlags } from "../engine/plan-flags";
import { Progress } from "../engine/progress";
import { loadCode } from "../engine/load-code";
import type { ReportFlags } from "../engine/report";
import { report, addReportFlags } from "../engine/report";
import { savePlan } from "../engine/saved-plan";
import { CliError } from "../errors";
import { sanitize } from "../render/sanitize";
import type { SetExitStatus } from "../exit-status";
import { printErr } from "../terminal";

interface Options extends PlanFlags, ReportFlags {
  readonly out?: string;
  readonly detailedExitcode?: boolean;
}

const HELP = `
Nothing is changed. The code says what should be; where it does not, TFE_ORGANIZATION, TFE_ADDRESS and
TFE_TOKEN say which organization is meant, where it is, and as whom to read it.

Exit status: 0; 1 when the plan is refused, or cannot be made; 2 with --detailed-exitcode when there is
something to do.

Examples:
  Compare the app in this folder with the organization:
    $ tfprojects plan
  Review now, apply later exactly that:
    $ tfprojects plan --out plan.json && tfprojects apply plan.json
  Also delete what the code does not name, but no project that holds workspaces:
    $ tfprojects plan --prune
  A comment for a review, in GitHub Actions:
    $ tfprojects plan --markdown >> "$GITHUB_STEP_SUMMARY"
`;

/** `tfprojects plan`: what would make the organization look like the code (DESIGN section 4). */
export function planCommand(setStatus: SetExitStatus): Command {
  const command = new Command("plan")
    .description("Show what would make the organization look like the code.")
    .argument("[folder]", "a cdktf app, or a folder with Terraform JSON or a file of it", ".")
    .option("--out <file>", "save the plan, to be applied as it is")
    .option("--detailed-exitcode", "end with status 2 when there is something to do");
  return addReportFlags(addPlanFlags(command))
    .addHelpText("after", HELP)
    .action(async (path: string, options: Options) => {
      const planning = planningOptions(options);
      const code = await loadCode(path, options);
      const live = await planCode(code, planning, new Progress());
      await report("plan", live, options);
      const isRefused = live.some(({ plan }) => plan.refusals.length > 0);
      if (isRefused) {
        setStatus(1);
        if (options.out !== undefined) throw new CliError("The plan is refused, and was not saved.", "See above why.");
        return;
      }
      if (options.out !== undefined) {
        savePlan(options.out, live, planning);
        printErr(sanitize(`The plan is saved: tfprojects apply ${options.out}`));
      }
      const hasActions = live.some(({ plan }) => plan.actions.length > 0);
      if (hasActions && options.detailedExitcode === true) setStatus(2);
    });
}
