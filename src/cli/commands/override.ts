import { Command } from "commander";
import { Client } from "../../api";
import { DEFAULT_ADVISORY_FAILURES, isId } from "../../model";
import { confirm } from "../engine/confirm";
import { CliError } from "../errors";
import { sanitize } from "../render/sanitize";
import { stagesForTerminal } from "../render/stages";
import { printResult, stderrColors, printErr } from "../terminal";

const HELP = `
Only a stage whose status is awaiting_override can be overridden; the run then goes on. What failed is shown
first, and a yes asked for.

Exit status: 0 when it is overridden; 1 when it is not; 3 when it is, and stdout could not be written.

Examples:
  Look at what failed, and let the run go on in spite of it:
    $ tfprojects override ts-rL5ZsuwfjqfPJcdi
  Without being asked:
    $ tfprojects override ts-rL5ZsuwfjqfPJcdi --auto-approve
`;

/** `tfprojects override`: lets a run go on in spite of a stage's failures (service-api.md section 4.10). */
export function overrideCommand(): Command {
  return new Command("override")
    .description("Override a task stage that awaits it.")
    .argument("<stage>", "the stage's id: ts-…")
    .option("--auto-approve", "ask nobody")
    .addHelpText("after", HELP)
    .action(async (id: string, options: { readonly autoApprove?: boolean }) => {
      if (!isId("taskStage", id)) {
        throw new CliError(
          `${JSON.stringify(id)} is no task stage: those begin with "ts-".`,
          "tfprojects stages RUN tells their ids.",
        );
      }
      const client = new Client();
      const stage = await client.taskStages.get(id, { include: ["task-results", "policy-evaluations"] });
      if (stage.status !== "awaiting_override") {
        throw new CliError(
          `Task stage ${id} does not await an override: it is ${sanitize(stage.status)}.`,
          `tfprojects stages ${sanitize(stage.runId)} shows the run.`,
        );
      }
      if (options.autoApprove !== true) {
        printErr(stagesForTerminal(stage.runId, [stage], stderrColors, DEFAULT_ADVISORY_FAILURES));
        if (!(await confirm("Override these failures?"))) {
          throw new CliError("Nothing was overridden: the answer was not yes.", "Call it again to be asked again.");
        }
      }
      const { status } = await client.taskStages.override(id);
      await printResult(`Task stage ${id} is overridden; its status is ${sanitize(status)}.`);
    });
}
