import { idPrefix, RUN_STATUSES } from "../../../model";
import { arrayOf, boolean, nullable, object, oneOf, optional, record, string } from "../../decode";
import { attribute, setting } from "../../engine/attribute";
import type { RecordOf } from "../../engine/kind";
import { shape } from "../../engine/kind";
import { toOne, toOptional } from "../../engine/relation";

/** See https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run#create-a-run */
const DEFAULT_MESSAGE = "Queued manually via the Terraform Enterprise API";

const flag = (defaultValue: boolean) => setting(boolean, defaultValue, { writable: "create" });
const textList = setting(nullable(arrayOf(string)), null, { writable: "create" });

/** The members of runs. */
export const runShape = shape({
  type: "runs",
  label: "Run",
  prefix: idPrefix("run"),
  parameter: "run",
  parent: "workspace",
  attributes: {
    message: attribute(string, { initial: DEFAULT_MESSAGE, writable: "create" }),
    /** Whether it only plans. */
    planOnly: attribute(boolean, { initial: false, writable: "create" }),
    isDestroy: attribute(boolean, { initial: false, writable: "create" }),
    /** Whether it applies without confirmation. */
    autoApply: attribute(boolean, { initial: false, writable: "create" }),
    status: attribute(oneOf(RUN_STATUSES), { initial: "pending", writable: "never" }),
    statusTimestamps: attribute(record(string), { initial: {}, writable: "never" }),
    createdAt: attribute(string, { stamp: "created" }),
  },
  settings: {
    allowConfigGeneration: flag(false),
    allowEmptyApply: flag(false),
    debuggingMode: flag(false),
    refresh: flag(true),
    refreshOnly: flag(false),
    savePlan: flag(false),
    replaceAddrs: setting(nullable(arrayOf(string)), [], { writable: "create" }),
    targetAddrs: textList,
    policyPaths: textList,
    invokeActionAddrs: textList,
    terraformVersion: setting(nullable(string), null, { writable: "create", writeOnly: true }),
    variables: setting(arrayOf(object({ key: string, value: string })), [], { writable: "create" }),
    /** The first comment. */
    comment: setting(nullable(string), null, { writable: "create", writeOnly: true }),
    source: setting(string, "tfe-api", { writable: "never" }),
  },
  relations: {
    workspace: toOne("workspaces", { writable: "create" }),
    configurationVersion: toOptional("configuration-versions", { writable: "create" }),
  },
  members: {
    /** Whether it was confirmed. */
    confirmed: boolean,
    canceled: boolean,
    discarded: boolean,
    /** A status that was set out of band, whatever its stages. */
    setStatus: optional(object({ status: oneOf(RUN_STATUSES), isConfirmable: optional(boolean) })),
    /** Whether it is active in its workspace or queued; undefined when completed, and for plan-only runs. */
    underway: optional(boolean),
    /** Who created and who confirmed it. */
    createdBy: optional(string),
    confirmedBy: optional(string),
    /** Whether failed mandatory tasks can be overridden. */
    tasksOverridable: optional(boolean),
  },
});

export type RunRecord = RecordOf<typeof runShape>;
