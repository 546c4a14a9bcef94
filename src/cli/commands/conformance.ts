import { isId } from "../../model";
import type { Need } from "../../conformance/check";
import type { LeftObject } from "../../conformance/clean-up";
import { Conformance, READER_TOKEN, type Report } from "../../conformance/conformance";
import { conformanceAsJson, conformanceForTerminal, isAsExpected } from "../../conformance/render";
import { pluralize } from "../../reconcile";
import { quoteSanitized, sanitize } from "../../sanitize";
import { UserError, usageError } from "../../user-error";
import { ActionCommand, EXIT } from "../action-command";
import { approve } from "../confirm";
import { runWithGracefulStop, type GracefulStop } from "../graceful-stop";
import { organizationName } from "../import-source";
import { asInvoked } from "../next-step";
import { DEADLINE } from "../plan-flags";
import { Progress } from "../progress";
import { checkListOptions, printErr, printResult } from "../output";

interface Options {
  readonly organization?: string;
  readonly write?: boolean;
  readonly autoApprove?: boolean;
  readonly run?: string;
  readonly workspace?: string;
  /** In milliseconds. */
  readonly deadline?: number;
  readonly json?: boolean;
}

const HELP = `
Checks that the service behaves as tfprojects expects it to, says what differs,
and what that means for you. doctor checks your settings and installation; this
checks the service.

Reads only, unless --write is given: it then creates two projects, three
workspaces inside them, and an agent pool and a variable set that only these can
use, changes and moves these, and deletes them at the end. Other objects are
never changed. What a run that was killed has left is deleted by the next one
with --write. Ctrl-C ends the checks, and deletes what they have created.

Sends at most five requests a second, and at most 240 in all. Never sends a
wrong token, and starts no run.

The output has no token, and neither names nor IDs of your objects: attach that
of --json to a report.

Environment:
  TFE_ORGANIZATION  organization, unless set with --organization
  TFE_TOKEN_READER  a second token, which may read projects but not change them;
                    with --write, more is checked with it

Exit status:
  0  everything that was checked is as expected
  1  error
  2  something differs
  3  something that was created could not be deleted

Examples:
  Check what can be seen without changes:
    $ tfprojects conformance
  Check everything except runs, after a confirmation:
    $ tfprojects conformance --write
  Check how task stages of a run and the runs of a workspace are reported, too:
    $ tfprojects conformance --run run-CZcmD7eagjhyX0vN --workspace network-prod
  Write a report to attach:
    $ tfprojects conformance --write --auto-approve --json > conformance.json
`;

/** `tfprojects conformance` checks that the service behaves as tfprojects expects. */
export function conformanceCommand(): ActionCommand {
  return new ActionCommand("conformance")
    .option("--organization <name>", "organization to check with (default: TFE_ORGANIZATION)")
    .option("--write", "also check with objects that are created for it, and deleted at the end")
    .option("--auto-approve", "with --write: skip interactive approval")
    .option("--run <id>", "also check the task stages of this run: run-…")
    .option("--workspace <name>", "also check the runs of this workspace")
    .option(...DEADLINE)
    .option("--json", "output as JSON")
    .addHelpText("after", HELP)
    .run((options: Options) => runWithGracefulStop((stop) => conformance(options, stop)));
}

async function conformance(options: Options, stop: GracefulStop): Promise<number> {
  const { write: writes = false, run: runId, workspace: workspaceName } = options;
  checkRun(runId);
  const organization = organizationName(options);
  const progress = new Progress();
  const checking = <T>(work: () => Promise<T>): Promise<T> =>
    progress.during(`Checking ${organization}`, work, "requests");
  const checks = await checking(() =>
    Conformance.open({
      env: process.env,
      organization,
      writes,
      runId,
      workspaceName,
      deadlineMs: options.deadline,
      signal: stop.signal,
      onRequest: () => progress.notify({ kind: "request" }),
    }),
  );
  if (writes) await announce(checks, organization, options.autoApprove === true);
  else if (checks.remains.length > 0) printErr(`Note: ${leftBefore(checks)} Use --write to delete it.`);
  stop.begin();
  const report = await checking(() => checks.run());
  const text = conformanceForTerminal(report, nameOf, checkListOptions()).trimEnd();
  const result = options.json === true ? conformanceAsJson(report, nameOf).trimEnd() : text;
  await printResult(result, text, report.left.length > 0);
  return statusOf(report, stop.signal);
}

function checkRun(id: string | undefined): void {
  if (id === undefined || isId("run", id)) return;
  throw usageError(
    `${JSON.stringify(id)} is not a valid run ID (expected prefix \`run-\`).`,
    "Use the ID of a run with task stages, as its page shows it.",
  );
}

/** How the command line names what a check needs. */
export function nameOf(need: Need): string {
  return need === "reader" ? READER_TOKEN : `--${need}`;
}

async function announce(checks: Conformance, organization: string, isPreapproved: boolean): Promise<void> {
  printErr(
    `These will be created in ${sanitize(organization)} at ${sanitize(checks.address)}, and deleted at the end:`,
    ...checks.newObjects.map(({ kind, name }) => `  - ${kind} ${name}`),
    ...(checks.remains.length > 0 ? [`${leftBefore(checks)} It will be deleted first.`] : []),
    "The audit log shows each of these changes as yours. Where the organization has recoverable items, the deleted",
    "workspaces are among them for 30 days.",
    "",
  );
  if (isPreapproved) return;
  await approve({
    question: "Do you want to create these objects?",
    canceled: ["Canceled. Nothing was changed.", 'Enter "yes" to approve.'],
  });
}

function leftBefore({ remains }: Conformance): string {
  const objects = remains.flatMap((it) => it.objects).map(({ kind, name }) => `${kind} ${quoteSanitized(name)}`);
  return `An earlier run has left ${objects.join(", ")}.`;
}

/** @throws UserError or ApiError for what the report does not say */
function statusOf(report: Report, signal: AbortSignal): number {
  const { left, error } = report;
  if (left.length > 0) throw notDeleted(left);
  if (error !== undefined) throw error;
  if (signal.aborted) {
    throw new UserError("Interrupted. What was created is deleted.", "Run the command again for the other checks.", {
      code: "CANCELED",
    });
  }
  return isAsExpected(report) ? EXIT.success : EXIT.differences;
}

function notDeleted(left: readonly LeftObject[]): UserError {
  const lines = left.map(
    ({ kind, name, id, reason }) => `  - ${kind} ${quoteSanitized(name)} (${id ?? "ID unknown"}): ${reason}`,
  );
  return new UserError(
    [`${pluralize(left.length, "object")} could not be deleted:`, ...lines].join("\n"),
    asInvoked(
      "Run `tfprojects conformance --write` again to try it again. Or delete them on their pages, workspaces first.",
    ),
    { isPartial: true },
  );
}
