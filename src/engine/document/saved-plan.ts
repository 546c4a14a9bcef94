import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import { compareStrings, groupBy, indexBy } from "../../lists";
import { attributeTexts } from "../changes/attribute-change";
import { changeSchema, type Change } from "../changes/change";
import { changeOf, describe, movedBy } from "../changes/kinds";
import { checkNotBlocked } from "../blocked-plan-error";
import type { Plan } from "../plan/comparison";
import { differencesOf, progressOf, type DoneBefore, type PlanProgress } from "../plan/progress";
import { isIncomplete } from "../plan/comparison";
import { makePlan } from "../plan/plan";
import { planOptions } from "../plan/plan-options";
import { formatList, quote } from "../../reconcile/text";
import { VERSION } from "../../version";
import { asObject, getString, isObject } from "../../json";
import { usageError, UserError } from "../../user-error";
import { sanitize } from "../../sanitize";
import { writeFiles } from "../../files/write-files";
import { actualOrganization } from "../actual-organization";
import { desiredOrganization, type DesiredOrganization } from "../organization";
import { problemOf, type ReadOnly } from "../shape";
import { FORMAT_PREFIX, formatOf } from "../saved-plan-format";

/** Raised with every change after which older plans can no longer be read or compared. */
const FORMAT = `${FORMAT_PREFIX}11`;

const savedPlan = v.object({
  format: v.literal(FORMAT),
  version: v.string(),
  /** SHA-256 of everything else. */
  checksum: v.string(),
  plans: v.array(
    v.object({
      desired: desiredOrganization,
      actual: actualOrganization,
      options: planOptions,
      actions: v.array(changeSchema),
    }),
  ),
});

type SavedPlan = ReadOnly<v.InferInput<typeof savedPlan>>;

/** How many changed actions are listed. */
const CHANGES_SHOWN = 12;

/**
 * How a new plan differs from an earlier one, a line for each action; empty when it does not. Changes of the earlier
 * one that were made already are no differences: see {@link progressOf}.
 *
 * @param current - Made with {@link codeAsPlanned} of the earlier one.
 */
export function changesSince(
  earlier: Pick<Plan, "actions" | "actual">,
  current: Plan,
  { remaining: expected }: Pick<PlanProgress, "remaining"> = progressOf(earlier, current),
): readonly string[] {
  const { actions, organization } = current;
  const before = indexBy(expected, ({ id }) => id);
  const now = indexBy(actions, ({ id }) => id);
  const changes = differencesOf(expected, actions);
  const more = changes.length > CHANGES_SHOWN ? [`… and ${changes.length - CHANGES_SHOWN} more`] : [];
  const shown = changes.slice(0, CHANGES_SHOWN).map((id) => differenceText(before.get(id), now.get(id)));
  return [...shown, ...more].map((line) => `  ${sanitize(`${organization}: ${line}`)}`);
}

/** The code of a plan with the workspaces that its rules move: they move no others. */
export function codeAsPlanned({ desired, actions }: Pick<Plan, "desired" | "actions">): DesiredOrganization {
  const { placements = [] } = desired;
  if (placements.length === 0) return desired;
  const placed = actions
    .flatMap(movedBy)
    .flatMap(({ id, name, rule }) => (rule === undefined ? [] : [{ id, name, rule }]));
  const byPlacement = groupBy(placed, ({ rule }) => rule.placement);
  return {
    ...desired,
    placements: placements.map((it) => ({ ...it, decided: byPlacement.get(it.address) ?? [] })),
  };
}

/**
 * The changes of plans that waited, of each, that had been made before.
 *
 * @param what - The name of the plans in messages.
 * @param all - The plans, and their code planned again.
 * @throws UserError when an organization requires other changes than its plan has.
 */
export function checkSameChanges(
  what: string,
  all: readonly { readonly earlier: Plan; readonly current: Plan }[],
): readonly (readonly DoneBefore[])[] {
  const compared = all.map(({ earlier, current }) => {
    const progress = progressOf(earlier, current);
    return { done: progress.done, changes: changesSince(earlier, current, progress) };
  });
  const changes = compared.flatMap((it) => it.changes);
  // If the token does not see everything, there are fewer actions, although nothing may have changed: the plan says so.
  if (changes.length > 0 && !all.some(({ current }) => isIncomplete(current))) {
    throw new UserError(
      [`Nothing was changed: ${what} is stale, because the organization has changed since:`, ...changes].join("\n"),
      "",
      { code: "STALE_PLAN", remedy: { kind: "new-plan", isStale: true } },
    );
  }
  return compared.map(({ done }) => done);
}

/** An action that two plans do not have alike: what it does, and in brackets the part of it that differs. */
function differenceText(earlier: Change | undefined, later: Change | undefined): string {
  const action = later ?? earlier;
  if (action === undefined) return "";
  const inBoth = earlier === undefined ? "added to" : "changed in";
  const before = partsOf(earlier);
  const now = partsOf(later);
  const details = [
    ...[...now].flatMap(([key, text]) => (before.get(key) === text ? [] : text)),
    ...[...before].flatMap(([key, text]) => {
      if (now.has(key)) return [];
      return later === undefined ? text : `no longer ${text}`;
    }),
  ];
  const shown = details.length === 0 ? "" : ` (${formatList(details)})`;
  const change = later === undefined ? "removed from" : inBoth;
  return `${change} the plan: ${describe(action, quote)}${shown}`;
}

/** The parts of an action: `api from Platform` by the workspace, `description "a" → "b"` by the attribute. */
function partsOf(action: Change | undefined): ReadonlyMap<string, string> {
  if (action === undefined) return new Map();
  const change = changeOf(action);
  const attributes =
    change?.change === "update"
      ? attributeTexts(change, (value) => (value === undefined ? "unknown" : value === null ? "unset" : quote(value)))
      : [];
  return new Map([
    ...movedBy(action).map(({ id, name, from }) => [id, `${name} from ${from.name}`] as const),
    ...attributes.map(([label, text]) => [label, `${label} ${text}`] as const),
  ]);
}

/**
 * Saves plans: with the code and the organizations that they were made from, so that they can be shown and checked.
 * They have no token: applying them needs one.
 *
 * @param advice - The next step if the file cannot be written.
 * @throws UserError when a plan is blocked, or the file cannot be written.
 */
export async function writeSavedPlan(path: string, plans: readonly Plan[], advice: string): Promise<void> {
  plans.forEach(checkNotBlocked);
  if (!plans.every(({ options }) => isDeepStrictEqual(options, plans[0]?.options))) {
    throw usageError("Plans with different options cannot be saved in one file.", "Save each in its own file.");
  }
  const document: Omit<SavedPlan, "checksum"> = {
    format: FORMAT,
    version: VERSION,
    plans: plans.map((plan) => {
      const { actual, options } = plan;
      const { related: _, ...observed } = actual;
      // Applying it does not evaluate rules again.
      return { desired: codeAsPlanned(plan), actual: observed, options, actions: plan.actions };
    }),
  };
  const content = `${JSON.stringify({ ...document, checksum: checksumOf(document) }, undefined, 2)}\n`;
  await writeFiles([{ path, content, isPrivate: true }], { advice });
}

/**
 * Reads the content of a saved plan: at least one plan.
 *
 * @throws UserError when it cannot be used.
 */
export function readSavedPlan(path: string, content: unknown): readonly Plan[] {
  const format = formatOf(content);
  if (format !== FORMAT) throw otherFormat(path, String(format), content);
  const result = v.safeParse(savedPlan, content);
  if (!result.success) {
    throw invalidPlan(`${path} is not a valid saved plan: ${problemOf(result.issues[0])}.`);
  }
  const { plans } = result.output;
  if (plans.length === 0) throw invalidPlan(`The saved plan ${path} has no organization.`);
  const { checksum, ...rest } = asObject(content);
  if (checksum !== checksumOf(rest)) {
    throw invalidPlan(`The saved plan ${path} was changed or damaged after it was saved.`);
  }
  return plans.map(({ desired, actual, options, actions }) => {
    const plan = makePlan(desired, actual, options);
    if (differencesOf(actions, plan.actions).length === 0) return plan;
    const { version } = result.output;
    throw invalidPlan(`The plan ${path} was saved by tfprojects ${version}, and ${VERSION} plans other changes.`);
  });
}

/** SHA-256 of the JSON without white space, with members in the order of their names: a plan may be formatted. */
function checksumOf(document: object): string {
  return createHash("sha256").update(JSON.stringify(document, sortedMembers)).digest("hex");
}

/** For `JSON.stringify`. */
function sortedMembers(_: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => compareStrings(one, other)))
    : value;
}

function otherFormat(path: string, format: string, content: unknown): UserError {
  const version = getString(asObject(content), "version");
  const creator = version === undefined ? "" : ` by tfprojects ${version}`;
  return invalidPlan(
    `The plan ${path} was saved${creator} in the format ${format}, but tfprojects ${VERSION} needs ${FORMAT}: ` +
      "a saved plan can be applied only by a version with the same format.",
    "Nothing was changed.",
  );
}

function invalidPlan(message: string, nextStep = ""): UserError {
  return new UserError(message, nextStep, { code: "INVALID_PLAN", remedy: { kind: "new-plan" } });
}
