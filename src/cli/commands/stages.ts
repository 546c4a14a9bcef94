import { Command, InvalidArgumentError } from "commander";
import { Client, type TaskStageWithIncluded } from "../../api";
import { isId, verdictOf, type Verdict } from "../../model";
import { untilVerdict } from "../../reconcile";
import { Progress } from "../engine/progress";
import { Problem } from "../problem";
import type { SetStatus } from "../set-status";
import { stagesForTerminal, stagesInOneLine } from "../render/stages";
import { stagesAsJson } from "../render/stages-json";
import { give, stdoutColors } from "../terminal";

interface Options {
  readonly watch?: boolean;
  readonly timeout?: number;
  readonly json?: boolean;
}

/** Exit status by verdict; 1 is left for what could not be found out. */
const STATUS: Readonly<Record<Verdict, number>> = { passed: 0, failed: 2, pending: 3, awaiting_override: 4 };

const HELP = `
The verdict is failed when any stage failed, errored, was canceled or unreachable; else awaiting override,
else pending, else passed.

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
export function stagesCommand(setStatus: SetStatus): Command {
  return new Command("stages")
    .description("Show the task stages of a run, what their tasks said, and the verdict over them.")
    .argument("<run>", "the run's id: run-…")
    .option("--watch", "look again until there is a verdict, and show then what there is")
    .option("--timeout <seconds>", "with --watch: wait no longer than this (default: without end)", seconds)
    .option("--json", "give one JSON document")
    .addHelpText("after", HELP)
    .action(async (run: string, options: Options) => {
      if (!isId("run", run))
        throw new Problem(
          `${JSON.stringify(run)} is no run: those begin with "run-".`,
          "Give the run's id; it stands in its address.",
        );
      if (options.timeout !== undefined && options.watch !== true)
        throw new Problem("--timeout is about waiting, and only --watch waits.", "Add --watch, or leave it out.");
      const stages = await look(run, options);
      await give(
        (options.json === true ? stagesAsJson(run, stages) : stagesForTerminal(run, stages, stdoutColors)).trimEnd(),
      );
      setStatus(STATUS[verdictOf(stages)]);
    });
}

async function look(run: string, { watch, timeout }: Options): Promise<readonly TaskStageWithIncluded[]> {
  const client = new Client();
  const read = (): Promise<readonly TaskStageWithIncluded[]> => client.taskStages.listWithResults(run);
  if (watch !== true) return read();
  const progress = new Progress();
  progress.begin(`Waiting for ${run}`, "");
  try {
    return await untilVerdict(read, {
      timeout: timeout === undefined ? undefined : timeout * 1000,
      onLook: (stages) => progress.say(stagesInOneLine(stages)),
    });
  } finally {
    progress.end();
  }
}

function seconds(text: string): number {
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new InvalidArgumentError("It is a number of seconds, 0 or more.");
  return Number(text);
}
