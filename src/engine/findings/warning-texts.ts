import { PROJECT_SETTINGS, ruleLabel } from "../../model";
import { eitherCause } from "../../reconcile/absence";
import { compareNames } from "../../reconcile/lists";
import { formatList, pluralize, quote, quoteIfAmbiguous } from "../../reconcile/text";
import { areCertain, type MembersKnownAfterApply } from "../plan/after-apply";
import type { SoughtProject } from "../plan/refusal";
import { RELATED_KINDS, RELATED_LABELS, teamName, type RelatedObjectsOfProject } from "../plan/related-changes";
import type { InheritanceWarning, MisplacedWorkspace, PlanWarning, UnmatchedRule } from "../plan/warnings";
import { soughtText } from "./errors";

/* The longer texts of warnings, and of members that Terraform knows only after apply. */

type GateWarning = Extract<PlanWarning, { readonly kind: "gate" }>;

/** How many workspaces a sentence names. */
const MISPLACED_SHOWN = 5;

/** Where workspaces are, and where their `tfe_workspace` resources set them. */
export function misplacedText(workspaces: readonly MisplacedWorkspace[]): string {
  const shown = workspaces.slice(0, MISPLACED_SHOWN).map(({ address, workspace, from, to }) => {
    return `${workspace.name} is in ${quote(from.name)}, and ${address} sets ${quote(to)}`;
  });
  const more = workspaces.length - shown.length;
  const [what, it] =
    workspaces.length === 1 ? ["A workspace is", "it"] : [`${workspaces.length} workspaces are`, "them"];
  return (
    `${what} not where the code of hashicorp/tfe puts ${it}: ${shown.join("; ")}` +
    `${more > 0 ? `; and ${more} more` : ""}. The next apply of Terraform moves ${it} there; this plan does not.`
  );
}

/** Projects that were not found, and how the plan counts them. */
export function notFoundText(projects: readonly SoughtProject[], countAs: "deleted" | "missing"): string {
  const labels = formatList(projects.map(soughtText));
  return projects.length === 1
    ? `Project ${labels} ${NOT_FOUND[countAs].one}`
    : `${projects.length} projects (${labels}) ${NOT_FOUND[countAs].many}`;
}

const NOT_FOUND = {
  deleted: {
    one: `was not found: ${eitherCause("it")}. It counts as deleted.`,
    many: `were not found: ${eitherCause("they")}. They count as deleted.`,
  },
  missing: {
    one: "does not exist, or the token is not authorized to see it. It counts as missing.",
    many: "do not exist, or the token is not authorized to see them. They count as missing.",
  },
} as const;

/** The objects that are deleted with a project: `With it go team access (Ops: admin) and tags (env=prod).` */
export function deletedWith(related: RelatedObjectsOfProject): string {
  const { teamAccess, variableSets, policySets, tags } = related;
  const names: Readonly<Record<(typeof RELATED_KINDS)[number], readonly string[] | undefined>> = {
    teamAccess: teamAccess?.map(({ team, access }) => `${quoteIfAmbiguous(teamName(team))}: ${access}`),
    variableSets: variableSets?.map(({ name }) => quoteIfAmbiguous(name)),
    policySets: policySets?.map(({ name }) => quoteIfAmbiguous(name)),
    tags: tags?.map(({ key, value }) => quoteIfAmbiguous(`${key}=${value}`)),
  };
  const lost = RELATED_KINDS.flatMap((kind) => {
    const list = names[kind] ?? [];
    return list.length === 0 ? [] : [`${RELATED_LABELS[kind]} (${formatList(list)})`];
  });
  const unreadable = RELATED_KINDS.filter((kind) => names[kind] === undefined).map((kind) => RELATED_LABELS[kind]);
  const and = lost.length < 2 ? lost.join("") : `${lost.slice(0, -1).join(", ")} and ${lost.at(-1) ?? ""}`;
  return [
    lost.length === 0 ? "Nothing else goes with it." : `With it go ${and}.`,
    ...(unreadable.length === 0 ? [] : [`Not readable with this token: ${unreadable.join(", ")}.`]),
  ].join(" ");
}

/** How many projects a sentence names. */
const SOURCES_SHOWN = 10;

/**
 * `3 workspaces that move to "Data" get auto-destroy after 14d of inactivity: 2 from "Web" (before: none), 1 from "Old"
 * (before: 30d).`
 */
export function inheritedText({ setting, after, destination, sources }: InheritanceWarning): string {
  const count = sources.reduce((sum, { workspaces }) => sum + workspaces, 0);
  const most = [...sources].sort(
    (one, other) => other.workspaces - one.workspaces || compareNames(one.from, other.from),
  );
  const shown = most.slice(0, SOURCES_SHOWN).map(({ from, workspaces, before }) => {
    const earlier = before === undefined ? "not known" : (before ?? "none");
    return `${sources.length === 1 ? "" : `${workspaces} `}from ${quote(from.name)} (before: ${earlier})`;
  });
  const more = sources.length - shown.length;
  const [that, get, they] =
    count === 1
      ? ["that moves", "gets", "it has a setting of its own"]
      : ["that move", "get", "they have a setting of their own"];
  const own = sources.every(({ isCertain }) => isCertain) ? "" : `, unless ${they}`;
  const what = PROJECT_SETTINGS[setting].inWorkspaces?.warning?.describe(after) ?? after;
  const moved = `${pluralize(count, "workspace")} ${that} to ${quote(destination)}`;
  return `${moved} ${get} ${what}${own}: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

/** How many rules a sentence names with a similar pattern. */
const RULES_SHOWN = 10;

/** `2 rules of … match no workspace: rule 2 ("pmt-*": did you mean "pay-*"?), rule 5.` */
export function noMatchText(placement: string, rules: readonly UnmatchedRule[]): string {
  const shown = rules.slice(0, RULES_SHOWN).map(({ position, nearest }) => {
    const label = ruleLabel(position);
    if (nearest === undefined) return label;
    return `${label} (${quote(nearest.pattern)}: did you mean ${quote(nearest.similar)}?)`;
  });
  const more = rules.length > RULES_SHOWN ? ` and ${rules.length - RULES_SHOWN} more` : "";
  const [only] = rules.length === 1 ? shown : [];
  return only === undefined
    ? `${rules.length} rules of ${placement} match no workspace: ${shown.join(", ")}${more}.`
    : `No workspace matches ${only} of ${placement}.`;
}

/** How an apply treats the gates of the code. */
export function gatesText({ gates, dependents, unknown }: GateWarning): string {
  const [it, is, run, them] =
    gates.length === 1 ? ["it", "is", "its run", "it"] : ["all of them", "are", "their runs", "them"];
  const depend = dependents.length === 1 ? "depends" : "depend";
  return [
    `The code has ${pluralize(gates.length, "gate")}: ${formatList(gates)}.`,
    unknown.length === 0
      ? `An apply first reads ${run}, and changes nothing unless ${it} ${is} open.`
      : `An apply changes nothing, unless it ignores gates: ${unknown.join(" ")}`,
    dependents.length === 0
      ? `Nothing in this plan depends on ${them}.`
      : `${formatList(dependents)} ${depend} on ${them}.`,
  ].join(" ");
}

/** Workspaces by their planned names; by their addresses if those are not known. */
function createdNames({ created }: MembersKnownAfterApply): string {
  return formatList(created.map(({ address, name }) => name ?? address));
}

/** The members that a review cannot name, and the workspaces that it leaves in place because of them. */
export function unknownMembersText(members: MembersKnownAfterApply): string {
  const { address, project, count, created, dependsOn, kept } = members;
  const which = count === undefined ? "which workspaces it has" : `${count} of its workspaces`;
  const destination = quote(project.name);
  const alternatives = [
    `exist and move to ${destination}`,
    ...(created.length === 0 ? [] : [`be created by this plan (${createdNames(members)})`]),
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
  const names = createdNames(members);
  const gets = areCertain(members)
    ? `${names}, created by this plan`
    : `${count ?? 0} of ${pluralize(created.length, "workspace")} that this plan creates (${names})`;
  return `Project ${quote(project.name)} gets ${gets}.`;
}
