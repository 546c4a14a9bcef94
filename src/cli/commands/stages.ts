import { Option } from "commander";
import { ActionCommand } from "../action-command";
import { Client, type ListWithRunOptions, type RunWithTaskStages } from "../../api";
import {
  ADVISORY_FAILURES,
  DEFAULT_ADVISORY_FAILURES,
  isId,
  verdictOf,
  type AdvisoryFailures,
  type Verdict,
} from "../../model";
import { checkWaitsForOther, currentRunId, missingRun, pollTaskStages, WorkspacesNotFoundError } from "../../reconcile";
import { seconds } from "../option-values";
import { asInvoked } from "../next-step";
import { Progress } from "../progress";
import { UserError, usageError } from "../../user-error";
import { sanitize } from "../../sanitize";
import { stagesAsJson } from "../stages/stages-json";
import { stagesForTerminal, stagesSummary } from "../stages/stages-text";
import { print, printErr, stdoutColors } from "../output";

interface Options {
  readonly organization?: string;
  readonly watch?: boolean;
  /** In milliseconds. */
  readonly timeout?: number;
  readonly json?: boolean;
  readonly advisoryFailures: AdvisoryFailures;
}

/** Exit status by verdict; 1 is an error. */
const STATUS: Readonly<Record<Verdict, number>> = { passed: 0, failed: 2, pending: 3, awaiting_override: 4 };

const HELP = `
For a workspace, shows the run that is current when the command starts. --watch
follows that run.

The verdict is failed when the run or any stage failed, errored, was canceled,
discarded or unreachable, or never ran; otherwise awaiting override, pending, or
passed, in this order. A run has passed by itself once it waits for its plan to
be confirmed, or was confirmed. A stage in which only advisory tasks failed
counts as failed, unless --advisory-failures is allow.

--watch refuses to wait for the run that the command runs in (TFC_RUN_ID). The
status is shown on stderr: on a terminal in one line, and
otherwise in a line for each change. --timeout includes the time of requests.

Environment:
  TFE_ORGANIZATION  organization of a workspace given by name, unless set with
                    --organization
  TFC_RUN_ID        the run of HCP Terraform that the command runs in, if any

Exit status:
  0  passed
  1  error
  2  failed
  3  pending
  4  awaiting override

Examples:
  Show the results of a run's tasks:
    $ tfprojects stages run-CZcmD7eagjhyX0vN
  Show those of the current run of a workspace:
    $ tfprojects stages network-prod
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
export function stagesCommand(): ActionCommand {
  return new ActionCommand("stages")
    .argument("<run-or-workspace>", "ID of the run: run-…; or name or ID of a workspace, for its current run")
    .option("--organization <name>", "organization of a workspace given by name (default: TFE_ORGANIZATION)")
    .option("--watch", "wait until there is a verdict other than pending")
    .option("--timeout <seconds>", "with --watch: maximum time to wait (default: no limit)", seconds)
    .addOption(
      new Option("--advisory-failures <effect>", "effect of failed advisory tasks on the verdict of their stage")
        .choices(ADVISORY_FAILURES)
        .default(DEFAULT_ADVISORY_FAILURES),
    )
    .option("--json", "output as JSON")
    .addHelpText("after", HELP)
    .run(async (target: string, options: Options) => {
      if (options.timeout !== undefined && options.watch !== true) {
        throw usageError("--timeout needs --watch.", "Add --watch, or remove --timeout.");
      }
      const { advisoryFailures } = options;
      const { runId, ...read } = await readStages(target, options);
      const warning = missingRun(runId, read);
      if (warning !== undefined) printErr(`Warning: ${warning}`);
      if (options.json === true) {
        await print(stagesAsJson(runId, read, advisoryFailures).trimEnd());
      } else {
        const run = runId === target ? `Run ${runId}` : `Current run of ${sanitize(target)}: ${runId}`;
        const table = stagesForTerminal(runId, read, stdoutColors, advisoryFailures);
        const toOverride = read.taskStages.filter(({ status }) => status === "awaiting_override");
        const steps = toOverride.map(({ id }) => asInvoked(`To override it, run: tfprojects override ${id}`));
        await print(run, "", table.trimEnd(), ...steps);
      }
      return STATUS[verdictOf(read, { advisoryFailures })];
    });
}

async function readStages(target: string, options: Options): Promise<RunWithTaskStages & { readonly runId: string }> {
  const { watch, timeout: timeoutMs, advisoryFailures } = options;
  const begin = performance.now();
  const client = new Client();
  const runId = isId("run", target) ? target : await readCurrentRun(client, target, options, timeoutMs);
  const read = (call?: ListWithRunOptions): Promise<RunWithTaskStages> => client.taskStages.listWithRun(runId, call);
  if (watch !== true) return { runId, ...(await read()) };
  checkWaitsForOther(runId, process.env["TFC_RUN_ID"]);
  const progress = new Progress();
  const onPoll = (found: RunWithTaskStages): void => progress.setStatus(stagesSummary(found));
  const poll = (): Promise<RunWithTaskStages> => pollTaskStages(read, { begin, timeoutMs, advisoryFailures, onPoll });
  return { runId, ...(await progress.during(`Waiting for ${runId}`, poll)) };
}

/** The current run of a workspace, by ID or by name. */
async function readCurrentRun(
  client: Client,
  workspace: string,
  { organization = process.env["TFE_ORGANIZATION"] }: Options,
  deadlineMs: number | undefined,
): Promise<string> {
  if (isId("workspace", workspace)) return currentRunId(client, { workspaceId: workspace }, { deadlineMs });
  if (!organization) {
    throw usageError(
      `${JSON.stringify(workspace)} is not a valid run ID (expected prefix \`run-\`), and for a workspace of that ` +
        "name no organization is configured.",
      "Use the last part of the run's URL, or set --organization NAME or TFE_ORGANIZATION.",
    );
  }
  return currentRunId(client, { organization, workspaceName: workspace }, { deadlineMs }).catch((error: unknown) => {
    if (!(error instanceof WorkspacesNotFoundError)) throw error;
    throw new UserError(
      error.message,
      "Check the name, or the ID of the run, and the organization (--organization, TFE_ORGANIZATION).",
      { cause: error },
    );
  });
}
