import { Command, InvalidArgumentError, Option } from "commander";
import { Client, type TaskStageWithIncluded } from "../../api";
import {
  ADVISORY_FAILURES,
  DEFAULT_ADVISORY_FAILURES,
  isId,
  verdictOf,
  type AdvisoryFailures,
  type Verdict,
} from "../../model";
import { pollTaskStages } from "../../reconcile";
import { Progress } from "../engine/progress";
import { CliError } from "../errors";
import type { SetExitStatus } from "../exit-status";
import { stagesForTerminal, stagesSummary } from "../render/stages";
import { stagesAsJson } from "../render/stages-json";
import { print, stdoutColors } from "../terminal";

interface Options {
  readonly watch?: boolean;
  readonly timeout?: number;
  readonly json?: boolean;
  readonly advisoryFailures: AdvisoryFailures;
}

/** Exit status by verdict; 1 is an error. */
const STATUS: Readonly<Record<Verdict, number>> = { passed: 0, failed: 2, pending: 3, awaiting_override: 4 };

const HELP = `
The verdict is failed when any stage failed, errored, was canceled or was
unreachable; otherwise awaiting override, pending, or passed, in this order. A
stage in which only advisory tasks failed counts as failed, unless
--advisory-failures is allow.

Exit status:
  0  passed
  1  error
  2  failed
  3  pending
  4  awaiting override

Examples:
  Show the results of a run's tasks:
    $ tfprojects stages run-CZcmD7eagjhyX0vN
  Wait for the verdict, and continue only if it is passed:
    $ tfprojects stages run-CZcmD7eagjhyX0vN --watch && ./deploy.sh
  Override a stage that awaits an override:
    $ tfprojects stages run-CZcmD7eagjhyX0vN
    $ tfprojects override ts-rL5ZsuwfjqfPJcdi
`;

/**
 * `tfprojects stages` shows the task stages of a run and their results.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-task-stages-and-results
 */
export function stagesCommand(setStatus: SetExitStatus): Command {
  return new Command("stages")
    .argument("<run>", "ID of the run: run-…")
    .option("--watch", "wait until there is a verdict other than pending")
    .option("--timeout <seconds>", "with --watch: maximum time to wait (default: no limit)", seconds)
    .addOption(
      new Option("--advisory-failures <effect>", "effect of failed advisory tasks on the verdict of their stage")
        .choices(ADVISORY_FAILURES)
        .default(DEFAULT_ADVISORY_FAILURES),
    )
    .option("--json", "output as JSON")
    .addHelpText("after", HELP)
    .action(async (run: string, options: Options) => {
      if (!isId("run", run)) {
        throw new CliError(
          `${JSON.stringify(run)} is not a valid run ID (expected prefix \`run-\`).`,
          "The ID is the last part of the run's URL.",
          { code: "USAGE" },
        );
      }
      if (options.timeout !== undefined && options.watch !== true) {
        throw new CliError("--timeout needs --watch.", "Add --watch, or remove --timeout.", { code: "USAGE" });
      }
      const { advisoryFailures } = options;
      const stages = await readStages(run, options);
      const output =
        options.json === true
          ? stagesAsJson(run, stages, advisoryFailures)
          : stagesForTerminal(run, stages, stdoutColors, advisoryFailures);
      await print(output.trimEnd());
      setStatus(STATUS[verdictOf(stages, advisoryFailures)]);
    });
}

async function readStages(
  run: string,
  { watch, timeout, advisoryFailures }: Options,
): Promise<readonly TaskStageWithIncluded[]> {
  const client = new Client();
  const read = (): Promise<readonly TaskStageWithIncluded[]> => client.taskStages.listWithResults(run);
  if (watch !== true) return read();
  const progress = new Progress();
  progress.start(`Waiting for ${run}`, "");
  try {
    return await pollTaskStages(read, {
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      advisoryFailures,
      onPoll: (stages) => progress.setStatus(stagesSummary(stages)),
    });
  } finally {
    progress.stop();
  }
}

function seconds(text: string): number {
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new InvalidArgumentError("It must be a number of seconds, 0 or more.");
  return Number(text);
}
