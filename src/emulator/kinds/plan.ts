import type { Context } from "../engine/kind";
import type { Resource } from "../engine/resource";

/*
 * The plan and the apply of a run. Both take no time and read no configuration: what they say follows from the run.
 * They change the single resource that a workspace has after an apply (our choice: undocumented).
 */

/** What plan and apply depend on. */
interface PlannedRun {
  readonly id: string;
  readonly isDestroy: boolean;
  readonly planOnly: boolean;
  readonly statusTimestamps: Readonly<Record<string, string>>;
}

/** The part of a run: `plan` or `apply`. */
export type Phase = keyof typeof PHASES;

const PHASES = {
  plan: { type: "plans", prefix: "plan-", done: "planned-at" },
  apply: { type: "applies", prefix: "apply-", done: "applying-at" },
} as const;

/** Statuses in which a run ends. */
const ENDS = ["canceled-at", "discarded-at", "errored-at", "planned-and-finished-at"];

/** The ID of the run that a plan or an apply belongs to; undefined for an ID of something else. */
export function runIdOf(phase: Phase, id: string): string | undefined {
  const { prefix } = PHASES[phase];
  return id.startsWith(prefix) ? `run-${id.slice(prefix.length)}` : undefined;
}

/** See https://developer.hashicorp.com/terraform/cloud-docs/api-docs/plans */
export function planResource(context: Context, run: PlannedRun): Resource {
  return phaseResource("plan", context, run, {
    "has-changes": true,
    "generated-configuration": false,
    "structured-run-output-enabled": true,
    actions: { "is-exportable": false },
    permissions: { "can-export": false },
  });
}

/** See https://developer.hashicorp.com/terraform/cloud-docs/api-docs/applies */
export function applyResource(context: Context, run: PlannedRun): Resource {
  return phaseResource("apply", context, run, { "action-invocations": 0, "action-failures": 0 });
}

function phaseResource(phase: Phase, { address }: Context, run: PlannedRun, others: object): Resource {
  const { type, prefix, done } = PHASES[phase];
  const id = run.id.replace(/^run-/, prefix);
  const self = `/api/v2/${type}/${id}`;
  const finishedAt = run.statusTimestamps[done];
  const isFinished = finishedAt !== undefined;
  const status = isFinished ? "finished" : willNotFollow(phase, run) ? "unreachable" : "pending";
  return {
    id,
    type,
    attributes: {
      status,
      "status-timestamps": isFinished ? { "started-at": finishedAt, "finished-at": finishedAt } : {},
      "execution-details": null,
      "log-read-url": new URL(`${self}/log`, address).href,
      "resource-additions": isFinished ? Number(!run.isDestroy) : null,
      "resource-changes": isFinished ? 0 : null,
      "resource-destructions": isFinished ? Number(run.isDestroy) : null,
      "resource-imports": isFinished ? 0 : null,
      ...others,
    },
    relationships: { "state-versions": { data: [] }, ...(phase === "plan" ? ONLY_PLAN : {}) },
    links: { self },
  };
}

const ONLY_PLAN = { exports: { data: [] }, "hyok-encrypted-data-key": { data: null } };

function willNotFollow(phase: Phase, { planOnly, statusTimestamps }: PlannedRun): boolean {
  return (phase === "apply" && planOnly) || ENDS.some((key) => statusTimestamps[key] !== undefined);
}

/** The marks at the beginning and the end of a log. Clients read on until they see the end. */
const [START, END] = ["\u0002", "\u0003"];

/** Terraform skips three lines of the log of an apply: those that the log of the plan has, too. */
const HEADER = [
  "Terraform in the emulator of tfprojects",
  "The emulator reads no configuration:",
  "every run is about a single resource.",
];

/** The log as far as it is written. */
export function logOf(phase: Phase, run: PlannedRun): string {
  if (run.statusTimestamps[PHASES[phase].done] === undefined) return willNotFollow(phase, run) ? START + END : START;
  const changed = run.isDestroy ? "0 added, 0 changed, 1 destroyed" : "1 added, 0 changed, 0 destroyed";
  const last = phase === "apply" ? `\nApply complete! Resources: ${changed}.\n` : "";
  return `${START}${HEADER.join("\n")}\n${last}${END}`;
}

/** The only resource of every workspace that has one. */
export const RESOURCE = { type: "terraform_data", name: "this", provider: "terraform.io/builtin/terraform" } as const;

/** The plan in the format of `terraform show -json`, with the schemas that Terraform needs to show it. */
export function redactedPlan({ isDestroy }: PlannedRun): object {
  const { type, name, provider } = RESOURCE;
  const attributes = { id: { type: "string", description_kind: "plain", computed: true } };
  const [before, after] = isDestroy ? [{ id: "1" }, null] : [null, {}];
  return {
    plan_format_version: "1.2",
    provider_format_version: "1.0",
    provider_schemas: {
      [provider]: {
        resource_schemas: { [type]: { version: 0, block: { attributes, description_kind: "plain" } } },
      },
    },
    resource_changes: [
      {
        address: `${type}.${name}`,
        mode: "managed",
        type,
        name,
        provider_name: provider,
        change: {
          actions: [isDestroy ? "delete" : "create"],
          before,
          after,
          after_unknown: isDestroy ? false : { id: true },
          before_sensitive: false,
          after_sensitive: false,
        },
      },
    ],
  };
}
