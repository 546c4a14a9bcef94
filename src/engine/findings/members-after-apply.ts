import { formatList, pluralize, quote } from "../../reconcile/text";
import { areCertain, type MembersKnownAfterApply } from "../plan/after-apply";

/** Workspaces by their planned names; by their addresses if those are not known. */
function namesOf({ created }: MembersKnownAfterApply): string {
  return formatList(created.map(({ address, name }) => name ?? address));
}

/** What a review cannot say about a membership, and what it leaves out because of that. */
export function unknownMembersText(members: MembersKnownAfterApply): string {
  const { address, project, count, created, dependsOn, kept } = members;
  const which = count === undefined ? "which workspaces it has" : `${count} of its workspaces`;
  const destination = quote(project.name);
  const alternatives = [
    `exist and move to ${destination}`,
    ...(created.length === 0 ? [] : [`be created by this plan (${namesOf(members)})`]),
  ];
  const stay = kept.length === 1 ? "stays where it is" : "stay where they are";
  return [
    `${address}: Terraform knows ${which} only after apply, which depends on ${formatList(dependsOn)}.`,
    `They may ${alternatives.join(", or ")}.`,
    ...(kept.length === 0
      ? []
      : [
          `${pluralize(kept.length, "workspace")} (${formatList(kept.map(({ name }) => name))}) may be among them, ` +
            `and ${stay} in this report.`,
        ]),
    "To review the rest, apply what it depends on with Terraform first, and then use the next plan.",
  ].join(" ");
}

/** `Project "Web" gets api, created by this plan.` */
export function createdText(members: MembersKnownAfterApply): string {
  const { project, count, created } = members;
  const names = namesOf(members);
  const gets = areCertain(members)
    ? `${names}, created by this plan`
    : `${count ?? 0} of ${pluralize(created.length, "workspace")} that this plan creates (${names})`;
  return `Project ${quote(project.name)} gets ${gets}.`;
}
