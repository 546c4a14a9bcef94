import { pluralize, quote } from "../../reconcile/text";
import { areCertain, areCreated, type MembersKnownAfterApply } from "../plan/after-apply";
import { namesOf } from "../findings/unknown-members";
import type { Comparison } from "../plan/comparison";

/** Heading of {@link createdMembers}. */
export const CREATED_HEADING = "Workspaces created by the Terraform plan";

/** The members that Terraform's plan creates, a finding for each membership; others are warnings. */
export function createdMembers({
  afterApply,
}: Pick<Comparison, "afterApply">): readonly { readonly address: string; readonly text: string }[] {
  return afterApply
    .filter(areCreated)
    .map((it) => ({ address: it.address, text: `Project ${quote(it.project.name)} gets ${createdText(it)}.` }));
}

/** `api, created by this plan`; `2 of 3 workspaces that this plan creates (api, db, web)` */
function createdText(members: MembersKnownAfterApply): string {
  const { count, created } = members;
  if (areCertain(members)) return `${namesOf(members)}, created by this plan`;
  return `${count ?? 0} of ${pluralize(created.length, "workspace")} that this plan creates (${namesOf(members)})`;
}

/** What a summary adds to the numbers of changes: `2 created workspaces to place`; empty if there is nothing. */
export function afterApplyCounts({ afterApply }: Pick<Comparison, "afterApply">): readonly string[] {
  const created = afterApply.filter(areCreated).reduce((sum, { count = 0 }) => sum + count, 0);
  const unknown = afterApply.filter((it) => !areCreated(it)).length;
  return [
    ...(created === 0 ? [] : [`${created} created ${created === 1 ? "workspace" : "workspaces"} to place`]),
    ...(unknown === 0 ? [] : [`members of ${pluralize(unknown, "membership")} known only after apply`]),
  ];
}
