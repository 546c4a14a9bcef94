import { PROJECT_SETTINGS, twoOwners } from "../../model";
import { eitherCause } from "../../reconcile/absence";
import { deletedProject, forcedMove } from "../../reconcile/consequences";
import { missingWorkspaces } from "../../reconcile/missing-workspaces";
import { renamedText } from "../../reconcile/renamed-workspaces";
import { formatList, pluralize, quote } from "../../reconcile/text";
import { RELATED_KINDS, teamName, type RelatedKind, type RelatedObjectsOfProject } from "../plan/related-changes";
import { FORCED_MOVES, type InheritanceWarning, type MisplacedWorkspace, type PlanWarning } from "../plan/warnings";
import { unknownMembersText } from "./after-apply-text";
import { RELATED_LABELS } from "./impact";
import { CORRECT_NAMES, refusalText, soughtText, subjectOf } from "./problem-text";

/** What should be reviewed before approval. */
export function warningText(warning: PlanWarning): string {
  switch (warning.kind) {
    case "not-permitted":
      return `${subjectOf(warning.refusal)}: ${refusalText(warning.refusal)} An apply with this token changes nothing.`;
    case "delete": {
      const { project, related } = warning;
      return deletedProject(project, related && deletedWith(related));
    }
    case "evacuate":
    case "evict":
    case "release":
      return forcedMove(warning.workspaces, quote(warning.destination), FORCED_MOVES[warning.kind]);
    case "auto-destroy":
      return inheritedSetting(warning);
    case "possible-rename": {
      const [desired, actual] = [quote(warning.name), quote(warning.from.name)];
      return (
        `Project ${desired} is missing, and all of its workspaces are in the unmanaged project ${actual} ` +
        `(${warning.from.id}). If it was renamed out of band, add ${actual} to the previousNames of ${desired}: ` +
        `the project is then renamed back and keeps its id.`
      );
    }
    case "not-found": {
      const { projects, countAs } = warning;
      const labels = formatList(projects.map(soughtText));
      return projects.length === 1
        ? `Project ${labels} ${NOT_FOUND[countAs].one}`
        : `${projects.length} projects (${labels}) ${NOT_FOUND[countAs].many}`;
    }
    case "two-owners":
      return twoOwners(warning.owners);
    case "misplaced":
      return misplacedText(warning.workspaces);
    case "renamed-workspaces":
      return `${formatList(warning.addresses)}: ${renamedText(warning.renamed)}`;
    case "missing-workspaces": {
      const { addresses, organization, workspaces, suggestions } = warning;
      return `${formatList(addresses)}: ${missingWorkspaces(organization, workspaces, suggestions)} ${CORRECT_NAMES}`;
    }
    case "unknown-members":
      return unknownMembersText(warning.members);
    case "gone-match": {
      const { addresses, workspaces } = warning;
      const [exist, they, are] = workspaces.length === 1 ? ["exists", "it", "is"] : ["exist", "they", "are"];
      const names = formatList(workspaces.map(({ name }) => name));
      return (
        `${pluralize(workspaces.length, "workspace")} (${names}) that the plan selects by the rule of ` +
        `${formatList(addresses)} no longer ${exist}, so ${they} ${are} left out.`
      );
    }
    case "new-match": {
      const { addresses, workspaces } = warning;
      const [match, they] = workspaces.length === 1 ? ["matches", "It waits"] : ["match", "They wait"];
      const names = formatList(workspaces.map(({ name }) => name));
      return (
        `${pluralize(workspaces.length, "workspace")} (${names}) ${match} the rule of ${formatList(addresses)}, but ` +
        `not when the plan was made. ${they} for the next plan.`
      );
    }
    case "no-match":
      return `No workspace matches the rule of ${formatList(warning.addresses)}.`;
    case "gate":
      return closedGates(warning);
  }
}

/** How many workspaces a sentence names. */
const MISPLACED_SHOWN = 5;

function misplacedText(workspaces: readonly MisplacedWorkspace[]): string {
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

/** What goes with a project: `With it go team access (Ops: admin) and tags (env=prod).` */
function deletedWith(related: RelatedObjectsOfProject): string {
  const { teamAccess, variableSets, policySets, tags } = related;
  const names: Readonly<Record<RelatedKind, readonly string[] | undefined>> = {
    teamAccess: teamAccess?.map(({ team, access }) => `${teamName(team)}: ${access}`),
    variableSets: variableSets?.map(({ name }) => name),
    policySets: policySets?.map(({ name }) => name),
    tags: tags?.map(({ key, value }) => `${key}=${value}`),
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

/**
 * `3 workspaces that move to "Data" get auto-destroy after 14d of inactivity: 2 from "Web" (before: none), 1 from "Old"
 * (before: 30d).`
 */
function inheritedSetting({ setting, after, destination, sources }: InheritanceWarning): string {
  const count = sources.reduce((sum, { workspaces }) => sum + workspaces, 0);
  const shown = sources.map(({ from, workspaces, before }) => {
    const earlier = before === undefined ? "not known" : (before ?? "none");
    return `${sources.length === 1 ? "" : `${workspaces} `}from ${quote(from.name)} (before: ${earlier})`;
  });
  const [that, get, they] =
    count === 1
      ? ["that moves", "gets", "it has a setting of its own"]
      : ["that move", "get", "they have a setting of their own"];
  const own = sources.every(({ isCertain }) => isCertain) ? "" : `, unless ${they}`;
  const what = PROJECT_SETTINGS[setting].inWorkspaces?.warning?.describe(after) ?? after;
  const moved = `${pluralize(count, "workspace")} ${that} to ${quote(destination)}`;
  return `${moved} ${get} ${what}${own}: ${formatList(shown)}.`;
}

function closedGates({ gates, dependents, unknown }: Extract<PlanWarning, { readonly kind: "gate" }>): string {
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
