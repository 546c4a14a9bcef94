import { Command } from "commander";
import { loadCode } from "../engine/load-code";
import { planCode } from "../engine/plan-code";
import { addStateOption, CODE_ARGUMENT, NO_SYNTH, SKIP_DURATIONS } from "../engine/plan-flags";
import { Progress } from "../engine/progress";
import { addReportFlags, report, type ReportFlags } from "../engine/report";
import { EXIT, type SetExitStatus } from "../exit-status";

interface Options extends ReportFlags {
  readonly synth: boolean;
  readonly skipDurations?: boolean;
  readonly state?: readonly string[];
}

const HELP = `
Changes nothing. Unmanaged projects and workspaces are reported, with the
coverage in percent, but do not count as drift.

Exit status:
  0  no drift
  1  error
  2  drift

Examples:
  Check whether the organization still matches the app in this folder:
    $ tfprojects drift
  List what differs, as JSON:
    $ tfprojects drift --json | jq '.organizations[].actions'
`;

/** `tfprojects drift` shows whether the organization still matches the code. */
export function driftCommand(setStatus: SetExitStatus): Command {
  const command = new Command("drift")
    .description("Show how the organization differs from the code, and what is unmanaged.")
    .argument(...CODE_ARGUMENT)
    .option(...NO_SYNTH)
    .option(...SKIP_DURATIONS);
  return addReportFlags(addStateOption(command))
    .addHelpText("after", HELP)
    .action(async (path: string, options: Options) => {
      const code = await loadCode(path, options);
      const live = await planCode(code, { skipDurations: options.skipDurations }, new Progress());
      await report("drift", live, options);
      const differs = live.some(({ plan }) => plan.actions.length > 0 || plan.refusals.length > 0);
      setStatus(differs ? EXIT.differences : EXIT.success);
    });
}
