import { Command } from "commander";
import { planCode } from "../engine/plan-code";
import { NO_SYNTH, SKIP_DURATIONS } from "../engine/plan-flags";
import { Progress } from "../engine/progress";
import { loadCode } from "../engine/load-code";
import { report, addReportFlags, type ReportFlags } from "../engine/report";
import type { SetExitStatus } from "../exit-status";

interface Options extends ReportFlags {
  readonly synth: boolean;
  readonly skipDurations?: boolean;
}

const HELP = `
Nothing is changed. What is not in the code is told, with the coverage in percent, and is no difference.

Exit status: 0 when the organization looks like the code; 1 when it cannot be told; 2 when anything differs.

Examples:
  Does the organization still look like the app in this folder?
    $ tfprojects drift
  For other programs:
    $ tfprojects drift --json | jq '.organizations[].actions'
`;

/** `tfprojects drift`: whether the organization still looks like the code (DESIGN section 4). */
export function driftCommand(setStatus: SetExitStatus): Command {
  const command = new Command("drift")
    .description("Tell where the organization differs from the code, and what is not in the code.")
    .argument("[folder]", "a cdktf app, or a folder with Terraform JSON or a file of it", ".")
    .option(...NO_SYNTH)
    .option(...SKIP_DURATIONS);
  return addReportFlags(command)
    .addHelpText("after", HELP)
    .action(async (path: string, options: Options) => {
      const code = await loadCode(path, options);
      const live = await planCode(code, { skipDurations: options.skipDurations }, new Progress());
      await report("drift", live, options);
      const differs = live.some(({ plan }) => plan.actions.length > 0 || plan.refusals.length > 0);
      setStatus(differs ? 2 : 0);
    });
}
