import { managedWith } from "../engine/access";
import type { Condition } from "../engine/kind";
import type { BaseRecord } from "../engine/table";
import { badRequest, notEmulated } from "../errors";

/** The kinds of policies that are emulated. */
export const POLICY_KINDS = ["opa", "sentinel"] as const;
/** The tool that evaluates policies. */
export type PolicyKind = (typeof POLICY_KINDS)[number];

/** The permissions that policies and policy sets require. */
export const MANAGE_POLICIES = managedWith("manage-policies");

/** What is wrong with the name of a policy or policy set. */
export function checkPolicyName(name: string): readonly string[] {
  return /^[A-Za-z0-9_-]+$/.test(name) ? [] : ["Name can only include letters, numbers, -, and _"];
}

/** The kind of policies that documents without one have. */
export const DEFAULT_POLICY_KIND = "sentinel" satisfies PolicyKind;

/** A policy or policy set. */
interface OfKind {
  readonly settings: { readonly kind?: PolicyKind | undefined };
}

export function policyKindOf({ settings }: OfKind): PolicyKind {
  return settings.kind ?? DEFAULT_POLICY_KIND;
}

/** `filter[kind]` of policies and policy sets. */
export function ofPolicyKind(kind: string): Condition<BaseRecord & OfKind> {
  if (kind === "tfpolicy") throw notEmulated("Policies of kind tfpolicy");
  if (!POLICY_KINDS.some((it) => it === kind)) {
    throw badRequest(`Invalid kind: ${kind}. Expected one of ${POLICY_KINDS.join(", ")}.`);
  }
  return (it) => policyKindOf(it) === kind;
}
