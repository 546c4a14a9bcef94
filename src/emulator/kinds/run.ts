import { isFinalRunStatus, RUN_STATUSES, type RunStatus } from "../../model";
import type { Kind } from "../engine/kind";
import { kind } from "../engine/kind";
import { resourcePage } from "../engine/lists";
import { visible } from "../engine/path";
import { settingOf } from "../engine/write";
import { applyResource, planResource } from "./plan";
import { DISCARDABLE, organizationRuns, workspaceRuns } from "./run/list";
import type { RunRecord } from "./run/shape";
import { runShape } from "./run/shape";
import { userResource } from "./user";
import { workspaces } from "./workspace";

/** Statuses of a run that waits for its plan to be confirmed or discarded. */
const AWAITING_CONFIRMATION: readonly RunStatus[] = ["planned", "post_plan_completed"];

type Actionable = Pick<RunRecord, "status" | "setStatus">;

/** Whether the run waits for its plan to be confirmed. */
export function isConfirmable({ status, setStatus }: Actionable): boolean {
  return setStatus?.isConfirmable ?? AWAITING_CONFIRMATION.includes(status);
}

/** Whether the run can be canceled. One that waits for confirmation is discarded instead. */
export function isCancelable(run: Actionable): boolean {
  return !isFinalRunStatus(run.status) && !isConfirmable(run);
}

/** Whether the run can be discarded: it is pending, waits for a decision, or for what follows its plan. */
export function isDiscardable(run: Actionable): boolean {
  const { status } = run;
  return (
    status === "pending" ||
    DISCARDABLE.includes(status) ||
    isConfirmable(run) ||
    /_(awaiting_decision|override)$/.test(status)
  );
}

/** Whether the run has ever had a status. */
function hasBeen({ statusTimestamps }: RunRecord, status: string): boolean {
  return statusTimestamps[timestampKey(status)] !== undefined;
}

/** Whether the run has ever had a final status. */
function hasEnded(run: RunRecord): boolean {
  return RUN_STATUSES.some((status) => isFinalRunStatus(status) && hasBeen(run, status));
}

/** `awaiting_override` → `awaiting-override-at`. */
export function timestampKey(status: string): string {
  return `${status.replaceAll("_", "-")}-at`;
}

/** Runs; runs/ has what they do. See https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run */
export const runs: Kind<RunRecord> = kind(runShape, {
  access: { read: "read", create: "plan" },
  items: ["/runs/:run"],
  collection: "/workspaces/:workspace/runs",
  offers: ["list", "show"],
  list: workspaceRuns,
  lists: [organizationRuns],
  computed: {
    hasChanges: { constant: true },
    terraformVersion: {
      value: ({ store }, { settings, workspaceId }) =>
        settings.terraformVersion ??
        settingOf(workspaces, store.table(workspaces).expect(workspaceId), "terraformVersion"),
    },
    triggerReason: { constant: "manual" },
    triggeringSourceName: { constant: null },
    updatedAt: { value: (_, { createdAt }) => createdAt },
    canceledAt: { value: (_, run) => afterCancellation(run, 0) },
    forceCancelAvailableAt: { value: (_, run) => afterCancellation(run, FORCE_CANCEL_DELAY_MS) ?? undefined },
    actions: {
      value: (_, run) => ({
        "is-cancelable": isCancelable(run),
        "is-confirmable": isConfirmable(run),
        "is-discardable": isDiscardable(run),
        // Runs are canceled immediately: there is nothing to force.
        "is-force-cancelable": false,
      }),
    },
    permissions: {
      value: ({ principal, store }, run) => {
        const mayRun = principal.can("run", store.placeOf(runs, run));
        return {
          "can-apply": mayRun,
          "can-cancel": mayRun,
          "can-comment": true,
          "can-discard": mayRun,
          "can-force-cancel": mayRun,
          "can-force-execute": false,
          "can-override-policy-check": false,
        };
      },
    },
  },
  related: {
    createdBy: {
      ...users((run) => run.createdBy),
      links: (_, { id, createdBy }) => (createdBy === undefined ? undefined : linkTo(id, "created-by")),
    },
    configurationVersion: {
      to: "configuration-versions",
      records: ({ store }, { configurationVersionId: id }) => store.of("configuration-versions").get(id ?? ""),
      links: (_, { id, configurationVersionId: version }) =>
        version === null ? undefined : linkTo(id, "configuration-version"),
    },
    confirmedBy: users((run) => run.confirmedBy),
    canceledBy: { constant: { data: null } },
    comments: {
      to: "comments",
      many: true,
      records: ({ store }, { id }) => store.of("comments").where("runId", id).all(),
      links: (_, { id }) => linkTo(id, "comments"),
    },
    runEvents: {
      to: "run-events",
      many: true,
      records: ({ store }, { id }) => store.of("run-events").where("runId", id).all(),
      links: (_, { id }) => linkTo(id, "run-events"),
    },
    taskStages: {
      to: "task-stages",
      many: true,
      records: ({ store }, { id }) => store.of("task-stages").index("run", id).all(),
      links: (_, { id }) => linkTo(id, "task-stages"),
    },
    costEstimate: { constant: { data: null } },
    plan: {
      resources: (context, run) => [planResource(context, run)],
      links: (_, { id }) => linkTo(id, "plan"),
    },
    apply: {
      resources: (context, run) => [applyResource(context, run)],
      links: (_, { id }) => linkTo(id, "apply"),
    },
    policyChecks: { many: true, resources: () => [], links: (_, { id }) => linkTo(id, "policy-checks") },
    runTriggerSnapshots: { constant: { data: [] } },
    tfPolicyEvaluations: { constant: { data: [] } },
    triggeringRun: { constant: { data: null } },
    triggeringSource: { constant: { data: null } },
  },
  includes: [
    ...["task-stages", "workspace", "created-by", "confirmed-by", "configuration-version", "comments"],
    ...["plan", "apply", "run-events"],
  ],
  routes: [
    // Policies of this kind are not emulated.
    {
      method: "GET",
      path: "/runs/:run/tf-policy-evaluations",
      handle: (request) => {
        visible(request, runs);
        return resourcePage(request, []);
      },
    },
  ],
  includesNothing: [...["configuration-version.ingress-attributes", "cost-estimate"], "tf-policy-evaluations"],
  rules: ({ isDestroy, settings }) =>
    isDestroy === true && settings?.refreshOnly === true
      ? [{ attribute: "refresh-only", detail: "Refresh only must not be combined with is-destroy" }]
      : [],
  indexes: {
    /** Of a workspace: the runs that have not completed, but plan-only ones. The first is active, unless it waits. */
    underway: { keys: ({ underway, workspaceId }) => (underway === true ? workspaceId : undefined) },
    applicable: { keys: ({ planOnly, workspaceId }) => (planOnly ? undefined : workspaceId) },
    completed: { keys: (run) => (hasEnded(run) ? run.workspaceId : undefined) },
    applied: { keys: (run) => (hasBeen(run, "applied") ? run.workspaceId : undefined) },
  },
});

function linkTo(id: string, relationship: string): { readonly related: string } {
  return { related: `/api/v2/runs/${id}/${relationship}` };
}

function users(nameOf: (run: RunRecord) => string | undefined): NonNullable<typeof runs.related>[string] {
  return {
    resources: (_, run) => {
      const name = nameOf(run);
      return name === undefined ? [] : [userResource(name)];
    },
  };
}

/** Time after which a canceled run can be force-canceled (our choice: undocumented). */
const FORCE_CANCEL_DELAY_MS = 60_000;

/** In UTC with milliseconds, unlike status timestamps: Go clients parse no offset here. */
function afterCancellation({ statusTimestamps }: RunRecord, delayMs: number): string | null {
  const canceledAt = statusTimestamps["canceled-at"];
  return canceledAt === undefined ? null : new Date(Date.parse(canceledAt) + delayMs).toISOString();
}
