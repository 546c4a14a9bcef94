import { InvalidArgumentError } from "commander";
import { ActionCommand } from "../action-command";
import { Client } from "../../api";
import { DEFAULT_ADVISORY_FAILURES, isId } from "../../model";
import { approve } from "../confirm";
import { DEADLINE } from "../plan-flags";
import { UserError } from "../../user-error";
import { sanitize } from "../../sanitize";
import { stagesForTerminal } from "../stages/stages-text";
import { printErr, printResult, stderrColors } from "../output";

interface Options {
  readonly comment?: string;
  readonly autoApprove?: boolean;
  /** In milliseconds. */
  readonly deadline?: number;
}

const HELP = `
Shows the failures and asks for approval. The run continues once the stage is
overridden. Only a stage with status awaiting_override can be overridden. Use
its ID rather than the run or workspace, so that only failures that were
reviewed are overridden.

A comment is sent as HashiCorp's own client sends it. HashiCorp does not
document where it is shown.

Exit status:
  0  the stage was overridden
  1  error, nothing was changed
  3  the stage was overridden, but the result could not be written to stdout

Examples:
  Review the failures of a stage, and override it:
    $ tfprojects override ts-rL5ZsuwfjqfPJcdi
  Give a reason:
    $ tfprojects override ts-rL5ZsuwfjqfPJcdi --comment "accepted in CHG-1042"
  Without approval:
    $ tfprojects override ts-rL5ZsuwfjqfPJcdi --auto-approve
`;

/**
 * `tfprojects override` lets a run continue in spite of failures in a task stage.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-task-stages-and-results
 */
export function overrideCommand(): ActionCommand {
  return new ActionCommand("override")
    .argument("<stage>", "ID of the task stage: ts-…")
    .option("--comment <text>", "reason for the override", comment)
    .option("--auto-approve", "skip interactive approval")
    .option(...DEADLINE)
    .addHelpText("after", HELP)
    .run(async (id: string, options: Options) => {
      if (!isId("taskStage", id)) {
        throw new UserError(
          `${JSON.stringify(id)} is not a valid task stage ID (expected prefix \`ts-\`).`,
          "Run `tfprojects stages RUN` to list the stages of a run.",
        );
      }
      const client = new Client({ deadlineMs: options.deadline });
      const stage = await client.taskStages.get(id, { include: ["task-results", "policy-evaluations"] });
      if (stage.status !== "awaiting_override") {
        throw new UserError(
          `Task stage ${id} does not await an override; its status is ${sanitize(stage.status)}.`,
          `Run \`tfprojects stages ${sanitize(stage.runId)}\` to see its results.`,
        );
      }
      if (options.autoApprove !== true) {
        const read = { run: undefined, taskStages: [stage] };
        printErr(stagesForTerminal(stage.runId, read, stderrColors, DEFAULT_ADVISORY_FAILURES));
        await approve({
          question: "Do you want to override these failures?",
          canceled: ["Override canceled. Nothing was changed.", 'Enter "yes" to approve the override.'],
        });
      }
      const { status } = await client.taskStages.override(id, { comment: options.comment });
      await printResult(`Task stage ${id} was overridden; its status is now ${sanitize(status)}.`);
    });
}

function comment(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It must not be blank. Leave it out for no comment.");
  return text;
}
