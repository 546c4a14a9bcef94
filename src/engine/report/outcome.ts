import { createColors } from "picocolors";
import type { Colors } from "picocolors/types";
import { formatList, pluralize } from "../../reconcile";
import type { Outcome, Result, Skipped } from "../result";
import { describe as describeChange } from "../changes/kinds";
import type { Change } from "../changes/change";
import type { Plan } from "../plan/comparison";
import { summaryOf, type PlanSummary } from "../plan/project-change";
import { messageOf } from "../../system-errors";
import { nameInPrograms } from "../option-name";
import { quoteSanitized, sanitize } from "../../sanitize";
import type { TextOptions } from "./text";

/** How many skipped actions are listed, unless the report is verbose. */
const SKIPPED_SHOWN = 12;

/** The outcomes of plans as text. Pure. */
export function outcomeAsText(plans: readonly Result[], options: Omit<TextOptions, "width"> = {}): string {
  return plans.map((it) => planOutcome(it, options)).join("\n");
}

/** An action with how it ended. */
interface EndedAction {
  readonly action: Change;
  readonly outcome: Outcome;
}

function planOutcome(
  { plan, outcomes }: Result,
  { colors = false, verbose = false, optionName = nameInPrograms }: Omit<TextOptions, "width">,
): string {
  const palette = createColors(colors);
  const ended = plan.actions.flatMap((action, index): EndedAction[] => {
    const outcome = outcomes[index];
    return outcome === undefined ? [] : [{ action, outcome }];
  });
  const [done, failed, skipped] = [endedAs("done", ended), endedAs("failed", ended), endedAs("skipped", ended)];
  const shown = verbose ? skipped : skipped.slice(0, SKIPPED_SHOWN);
  const more = skipped.length - shown.length;
  const command = plan.desired.undo === undefined ? "Apply" : "Undo";
  const title = (end: string): string => `${command} ${end} in ${quoteSanitized(plan.organization)}`;
  const again = `Run ${command.toLowerCase()} again to continue.`;
  return [
    ...[...done, ...failed, ...shown].flatMap((it) => outcomeLines(it, plan, palette, verbose)),
    ...(more === 0
      ? []
      : [`${palette.yellow("skipped:")} … and ${more} more (use ${optionName("verbose")} to show all)`]),
    failed.length + skipped.length === 0
      ? palette.green(`${title("complete")}: ${changesMade(summaryOf(plan))}.`)
      : palette.red(`${title("incomplete")}: ${partlyMade(plan, ended)}. ${again}`),
  ].join("\n");
}

function endedAs(kind: Outcome["kind"], ended: readonly EndedAction[]): readonly EndedAction[] {
  return ended.filter(({ outcome }) => outcome.kind === kind);
}

function outcomeLines(
  { action, outcome }: EndedAction,
  { actions }: Plan,
  { red, yellow }: Colors,
  verbose: boolean,
): readonly string[] {
  const name = describe(action);
  if (outcome.kind === "done") {
    return outcome.warning === undefined ? [] : [`${yellow("warning:")} ${name}`, `  ${sanitize(outcome.warning)}`];
  }
  if (outcome.kind === "skipped") {
    const failures = outcome.reason === "dependency" ? outcome.failures : [];
    const needed = actions.filter(({ id }) => failures.includes(id)).map(describe);
    return [
      `${yellow("skipped:")} ${name}`,
      ...(needed.length === 0 ? [] : [`  depends on: ${verbose ? needed.join(", ") : formatList(needed)}`]),
    ];
  }
  const { error } = outcome;
  const isUnknown = error.outcomeUnknown;
  return [`${isUnknown ? yellow("outcome unknown:") : red("failed:")} ${name}`, `  ${sanitize(messageOf(error))}`];
}

/** The changes that were made, and how the other actions ended. */
function partlyMade(plan: Plan, ended: readonly EndedAction[]): string {
  const failed = endedAs("failed", ended).length;
  const unknown = ended.filter(({ outcome }) => outcome.kind === "failed" && outcome.error.outcomeUnknown).length;
  const counts = [
    ...(unknown === 0 ? [] : [`${unknown} with unknown outcome`]),
    `${failed - unknown} failed`,
    `${endedAs("skipped", ended).length} skipped${stopText(ended)}`,
  ];
  const made = summaryOf({ actions: endedAs("done", ended).map(({ action }) => action) });
  return `${changesMade(made, summaryOf(plan))}; ${counts.join(", ")}`;
}

const STOPS: Readonly<Record<Exclude<Skipped["reason"], "dependency">, string>> = {
  stopped: "the apply was stopped",
  "earlier-organization": "an earlier organization is incomplete",
};

/** Why actions were skipped that do not depend on one that failed. */
function stopText(ended: readonly EndedAction[]): string {
  const stops = ended.flatMap(({ outcome }) =>
    outcome.kind === "skipped" && outcome.reason !== "dependency" ? STOPS[outcome.reason] : [],
  );
  return stops.length === 0 ? "" : ` (${[...new Set(stops)].join("; ")})`;
}

/** How a number of changes reads once they are made. */
const MADE: readonly (readonly [keyof PlanSummary, (count: number) => string])[] = [
  ["create", (count) => `${count} created`],
  ["update", (count) => `${count} updated`],
  ["set", (count) => `${pluralize(count, "assignment")} set`],
  ["move", (count) => `${pluralize(count, "workspace")} moved`],
  ["unset", (count) => `${pluralize(count, "assignment")} removed`],
  ["delete", (count) => `${count} deleted`],
];

/**
 * The changes in the numbers of the plan's summary: `29 created, 885 workspaces moved`.
 *
 * @param planned - If not all were made: `28 of 29 created, 40 of 885 workspaces moved`.
 */
function changesMade(made: PlanSummary, planned?: PlanSummary): string {
  const all = planned ?? made;
  const counts = MADE.filter(([name]) => all[name] > 0).map(
    ([name, text]) => `${planned === undefined ? "" : `${made[name]} of `}${text(all[name])}`,
  );
  return counts.join(", ") || "no changes";
}

/** The changes of saved plans that had been made before, a line for each action; empty if there are none. */
export function doneBeforeAsText(plans: readonly Pick<Result, "plan" | "doneBefore">[]): string {
  return plans
    .flatMap(({ plan, doneBefore = [] }) => [
      ...(doneBefore.length === 0 ? [] : [`Done before in ${quoteSanitized(plan.organization)}, and left out:`]),
      ...doneBefore.map(({ action, workspaces, isComplete }) => {
        if (isComplete || workspaces === undefined) return `  ${describe(action)}`;
        return `  ${describe(action)}: ${workspaces.length} of them`;
      }),
    ])
    .join("\n");
}

function describe(action: Change): string {
  return describeChange(action, quoteSanitized);
}
