import { ActionCommand, EXIT } from "../action-command";
import { loadCode } from "../load-code";
import { compareOrganizations, open } from "../../engine/session";
import type { DriftOptions } from "../../engine";
import {
  addIgnoreOption,
  CODE_ARGUMENT,
  DEADLINE,
  NO_SYNTH,
  ORGANIZATION,
  SKIP_DURATIONS,
  STATE,
  type CodeFlags,
} from "../plan-flags";
import { Progress } from "../progress";
import { addReportFlags, report, type ReportFlags } from "../report";
import { sessionWith } from "../session";
import { warnOfUnmatched } from "../unmatched-patterns";

interface Options extends CodeFlags, DriftOptions, ReportFlags {}

const HELP = `
Changes nothing. Unmanaged projects and workspaces are reported, with the
coverage in percent, but count as drift only with --strict: projects other than
the default one, and workspaces in projects of the code. With --unplaced, so do
new workspaces that nobody has placed: those in the default project.

--ignore leaves out projects, with the workspaces in them, and workspaces that
the code neither names nor places by a rule.

Exit status:
  0  no drift
  1  error, or a part of the organization could not be compared
  2  drift

Examples:
  Check whether the organization still matches the app in this folder:
    $ tfprojects drift
  Also fail when someone created projects by hand, except for sandboxes:
    $ tfprojects drift --strict --ignore "sandbox-*"
  Fail in a nightly job when someone created workspaces without placing them:
    $ tfprojects drift --unplaced --ignore "scratch-*"
  List the differences as JSON:
    $ tfprojects drift --json | jq '.organizations[].actions'
`;

/** `tfprojects drift` shows whether the organization still matches the code. */
export function driftCommand(): ActionCommand {
  const command = new ActionCommand("drift")
    .argument(...CODE_ARGUMENT)
    .option("--strict", "count unmanaged projects, and unmanaged workspaces in projects of the code, as drift")
    .option("--unplaced", "count workspaces in the default project that no list and no rule has, as drift")
    .option(...ORGANIZATION)
    .option(...NO_SYNTH)
    .option(...SKIP_DURATIONS)
    .option(...STATE);
  const planned = addIgnoreOption(command).option(...DEADLINE);
  return addReportFlags(planned, "an HTML page of the differences and the unmanaged objects")
    .addHelpText("after", HELP)
    .run(async (path: string, options: Options) => {
      const session = sessionWith(new Progress(), options);
      const code = await loadCode(await open(path), options, session);
      const { skipDurations, ignore, strict, unplaced } = options;
      const drifts = await compareOrganizations(code, { skipDurations, ignore, strict, unplaced }, session);
      warnOfUnmatched(ignore, drifts);
      await report(drifts, options);
      if (!drifts.every(({ isComplete }) => isComplete)) return EXIT.error;
      return drifts.some(({ hasDrift }) => hasDrift) ? EXIT.differences : EXIT.success;
    });
}
