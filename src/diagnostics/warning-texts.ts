import {
  capitalized,
  firstTexts,
  PROJECT_SETTINGS,
  type AssignmentAttributes,
  type AssignmentType,
  type NamedObject,
  type SettingName,
} from "../model";
import { countsAsGone } from "../reconcile/absence";
import { ASSIGNMENT_KINDS, briefAssignment } from "../reconcile/assignments";
import { compareNames } from "../reconcile/lists";
import { formatList, pluralize, quote, quoteIfAmbiguous } from "../reconcile/text";
import { labelOf, listed, soughtText, workspacesText, type SoughtProject } from "./names";

/* The longer texts of warnings. */

/** How many workspaces a sentence names. */
const WORKSPACES_SHOWN = 5;

/** A workspace that is in another project than the one that its `tfe_workspace` sets. */
export interface MisplacedWorkspace {
  readonly address: string;
  readonly workspace: NamedObject;
  readonly from: NamedObject;
  readonly to: string;
}

/** Where workspaces are, and where their `tfe_workspace` resources set them. */
export function misplacedText(workspaces: readonly MisplacedWorkspace[]): string {
  const shown = workspaces.slice(0, WORKSPACES_SHOWN).map(({ address, workspace, from, to }) => {
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

/** A workspace that Terraform's plan destroys, and whose name another one has afterwards; addresses. */
export interface RecreatedWorkspace {
  readonly workspace: NamedObject;
  readonly from: string;
  readonly to: string;
}

export function recreatedText(workspaces: readonly RecreatedWorkspace[]): string {
  const shown = workspaces.slice(0, WORKSPACES_SHOWN).map(({ workspace, from, to }) => {
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
export function notFoundText(projects: readonly SoughtProject[], countAs: "deleted" | "missing"): string {
  const what = capitalized(listed("project", projects.map(soughtText)));
  if (countAs === "deleted") return countsAsGone(what, projects.length);
  const [exist, them, count] = projects.length === 1 ? ["does", "it", "It counts"] : ["do", "them", "They count"];
  return `${what} ${exist} not exist, or the token is not authorized to see ${them}. ${count} as missing.`;
}

/** How many projects a sentence names. */
const SOURCES_SHOWN = 10;

/** Workspaces that get a setting by a move that they do not have now. */
export interface InheritedSetting {
  readonly action: string;
  readonly setting: SettingName;
  readonly after: string;
  readonly destination: string;
  readonly sources: readonly {
    readonly from: NamedObject;
    /** Null for none; undefined if it is not known. */
    readonly before: string | null | undefined;
    /** How many of the workspaces are not known to have a setting of their own. */
    readonly workspaces: number;
    /** Whether all of these are known to inherit the setting. */
    readonly isCertain: boolean;
  }[];
}

/**
 * `3 workspaces that move to "Data" get auto-destroy after 14d of inactivity: 2 from "Web" (before: none), 1 from "Old"
 * (before: 30d).`
 */
export function inheritedText({ setting, after, destination, sources }: InheritedSetting): string {
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

export function notInStateText(projects: readonly NamedObject[]): string {
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

export function possibleRenameText(name: string, from: NamedObject): string {
  const desired = quote(name);
  return (
    `Project ${desired} is missing, and all of its workspaces are in the unmanaged project ${labelOf(from)}. If it ` +
    `is the same project, renamed in the code or out of band, add ${quote(from.name)} to the previousNames of ` +
    `${desired}: instead of a new project, that one then gets the name, and keeps its ID.`
  );
}

export function lostMatchText(placements: readonly string[], workspaces: readonly NamedObject[]): string {
  const [exist, them, are] = workspaces.length === 1 ? ["exists", "it", "it is"] : ["exist", "them", "they are"];
  return (
    `${workspacesText(workspaces)} that the plan moves by ${formatList(placements)} no longer ${exist}, or no rule ` +
    `matches ${them} any more, so ${are} left out.`
  );
}

export function newMatchText(placements: readonly string[], workspaces: readonly NamedObject[]): string {
  const [match, wait] = workspaces.length === 1 ? ["matches", "It waits"] : ["match", "They wait"];
  return (
    `${workspacesText(workspaces)} ${match} a rule of ${formatList(placements)}, but not when the plan was made. ` +
    `${wait} for the next plan.`
  );
}

/** Objects that are assigned to a project, and that the code does not name. */
export interface UnnamedObjects {
  readonly addresses: readonly string[];
  readonly type: AssignmentType;
  readonly projectName: string;
  /** Messages speak of all of them in the same way. */
  readonly objects: readonly [AssignedObject, ...AssignedObject[]];
}

interface AssignedObject extends NamedObject {
  readonly attributes: AssignmentAttributes;
}

/** Objects are taken off a project. */
export interface RemovedObjects extends UnnamedObjects {
  readonly cause: "exclusive" | "imported";
  /** Whether the code names others. */
  readonly hasOthers: boolean;
}

export function removedText(facts: RemovedObjects): string {
  const { cause, hasOthers, objects, type } = facts;
  const them = objects.length === 1 ? "it" : "them";
  const reasons = {
    exclusive: `the code names ${hasOthers ? "others" : "none"}, and is exclusive`,
    imported: `an import block records ${them}, and the code does not name ${them}`,
  };
  const textOf = (it: AssignedObject): string => briefAssignment(it, ASSIGNMENT_KINDS[type].wording(it, it.attributes));
  return `${assignedClause("isUnset", facts, textOf)}, because ${reasons[cause]}.`;
}

/** They are only reported. */
export function unmanagedText(facts: UnnamedObjects): string {
  return `${assignedClause("isUnmanaged", facts, ({ name }) => quoteIfAmbiguous(name))}.`;
}

/** A clause of the kind about objects: `Teams platform, web are removed from project "Net"` */
function assignedClause(
  clause: "isUnset" | "isUnmanaged",
  { type, projectName, objects }: UnnamedObjects,
  textOf: (object: AssignedObject) => string,
): string {
  const kind = ASSIGNMENT_KINDS[type];
  const isOne = objects.length === 1;
  const names = `${kind.object}${isOne ? "" : "s"} ${formatList(objects.map(textOf))}`;
  // All of them have the same wording.
  const [{ attributes, ...first }] = objects;
  const wording = kind.wording(first, attributes);
  return capitalized(wording[clause]({ objects: names, isOne, project: `project ${quote(projectName)}` }));
}

/** Members of a membership that Terraform knows only after apply, and that may exist. */
export interface UnknownMembers {
  /** Address of the membership. */
  readonly address: string;
  /** Its project. */
  readonly project: { readonly name: string };
  /** How many they are; undefined if that is not known. */
  readonly count: number | undefined;
  /** Workspaces that Terraform's plan creates, and that they may be. */
  readonly created: readonly { readonly address: string; readonly name?: string | undefined }[];
  /** What decides whether they are others. */
  readonly dependsOn: readonly string[];
  /** Workspaces that would leave the project unless they are members, and that are left where they are. */
  readonly kept: readonly NamedObject[];
}

/** The members that a review cannot name, and the workspaces that it leaves in place because of them. */
export function unknownMembersText(members: UnknownMembers): string {
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

/** Workspaces by their planned names; by their addresses if those are not known. */
export function createdNames({ created }: Pick<UnknownMembers, "created">): string {
  return formatList(created.map(({ address, name }) => name ?? address));
}
