import { UnsupportedDocumentError } from "./unsupported-document";
import { formatList } from "../model";
import { isObject, asObject, asObjects, getString, textOf, type JsonObject } from "../json";
import { formatAddress, type InstanceKey, type Mode } from "./address";
import { readPlanConfiguration, type PlanConfiguration } from "./plan-configuration";
import { keyOf, modeOf, NEWER_VERSION, shownResources, type StateResource } from "./state";
import { isOwn } from "../model/provider-address";

/** The commands that create a Terraform plan and print it as JSON. */
export const PRINT_PLAN = "terraform plan -out=tfplan && terraform show -json tfplan > plan.json";

/** The projects and memberships in a Terraform plan, and what is needed to understand them. */
export interface TerraformPlan extends PlanConfiguration {
  /** The place that it was read from. */
  readonly source: string;
  /** When Terraform made it, in ISO 8601; undefined if it does not say so. */
  readonly createdAt: string | undefined;
  /** What Terraform does with the objects of all providers. */
  readonly changes: readonly PlannedChange[];
  /** Resources and data sources of this provider before the plan, with what its data sources have read. */
  readonly prior: readonly StateResource[];
  /** Root variable → value. */
  readonly variables: ReadonlyMap<string, unknown>;
}

/** What Terraform does with one object. */
export interface PlannedChange {
  readonly address: string;
  readonly mode: Mode;
  readonly type: string;
  /** The path of its module with keys, empty for the root module. */
  readonly module: string;
  /** `tfprojects_project.team`, `data.tfprojects_project.shared` */
  readonly resource: string;
  readonly key: InstanceKey;
  /** Whether it is left from a failed replacement. */
  readonly isDeposed: boolean;
  /**
   * - "forget": Terraform forgets the object; "create-forget": it forgets the object, and creates another one.
   * - "unknown": this version does not know what Terraform does.
   */
  readonly action: "keep" | "create" | "replace" | "create-forget" | "delete" | "forget" | "read" | "unknown";
  readonly isTainted: boolean;
  readonly isImported: boolean;
  /** The `id` of its import block, if it is imported by one. */
  readonly importId: string | undefined;
  /** Attributes before it, also of an object that is imported; empty if there was none. */
  readonly before: JsonObject;
  /** Known attributes after it; empty if there are none. */
  readonly after: JsonObject;
  /** Attributes with parts that are known only after apply; they are `true` there. */
  readonly unknown: JsonObject;
  /** Attributes with sensitive parts; they are `true` there. */
  readonly sensitive: JsonObject;
}

/** Whether this is the JSON of a `terraform show`, or looks like it. Terraform's code has no such member. */
export function isTerraformOutput(content: unknown): boolean {
  return isObject(content) && "format_version" in content;
}

/**
 * Reads a plan, as `terraform show -json PLANFILE` prints it.
 *
 * @param source - Where it was read.
 * @throws UnsupportedDocumentError when it is not a plan, or does not include everything in the code.
 * @see https://developer.hashicorp.com/terraform/internals/json-format
 */
export function parsePlan(content: unknown, source: string): TerraformPlan {
  if (!isObject(content)) throw new UnsupportedDocumentError("It is not a JSON object.", NOT_A_PLAN);
  checkFormat(content);
  if (content["errored"] === true) {
    throw new UnsupportedDocumentError(
      "Terraform reported errors while it made the plan, so objects are missing in it.",
      `Resolve the errors of \`terraform plan\`, then run: ${PRINT_PLAN}`,
    );
  }
  const changes = asObjects(content["resource_changes"]).flatMap((it) => changeOf(it) ?? []);
  const deferred = asObjects(content["deferred_changes"]).map((it) =>
    textOf(asObject(it["resource_change"])["address"]),
  );
  if (deferred.length > 0) {
    throw new UnsupportedDocumentError(
      `Terraform deferred changes until a later plan: ${formatList(deferred)}.`,
      "Apply this plan with Terraform first, and then use the next one.",
    );
  }
  const invoked = asObjects(content["action_invocations"]).find(({ type }) => isOwn(type));
  if (invoked !== undefined) {
    throw new UnsupportedDocumentError(
      `Terraform would invoke ${textOf(invoked["address"])}, an action that this version does not know.`,
      NEWER_VERSION,
    );
  }
  const prior = shownResources(asObject(content["prior_state"])["values"]).filter(({ type }) => isOwn(type));
  checkComplete(content, changes, prior);
  const timestamp = content["timestamp"];
  return {
    source,
    createdAt: typeof timestamp === "string" && TIMESTAMP.test(timestamp) ? timestamp : undefined,
    changes,
    prior,
    variables: new Map(
      Object.entries(asObject(content["variables"])).map(([name, it]) => [name, asObject(it)["value"]]),
    ),
    ...readPlanConfiguration(asObject(content["configuration"])),
  };
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const NOT_A_PLAN = `Use a plan that Terraform has printed as JSON: ${PRINT_PLAN}`;

function checkFormat(content: JsonObject): void {
  const { format_version: version } = content;
  if ("tfprojects_version" in content) {
    throw new UnsupportedDocumentError("It is a report of tfprojects.", NOT_A_PLAN, { kind: "new-plan" });
  }
  const isPlan = ["planned_values", "resource_changes", "configuration"].some((name) => Object.hasOwn(content, name));
  if (typeof version !== "string" || !isPlan) {
    throw new UnsupportedDocumentError("It has no planned values: it is the JSON of something else.", NOT_A_PLAN);
  }
  const major = Number(version.split(".")[0]);
  if (major !== 1) {
    throw new UnsupportedDocumentError(
      `It has format version ${version}, and only versions 1.x are supported.`,
      major > 1 ? NEWER_VERSION : "Use Terraform 1.1 or later.",
    );
  }
}

/** A part of a plan would make the rest look dropped. */
function checkComplete(content: JsonObject, changes: readonly PlannedChange[], prior: readonly StateResource[]): void {
  const own = prior.filter(({ mode }) => mode === "managed").map(({ address }) => address);
  if (changes.length === 0 && own.length > 0) {
    throw new UnsupportedDocumentError(
      "It has no planned values, because it was made with -refresh-only.",
      `Make it without -refresh-only: ${PRINT_PLAN}`,
    );
  }
  const planned = new Set(changes.map(({ address }) => address));
  const missing = own.filter((address) => !planned.has(address));
  if (content["complete"] === false || missing.length > 0) {
    const which = missing.length === 0 ? "" : `, and does not contain ${formatList(missing)}`;
    throw new UnsupportedDocumentError(
      `It is only a part of the plan${which}: it was made with -target or -exclude.`,
      `Make it without such options: ${PRINT_PLAN}`,
    );
  }
}

function changeOf(content: JsonObject): PlannedChange | undefined {
  const { address, name, index, deposed } = content;
  const type = textOf(content["type"]);
  const mode = modeOf(content, type);
  if (mode === undefined) return undefined;
  const change = asObject(content["change"]);
  const actions = Array.isArray(change["actions"]) ? change["actions"].join(" ") : "";
  return {
    address: textOf(address),
    mode,
    type,
    module: getString(content, "module_address") ?? "",
    resource: formatAddress({ mode, type, name: textOf(name) }),
    key: keyOf(index),
    isDeposed: deposed !== undefined,
    action: ACTIONS.get(actions) ?? "unknown",
    isTainted: content["action_reason"] === "replace_because_tainted",
    isImported: isObject(change["importing"]),
    importId: getString(asObject(change["importing"]), "id"),
    before: asObject(change["before"]),
    after: asObject(change["after"]),
    unknown: asObject(change["after_unknown"]),
    sensitive: asObject(change["after_sensitive"]),
  };
}

const ACTIONS: ReadonlyMap<string, PlannedChange["action"]> = new Map([
  ["no-op", "keep"],
  ["update", "keep"],
  ["create", "create"],
  ["create forget", "create-forget"],
  ["delete create", "replace"],
  ["create delete", "replace"],
  ["delete", "delete"],
  ["forget", "forget"],
  ["read", "read"],
]);
