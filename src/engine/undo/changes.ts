import * as v from "valibot";
import { asObject } from "../../json";
import { attributeOf, nameKey, SETTING_NAMES, settingsFrom, type ProjectSettings } from "../../model";
import { isOutcomeUnknown } from "../../reconcile/errors";
import { UserError } from "../../user-error";
import type { Outcome } from "../apply/execute-plan";
import { settingSchemas, type DesiredOrganization, type StateVersion } from "../organization";
import type { Plan } from "../plan/comparison";
import { actionsJson } from "../report/action-json";

/** What a document says about one organization: what was planned, and how it ended. */
export interface DocumentedChanges {
  readonly organization: string;
  /** How the code said to connect to the service, if the document has it. */
  readonly connection: DesiredOrganization["connection"];
  readonly states: readonly StateVersion[];
  readonly isTerraforms: boolean;
  readonly actions: readonly DocumentedAction[];
}

/** How an action ended; `unknown` if nothing says it, or if the response was lost: the organization shows it. */
type Progress = "done" | "failed" | "skipped" | "unknown";

/** An action of a document. */
export type DocumentedAction = { readonly id: string; readonly progress: Progress } & (
  | {
      readonly kind: "create";
      readonly address: string;
      readonly after: ProjectSettings;
      /** Undefined unless the document is of an apply that created the project. */
      readonly projectId: string | undefined;
    }
  | {
      readonly kind: "update";
      readonly address: string;
      readonly projectId: string;
      readonly before: ProjectSettings;
      readonly after: ProjectSettings;
    }
  | { readonly kind: "delete"; readonly projectId: string; readonly before: ProjectSettings }
  | {
      readonly kind: "move";
      readonly destination: { readonly id: string | null; readonly name: string };
      readonly workspaces: readonly DocumentedMove[];
    }
);

export interface DocumentedMove {
  readonly id: string;
  readonly name: string;
  readonly from: { readonly id: string; readonly name: string };
}

/** A document of a newer version may have settings that this one would leave as they are, and not say so. */
const attributes = v.strictObject(
  Object.fromEntries(SETTING_NAMES.map((name) => [attributeOf(name), settingSchemas[name]])),
) as v.GenericSchema<unknown, Readonly<Record<string, unknown>>>;

const settings = v.pipe(
  attributes,
  v.transform((values) => settingsFrom((name) => values[attributeOf(name)] as ProjectSettings[typeof name])),
);

const named = v.object({ id: v.string(), name: v.string() });

const action = v.variant("kind", [
  v.object({ id: v.string(), kind: v.literal("create"), address: v.string(), after: settings }),
  v.object({
    id: v.string(),
    kind: v.literal("update"),
    address: v.string(),
    project_id: v.string(),
    before: settings,
    after: settings,
  }),
  v.object({ id: v.string(), kind: v.literal("delete"), project_id: v.string(), before: settings }),
  v.object({
    id: v.string(),
    kind: v.literal("move"),
    destination: v.object({ id: v.nullable(v.string()), name: v.string() }),
    workspaces: v.array(v.object({ ...named.entries, from: named })),
  }),
]);

const outcome = v.object({
  action: v.string(),
  outcome: v.picklist(["done", "failed", "skipped"]),
  project_id: v.optional(v.string()),
  error: v.optional(v.looseObject({ outcome_unknown: v.optional(v.boolean()) })),
  batches: v.optional(v.array(v.looseObject({}))),
});

const organization = v.object({
  name: v.string(),
  states: v.array(v.object({ source: v.string(), lineage: v.string(), serial: v.number() })),
  terraform_plan: v.optional(v.looseObject({})),
  actions: v.array(action),
  outcomes: v.optional(v.array(outcome)),
});

const document = v.object({
  format_version: v.pipe(v.string(), v.regex(/^2\.\d+$/, "Expected version 2 of the format")),
  kind: v.picklist(["plan", "apply"]),
  organizations: v.array(organization),
});

/** A plan, and how its actions ended, in their order: what `apply` returns. */
export interface AppliedPlan {
  readonly plan: Plan;
  readonly outcomes: readonly Outcome[];
}

/**
 * What says what was changed: a plan, plans, a plan with its outcomes, or the JSON document of `tfprojects plan` or
 * `apply`, parsed.
 */
export type ChangeDocument = Plan | AppliedPlan | readonly Plan[] | Readonly<Record<string, unknown>>;

/**
 * What a document says about each of its organizations.
 *
 * @param name - What messages call the document.
 * @throws UserError when it is not a document of changes.
 */
export function changesOf(content: ChangeDocument, name = "the document"): readonly DocumentedChanges[] {
  if (isPlans(content)) return content.map((plan) => changesOfPlan({ plan, outcomes: [] }));
  if (isPlan(content)) return [changesOfPlan({ plan: content, outcomes: [] })];
  return isApplied(content) ? [changesOfPlan(content)] : changesOfJson(content, name);
}

function isPlans(content: ChangeDocument): content is readonly Plan[] {
  return Array.isArray(content);
}

function isPlan(content: Exclude<ChangeDocument, readonly Plan[]>): content is Plan {
  return "kind" in content && content.kind === "plan" && "desired" in content;
}

function isApplied(content: object): content is AppliedPlan {
  return "plan" in content && "outcomes" in content;
}

function changesOfPlan({ plan, outcomes }: AppliedPlan): DocumentedChanges {
  const actions = v.parse(v.array(action), JSON.parse(JSON.stringify(actionsJson(plan))));
  const { states = [], terraformPlan } = plan.desired.recorded ?? {};
  return {
    organization: plan.organization,
    connection: plan.desired.connection,
    states: plan.desired.undo?.states ?? states,
    isTerraforms: plan.desired.undo?.isTerraforms ?? terraformPlan !== undefined,
    actions: documented(actions, (_, position) => ended(outcomes[position])),
  };
}

interface End {
  readonly progress: Progress;
  readonly projectId?: string | undefined;
}

function ended(outcome: Outcome | undefined): End {
  if (outcome === undefined) return { progress: "unknown" };
  const isUnknown = outcome.kind === "failed" && isOutcomeUnknown(outcome.error);
  return {
    progress: progressOf(outcome.kind, isUnknown, outcome.batches),
    projectId: outcome.kind === "done" ? outcome.createdId : undefined,
  };
}

/** Of a move in batches, some may be done although the move is not. */
function progressOf(kind: Outcome["kind"], isUnknown: boolean, batches: readonly object[] | undefined): Progress {
  return isUnknown || batches !== undefined ? "unknown" : kind;
}

function changesOfJson(content: unknown, name: string): readonly DocumentedChanges[] {
  const result = v.safeParse(document, content);
  if (!result.success) {
    const [issue] = result.issues;
    const at = issue.path?.map(({ key }) => String(key)).join(".") ?? "";
    const { kind } = asObject(content);
    const problem = kind === "plan" || kind === "apply" || typeof kind !== "string" ? issue.message : `kind ${kind}`;
    throw new UserError(
      `Nothing was changed: ${name} has no changes that could be undone: ${at === "" ? "" : `${at}: `}${problem}.`,
      "Use a saved plan, or the JSON document of `tfprojects plan` or `tfprojects apply`.",
      { code: "INVALID_PLAN" },
    );
  }
  return result.output.organizations.map((it) => ({
    organization: it.name,
    connection: undefined,
    states: it.states,
    isTerraforms: it.terraform_plan !== undefined,
    actions: documented(it.actions, (id, position) => endedInJson(it, id, position)),
  }));
}

function endedInJson(
  { actions, outcomes = [] }: v.InferOutput<typeof organization>,
  id: string,
  position: number,
): End {
  const own = outcomes.length === actions.length ? outcomes[position] : undefined;
  const all = own?.action === id ? [own] : outcomes.filter((it) => it.action === id);
  const [first, ...others] = all.map((it) =>
    progressOf(it.outcome, it.outcome === "failed" && it.error?.outcome_unknown === true, it.batches),
  );
  if (first === undefined || others.some((it) => it !== first)) return { progress: "unknown" };
  return { progress: first, projectId: all.find((it) => it.project_id !== undefined)?.project_id };
}

function documented(
  actions: readonly v.InferOutput<typeof action>[],
  endOf: (id: string, position: number) => End,
): readonly DocumentedAction[] {
  const ends = actions.map(({ id }, position) => endOf(id, position));
  const created = new Map(
    actions.flatMap((it, position) => {
      const id = ends[position]?.projectId;
      return it.kind === "create" && id !== undefined ? [[nameKey(it.after.name), id] as const] : [];
    }),
  );
  return actions.map((it, position): DocumentedAction => {
    const { progress, projectId } = ends[position] ?? { progress: "unknown" };
    switch (it.kind) {
      case "create":
        return { ...it, progress, projectId };
      case "update":
        return { ...it, progress, projectId: it.project_id };
      case "delete":
        return { ...it, progress, projectId: it.project_id };
      case "move": {
        const { id, name } = it.destination;
        return { ...it, progress, destination: { id: id ?? created.get(nameKey(name)) ?? null, name } };
      }
    }
  });
}
