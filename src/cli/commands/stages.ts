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

/** Exit status by verdict; 1 is left for what could not be found out. */
const STATUS: Readonly<Record<Verdict, number>> = { passed: 0, failed: 2, pending: 3, awaiting_override: 4 };

const HELP = `
The verdict is failed when any stage failed, errored, was canceled or unreachable; else awaiting override,
else pending, else passed. A stage of which only advisory tasks failed is failed too, whatever its status,
unless --advisory-failures allow lets it pass.

Exit status by verdict: 0 passed, 2 failed, 3 pending, 4 awaiting override; 1 when it could not be found out.

Examples:
  What do the run's tasks say?
    $ tfprojects stages run-CZcmD7eagjhyX0vN
  Wait until they have said it, and go on only when they let it pass:
    $ tfprojects stages run-CZcmD7eagjhyX0vN --watch && ./deploy.sh
  Override what awaits it:
    $ tfprojects stages run-CZcmD7eagjhyX0vN; tfprojects override ts-rL5ZsuwfjqfPJcdi
`;

/** `tfprojects stages`: what the task stages of a run say (service-api.md sections 4.7 and 4.8). */
export function stagesCommand(setStatus: SetExitStatus): Command {
  return new Command("stages")
    .description("Show the task stages of a run, what their tasks said, and the verdict over them.")
    .argument("<run>", "the run's id: run-…")
    .option("--watch", "look again until there is a verdict, and show then what there is")
    .option("--timeout <seconds>", "with --watch: wait no longer than this (default: without end)", seconds)
    .addOption(
      new Option(
        "--advisory-failures <verdict>",
        "what failed advisory tasks do to a stage of which nothing else failed",
      )
        .choices(ADVISORY_FAILURES)
        .default(DEFAULT_ADVISORY_FAILURES),
    )
    .option("--json", "give one JSON document")
    .addHelpText("after", HELP)
    .action(async (run: string, options: Options) => {
      if (!isId("run", run))
        throw new CliError(
          `${JSON.stringify(run)} is no run: those begin with "run-".`,
          "Give the run's id; it stands in its address.",
        );
      if (options.timeout !== undefined && options.watch !== true)
        throw new CliError("--timeout is about waiting, and only --watch waits.", "Add --watch, or leave it out.");
      const { advisoryFailures } = options;
      const stages = await readStages(run, options);
      const shown =
        options.json === true
          ? stagesAsJson(run, stages, advisoryFailures)
          : stagesForTerminal(run, stages, stdoutColors, advisoryFailures);
      await print(shown.trimEnd());
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
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new InvalidArgumentError("It is a number of seconds, 0 or more.");
  return Number(text);
}
