import * as v from "valibot";
import { asObject } from "../../json";
import { groupBy } from "../../lists";
import { CODE_LANGUAGES } from "../../model";
import { isOutcomeUnknown } from "../../reconcile/errors";
import { isStdin, shownSource } from "../../source";
import { messageOf } from "../../system-errors";
import { decodeText, readStdin, readTextFile } from "../../text-file";
import { UserError } from "../../user-error";
import type { Outcome, Result } from "../result";
import { changesInJson } from "../changes/json";
import type { DocumentedChange, DocumentOrigin, End } from "./way-back";
import type { DesiredOrganization, StateVersion } from "../organization";
import { readSavedPlan } from "../document/saved-plan";
import type { Plan } from "../plan/comparison";
import { formatOf } from "../saved-plan-format";
import { problemOf } from "../shape";

/** The planned changes of an organization in a document, and how they ended. */
export interface DocumentedChanges extends DocumentOrigin {
  readonly organization: string;
  /** How the code said to connect to the service, if the document has it. */
  readonly connection: DesiredOrganization["connection"];
  readonly states: readonly StateVersion[];
  readonly isTerraforms: boolean;
  /** Whether they undo changes of code; an undo of an undo makes these again. */
  readonly isUndo: boolean;
  readonly actions: readonly DocumentedChange[];
}

const outcome = v.object({
  action: v.string(),
  outcome: v.picklist(["done", "failed", "skipped"]),
  project_id: v.optional(v.string()),
  error: v.optional(v.looseObject({ outcome_unknown: v.optional(v.boolean()) })),
});

const organization = v.object({
  name: v.string(),
  language: v.optional(v.picklist(CODE_LANGUAGES), "terraform"),
  states: v.array(v.object({ source: v.string(), lineage: v.string(), serial: v.number() })),
  terraform_plan: v.optional(v.looseObject({})),
  undo: v.optional(v.object({ restores: v.optional(v.boolean(), false) })),
  actions: changesInJson,
  outcomes: v.optional(v.array(outcome)),
});

const document = v.object({
  format_version: v.pipe(v.string(), v.regex(/^2\.\d+$/, "expected version 2 of the format")),
  kind: v.picklist(["plan", "apply"]),
  organizations: v.array(organization),
});

/**
 * The changes to undo: a plan, plans, what an apply returned, or the JSON document of `tfprojects plan` or `apply`,
 * parsed.
 */
export type ChangeDocument =
  | Plan
  | Pick<Result, "plan" | "outcomes">
  | readonly Plan[]
  | Readonly<Record<string, unknown>>;

const USABLE = "Use a saved plan, or the JSON document of `tfprojects plan` or `tfprojects apply`.";

/**
 * Reads a document of changes: a saved plan, or the JSON of `plan` or `apply`.
 *
 * @param path - `-` for stdin.
 * @throws UserError when it is none of them.
 */
export async function readDocument(path: string): Promise<readonly DocumentedChanges[]> {
  const content = await readJson(path);
  const name = isStdin(path) ? "the document from stdin" : path;
  const document = formatOf(content) === undefined ? asObject(content) : readSavedPlan(name, content);
  return changesOf(document, name);
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(isStdin(path) ? decodeText(await readStdin()) : await readTextFile(path));
  } catch (error) {
    throw new UserError(
      `Nothing was changed: the document ${shownSource(path)} cannot be read: ${messageOf(error)}.`,
      USABLE,
      { code: "INVALID_PLAN", cause: error },
    );
  }
}

/**
 * The changes of each organization in a document.
 *
 * @param name - What messages call the document.
 * @throws UserError when it is not a document of changes.
 */
export function changesOf(content: ChangeDocument, name = "the document"): readonly DocumentedChanges[] {
  if (isPlans(content)) return content.map((plan) => changesOfPlan(plan));
  if (isPlan(content)) return [changesOfPlan(content)];
  return isApplied(content) ? [changesOfPlan(content.plan, content.outcomes)] : changesOfJson(content, name);
}

function isPlans(content: ChangeDocument): content is readonly Plan[] {
  return Array.isArray(content);
}

function isPlan(content: Exclude<ChangeDocument, readonly Plan[]>): content is Plan {
  return "kind" in content && content.kind === "plan" && "desired" in content;
}

function isApplied(content: object): content is Pick<Result, "plan" | "outcomes"> {
  return "plan" in content && "outcomes" in content;
}

function changesOfPlan(plan: Plan, outcomes?: readonly Outcome[]): DocumentedChanges {
  const { states = [], terraformPlan } = plan.desired.inState ?? {};
  return {
    organization: plan.organization,
    connection: plan.desired.connection,
    language: plan.desired.language ?? "terraform",
    states: plan.desired.undo?.states ?? states,
    mayBeTerraforms: plan.desired.undo === undefined && outcomes === undefined,
    isTerraforms: plan.desired.undo?.isTerraforms ?? terraformPlan !== undefined,
    isUndo: plan.desired.undo !== undefined && plan.desired.undo.restores !== true,
    actions: plan.actions.map((it, position) => ({ ...it, ...endOf(outcomes?.[position]) })),
  };
}

function endOf(outcome: Outcome | undefined): End {
  if (outcome === undefined) return { end: "unknown" };
  const isUnknown = outcome.kind === "failed" && isOutcomeUnknown(outcome.error);
  return {
    end: isUnknown ? "unknown" : outcome.kind,
    createdId: outcome.kind === "done" ? outcome.createdId : undefined,
  };
}

function changesOfJson(content: unknown, name: string): readonly DocumentedChanges[] {
  const result = v.safeParse(document, content);
  if (!result.success) {
    const { kind } = asObject(content);
    const isOther = typeof kind === "string" && kind !== "plan" && kind !== "apply";
    const problem = isOther ? `it is of the kind ${kind}` : problemOf(result.issues[0]);
    throw new UserError(`Nothing was changed: ${name} has no changes that could be undone: ${problem}.`, USABLE, {
      code: "INVALID_PLAN",
    });
  }
  return result.output.organizations.map((it) => ({
    organization: it.name,
    connection: undefined,
    language: it.language,
    states: it.states,
    mayBeTerraforms: it.undo === undefined && it.outcomes === undefined,
    isTerraforms: it.terraform_plan !== undefined,
    isUndo: it.undo?.restores === false,
    actions: actionsInJson(it),
  }));
}

function actionsInJson({ actions, outcomes = [] }: v.InferOutput<typeof organization>): DocumentedChanges["actions"] {
  const byAction = groupBy(outcomes, ({ action }) => action);
  return actions.map((action, position) => {
    const own = outcomes.length === actions.length ? outcomes[position] : undefined;
    return { ...action, ...endInJson(own?.action === action.id ? [own] : (byAction.get(action.id) ?? [])) };
  });
}

function endInJson(all: readonly v.InferOutput<typeof outcome>[]): End {
  const [first, ...others] = all.map(({ outcome: end, error }) =>
    end === "failed" && error?.outcome_unknown === true ? "unknown" : end,
  );
  if (first === undefined || others.some((it) => it !== first)) return { end: "unknown" };
  return { end: first, createdId: all.find((it) => it.project_id !== undefined)?.project_id };
}
