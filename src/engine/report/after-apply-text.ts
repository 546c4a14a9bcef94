import { pluralize, quote } from "../../reconcile/text";
import { areCertain, areCreated, type MembersKnownAfterApply } from "../plan/after-apply";
import { namesOf } from "../findings/unknown-members";
import type { Comparison } from "../plan/comparison";

/** `Project "Web" gets api, created by this plan.` */
export function createdText(members: MembersKnownAfterApply): string {
  const { project, count, created } = members;
  const names = namesOf(members);
  const gets = areCertain(members)
    ? `${names}, created by this plan`
    : `${count ?? 0} of ${pluralize(created.length, "workspace")} that this plan creates (${names})`;
  return `Project ${quote(project.name)} gets ${gets}.`;
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
