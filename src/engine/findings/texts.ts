import {
  capitalized,
  firstTexts,
  hasFormOfId,
  idForName,
  NAME_FOR_ID,
  PROJECT_SETTINGS,
  REMOVE_AFTER_MOVE,
  rulesLabel,
  settingIn,
  suggestion,
} from "../../model";
import { cannotTell, countsAsGone } from "../../reconcile/absence";
import { ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import { MOVE_REASONS } from "../../reconcile/consequences";
import { compareNames } from "../../reconcile/lists";
import { missingWorkspaces } from "../../reconcile/missing-workspaces";
import { nameTaken, takeOver } from "../../reconcile/project-names";
import { formatList, pluralize, quote, quoteIfAmbiguous } from "../../reconcile/text";
import { briefAssignment } from "../actions/assignment-change";
import type { NamedAssignment, NamedObject } from "../actual-organization";
import { areCertain, type MembersKnownAfterApply } from "../plan/memberships";
import { MIN_MAX_MOVES } from "../plan/plan-options";
import type { RefusalCauses, SoughtProject } from "../plan/refusal";
import { RELATED_KINDS, RELATED_LABELS, teamName, type RelatedObjectsOfProject } from "../plan/related-changes";
import type { GateReading, WarningKinds } from "../plan/warnings";

/*
 * How findings name objects, and their longer texts: those of errors, then those of warnings. `errors.ts` and
 * `warnings.ts` have the others.
 */

/** How a finding names a project that was not found. */
export function soughtText(project: SoughtProject): string {
  switch (project.by) {
    case "id":
      return project.id;
    case "name":
      return quote(project.name);
    case "address":
      return project.address;
    case "state":
      return labelOf(project);
    case "default":
      return "the default project";
  }
}

/** `"Platform" (prj-…)` */
export function labelOf({ id, name }: NamedObject): string {
  return `${quote(name)} (${id})`;
}

/** `project "Platform" (prj-…)`, `2 workspaces (api, web)`; empty without names. */
export function listed(noun: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  return names.length === 1 ? `${noun} ${formatList(names)}` : `${names.length} ${noun}s (${formatList(names)})`;
}

/** `2 workspaces (api, web)` */
function workspacesText(workspaces: readonly { readonly name: string }[]): string {
  return `${pluralize(workspaces.length, "workspace")} (${formatList(workspaces.map(({ name }) => name))})`;
}

export const MANAGING_TOKEN =
  "Use a token that can manage projects: of the owners team, of a team that may manage projects, or of the " +
  "organization.";

/** Workspaces that were not found, and the next step. */
export function missingText(...missing: Parameters<typeof missingWorkspaces>): string {
  const text = missingWorkspaces(...missing);
  return `${text} Remove deleted workspaces from the code, and correct the names of renamed ones.`;
}

export function unknownTargetText({
  rules,
  reference,
  organization,
  nearest,
}: RefusalCauses["unknown-target"]): string {
  const [place, rule] = rules.length === 1 ? ["places", "rule"] : ["place", "rules"];
  const isId = reference.by === "name" && hasFormOfId("project", reference.name);
  const sought = `${soughtText(reference)}${isId ? idForName(reference.name) : ""}`;
  const next = isId ? NAME_FOR_ID : `Correct the name, add the project to the code, or remove the ${rule}.`;
  return (
    `${capitalized(rulesLabel(rules))} ${place} workspaces in a project that does not exist: the organization ` +
    `${quote(organization)} has no project ${sought}, or the token is not authorized to read it.` +
    `${suggestion(nearest)} ${next}`
  );
}

/** A name that a project has which may be somebody else's, and how to manage that project. */
export function notAdoptedText(error: RefusalCauses["not-adopted"]): string {
  const { name, holder, gone, isForbidden, changed, workspaces, language } = error;
  const changes = [
    ...(changed.length === 0 ? [] : [`change its ${formatList(changed)}`]),
    ...(workspaces.length === 0 ? [] : [`move ${listed("workspace", workspaces)} out of it`]),
  ];
  const state = gone === undefined ? "does not have it here" : `has project ${labelOf(gone)} here, which was not found`;
  const why = isForbidden
    ? `With ${settingIn(language, "adopt_existing", false)} it is not managed here.`
    : `The state ${state}, so it may be somebody else's, and the plan would ${changes.join(", and ")}.`;
  return `${nameTaken(name, holder)} ${why} ${takeOver(holder)}`;
}

const WHY_DELETED: Readonly<Record<RefusalCauses["not-empty"]["deletion"], string>> = {
  unmanaged: "is unmanaged",
  dropped: "was removed from the code",
  undone: "was created by the changes that are undone",
};

export function notEmptyText({
  workspaces,
  deletion,
  evacuate,
  leaving,
  language,
}: RefusalCauses["not-empty"]): string {
  const isOne = workspaces.length === 1;
  const them = leaving.length > 0 ? "the others" : isOne ? "it" : "them";
  const isIgnored = evacuate ? ` that ${isOne ? "is" : "are"} ignored` : "";
  const next =
    evacuate || deletion === "undone"
      ? `Move ${them} to another project.`
      : deletion === "unmanaged"
        ? `Assign ${them} to a project of the code.`
        : `Assign ${them} to a project of the code, or keep the project in the code with ` +
          `${settingIn(language, "deletion_policy", "evacuate")}, run \`terraform apply\`, and then remove it: the ` +
          `${isOne ? "workspace moves" : "workspaces move"} to the default project.`;
  const contains = `still contains ${pluralize(workspaces.length, "workspace")}${isIgnored}`;
  return [
    `The project ${WHY_DELETED[deletion]} and ${contains}: ${formatList(workspaces)}.`,
    ...(leaving.length === 0 ? [] : [removeAfterMove(leaving, workspaces.length)]),
    ...(leaving.length === workspaces.length ? [] : [next]),
  ].join(" ");
}

/** @param owners - Addresses of the `tfe_workspace` resources of some of these workspaces. */
function removeAfterMove(owners: readonly string[], workspaces: number): string {
  const all = workspaces === 1 ? "its project" : "their projects";
  const projects = owners.length < workspaces ? `the project of ${owners.length} of them` : all;
  return `Terraform sets ${projects} (${formatList(owners)}), but ${REMOVE_AFTER_MOVE}`;
}

export function tooManyDeletesText({ projects, total, limit }: RefusalCauses["too-many-deletes"]): string {
  const isSmall = limit === 0 && total < 4;
  const allowed = isSmall ? "By default, none of fewer than 4 may be deleted." : `The limit is ${limit}.`;
  const deleted = `${pluralize(projects.length, "project")} of ${total} (${formatList(projects)})`;
  return `The plan would delete ${deleted}. ${allowed}`;
}

/** Names the reasons of the moves, unless they are those of a first deployment. */
export function tooManyMovesText({ reasons, total, limit, isDefault, first }: RefusalCauses["too-many-moves"]): string {
  const counts = Object.entries(MOVE_REASONS).flatMap(([reason, { counted }]) =>
    reasons.filter(([it]) => it === reason).map(([, moves]) => `${moves} ${counted}`),
  );
  const what =
    first === undefined
      ? `(${counts.join(", ")})`
      : `out of the default project ${quote(first.source)} into ${pluralize(first.destinations, "project")} of the ` +
        `code, as in a first deployment`;
  const allowed = isDefault
    ? `By default, at most ${limit} may be moved: a quarter of all, or ${MIN_MAX_MOVES} if that is more.`
    : `The limit is ${limit}.`;
  return `The plan would move ${pluralize(countOf(reasons), "workspace")} of ${total} ${what}. ${allowed}`;
}

/** How many workspaces would be moved. */
export function countOf(reasons: RefusalCauses["too-many-moves"]["reasons"]): number {
  return reasons.reduce((sum, [, moves]) => sum + moves, 0);
}

export function notVisibleText({ organization, projects, workspaces }: RefusalCauses["not-visible"]): string {
  const what = [listed("project", projects.map(soughtText)), listed("workspace", workspaces)];
  const count = projects.length + workspaces.length;
  return cannotTell(capitalized(what.filter((it) => it !== "").join(" and ")), organization, count);
}

/** How many workspaces a sentence names. */
const MISPLACED_SHOWN = 5;

/** Where workspaces are, and where their `tfe_workspace` resources set them. */
export function misplacedText({ workspaces }: WarningKinds["misplaced"]): string {
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

export function recreatedText({ workspaces }: WarningKinds["recreated"]): string {
  const shown = workspaces.slice(0, MISPLACED_SHOWN).map(({ workspace, from, to }) => {
    const how = from === to ? `${from} is replaced` : `${from} is destroyed, and ${to} has its name`;
    return `${workspace.name} (${how})`;
  });
  const more = workspaces.length - shown.length;
  const [what, its, keep] =
    workspaces.length === 1
      ? ["A workspace is", "its state is", "it"]
      : [`${workspaces.length} workspaces are`, "their states are", "them"];
  const isMovable = workspaces.some(({ from, to }) => from !== to);
  return (
    `${what} destroyed and created by the next apply of Terraform, and ${its} lost, with all runs and variables: ` +
    `${shown.join("; ")}${more > 0 ? `; and ${more} more` : ""}.` +
    (isMovable ? ` If only an address has changed, a \`moved\` block keeps ${keep}.` : "")
  );
}

/** Projects that were not found, and how the plan counts them. */
export function notFoundText({ projects, countAs }: WarningKinds["not-found"]): string {
  const what = capitalized(listed("project", projects.map(soughtText)));
  if (countAs === "deleted") return countsAsGone(what, projects.length);
  const [exist, them, count] = projects.length === 1 ? ["does", "it", "It counts"] : ["do", "them", "They count"];
  return `${what} ${exist} not exist, or the token is not authorized to see ${them}. ${count} as missing.`;
}

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
export function inheritedText({ setting, after, destination, sources }: WarningKinds["auto-destroy"]): string {
  const count = sources.reduce((sum, { workspaces }) => sum + workspaces, 0);
  const most = [...sources].sort(
    (one, other) => other.workspaces - one.workspaces || compareNames(one.from, other.from),
  );
  const shown = firstTexts(most, SOURCES_SHOWN, ({ from, workspaces, before }) => {
    const earlier = before === undefined ? "not known" : (before ?? "none");
    return `${sources.length === 1 ? "" : `${workspaces} `}from ${quote(from.name)} (before: ${earlier})`;
  });
  const [that, get, they] =
    count === 1
      ? ["that moves", "gets", "it has a setting of its own"]
      : ["that move", "get", "they have a setting of their own"];
  const own = sources.every(({ isCertain }) => isCertain) ? "" : `, unless ${they}`;
  const what = PROJECT_SETTINGS[setting].inWorkspaces?.warning?.describe(after) ?? after;
  return `${pluralize(count, "workspace")} ${that} to ${quote(destination)} ${get} ${what}${own}: ${shown}.`;
}

export function notInStateText({ projects }: WarningKinds["not-in-state"]): string {
  const isOne = projects.length === 1;
  const [they, them, are, names] = isOne
    ? ["it", "it", "is", "its name is"]
    : ["they", "them", "are", "their names are"];
  return (
    `${capitalized(listed("project", projects.map(labelOf)))} ${are} as the code has ${them}, but not in the state: ` +
    `import ${them}, or, if the state has ${them} at another address, use a \`moved\` block. Until then, Terraform ` +
    `reports that ${names} taken, and ${they} cannot be changed here.`
  );
}

export function possibleRenameText({ name, from }: WarningKinds["possible-rename"]): string {
  const desired = quote(name);
  return (
    `Project ${desired} is missing, and all of its workspaces are in the unmanaged project ${labelOf(from)}. If it ` +
    `is the same project, renamed in the code or out of band, add ${quote(from.name)} to the previousNames of ` +
    `${desired}: instead of a new project, that one then gets the name, and keeps its ID.`
  );
}

export function lostMatchText({ addresses, workspaces }: WarningKinds["lost-match"]): string {
  const [exist, them, are] = workspaces.length === 1 ? ["exists", "it", "it is"] : ["exist", "them", "they are"];
  return (
    `${workspacesText(workspaces)} that the plan moves by ${formatList(addresses)} no longer ${exist}, or no rule ` +
    `matches ${them} any more, so ${are} left out.`
  );
}

export function newMatchText({ addresses, workspaces }: WarningKinds["new-match"]): string {
  const [match, wait] = workspaces.length === 1 ? ["matches", "It waits"] : ["match", "They wait"];
  return (
    `${workspacesText(workspaces)} ${match} a rule of ${formatList(addresses)}, but not when the plan was made. ` +
    `${wait} for the next plan.`
  );
}

export function removedText({ cause, hasOthers, ...assigned }: WarningKinds["removed-objects"]): string {
  const them = assigned.objects.length === 1 ? "it" : "them";
  const reasons = {
    exclusive: `the code names ${hasOthers ? "others" : "none"}, and is exclusive`,
    imported: `an import block records ${them}, and the code does not name ${them}`,
  };
  const removal = assignedClause("isUnset", assigned, (it) => briefAssignment(assigned.type, it));
  return `${removal}, because ${reasons[cause]}.`;
}

/** A clause of the kind about objects: `Teams platform, web are removed from project "Net"` */
export function assignedClause(
  clause: "isUnset" | "isUnmanaged",
  { type, project, objects }: Omit<WarningKinds["unmanaged-objects"], "addresses">,
  textOf: (object: NamedAssignment) => string,
): string {
  const kind = ASSIGNMENT_KINDS[type];
  const isOne = objects.length === 1;
  const listed = `${kind.object}${isOne ? "" : "s"} ${formatList(objects.map(textOf))}`;
  // All of them have the same wording.
  const [{ attributes, ...first }] = objects;
  const wording = kind.wording(first, attributes);
  return capitalized(wording[clause]({ objects: listed, isOne, project: `project ${quote(project)}` }));
}

/** Which gates of the code are open, and how an apply treats them. */
export function gatesText({ gates }: WarningKinds["gate"]): string {
  const [it, is, run, them] =
    gates.length === 1 ? ["it", "is", "its run", "it"] : ["all of them", "are", "their runs", "them"];
  const dependents = [...new Set(gates.flatMap((gate) => gate.dependents))];
  const depend = dependents.length === 1 ? "depends" : "depend";
  return [
    `The code has ${pluralize(gates.length, "gate")}.`,
    ...gates.map(gateText),
    gates.every(({ reasons }) => reasons.length === 0)
      ? `An apply first reads ${run}, and changes nothing unless ${it} ${is} open.`
      : `An apply changes nothing until ${it} ${is} open, unless it ignores gates.`,
    dependents.length === 0
      ? `Nothing in this plan depends on ${them}.`
      : `${formatList(dependents)} ${depend} on ${them}.`,
  ].join(" ");
}

const GATE_STATUS = { open: "is open", closed: "is closed", "not-read": "was not read" } as const;

/** `terraform_data.gate is closed: Run run-1 (errored) has the verdict failed.` */
function gateText({ address, status, reasons }: GateReading): string {
  return `${address} ${GATE_STATUS[status]}${reasons.length === 0 ? "." : `: ${reasons.join(" ")}`}`;
}

/** Workspaces by their planned names; by their addresses if those are not known. */
function createdNames({ created }: MembersKnownAfterApply): string {
  return formatList(created.map(({ address, name }) => name ?? address));
}

/** The members that a review cannot name, and the workspaces that it leaves in place because of them. */
export function unknownMembersText({ members }: WarningKinds["unknown-members"]): string {
  const { address, project, count, created, dependsOn, kept } = members;
  const which = count === undefined ? "which workspaces it has" : `${count} of its workspaces`;
  const orCreated = created.length === 0 ? "" : `, or be created by this plan (${createdNames(members)})`;
  const stay = kept.length === 1 ? "stays where it is" : "stay where they are";
  return [
    `${address}: Terraform knows ${which} only after apply, which depends on ${formatList(dependsOn)}.`,
    `They may exist and move to ${quote(project.name)}${orCreated}.`,
    ...(kept.length === 0 ? [] : [`${workspacesText(kept)} may be among them, and ${stay} in this report.`]),
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
