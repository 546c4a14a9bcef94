import {
  ASSIGNMENTS,
  attributeIn,
  capitalized,
  formatList,
  MANY_LISTED,
  rulesLabel,
  settingIn,
  type AssignmentType,
  type CodeLanguage,
} from "../model";
import { allButOne, eachWith } from "../model/text";
import { planError } from "./plan-error";

/*
 * Resources that contradict each other: the same for the constructs, for the provider and for the engine, so this loads
 * no more than the model. `address` is that of the resource with the error; only the engine knows it. Labels are the
 * known parts of addresses. All names that matter are listed, unless a report has a list of them elsewhere.
 */

interface At {
  readonly address?: string;
}

/** Two projects have the same name. */
export const duplicateName = planError(
  "DUPLICATE_PROJECT",
  "Duplicate project name",
  ({ name, other }: At & { readonly name: string; readonly other: string }) =>
    `The name ${JSON.stringify(name)} is also used by ${other}, but names are unique in an organization and ` +
    "case-insensitive. Rename or remove one of the two.",
);

/** Projects pass on their names in a cycle: no rename can be the first. Has the renames whose names are known. */
export const nameCycle = planError(
  "NAME_TAKEN",
  "Projects pass on their names in a cycle",
  ({ renames }: At & { readonly renames: readonly { readonly previous: string; readonly name: string }[] }) => {
    const all = renames.map(({ previous, name }) => `${JSON.stringify(previous)} to ${JSON.stringify(name)}`);
    return (
      `Projects pass on their names in a cycle: ${formatList(all)}. No rename can come first, since each takes a ` +
      "name that another project still has. Rename one of them to a name that no project has, apply, and rename it " +
      "again."
    );
  },
);

/** The membership of the default project is exclusive. */
export const exclusiveDefaultProject = planError(
  "DEFAULT_PROJECT",
  "Invalid exclusive",
  () =>
    "The default project cannot be exclusive: other workspaces in an exclusive project are moved to the default " +
    "project. Omit `exclusive`.",
);

/** An exclusive membership is not the only one of its project; the labels of the others. */
export const exclusiveShared = planError(
  "EXCLUSIVE_PROJECT_SHARED",
  "Exclusive membership shares its project",
  ({ others }: At & { readonly others: readonly string[] }) =>
    `An exclusive membership must be the only one of its project, but ${formatList(others)} ` +
    `${others.length === 1 ? "has" : "have"} the same project. Put all workspaces into one membership, or set ` +
    "`exclusive` on none of them.",
);

/** Rules, by position, place workspaces in a project that is exclusive to those of a membership. */
export const placedInExclusive = planError(
  "EXCLUSIVE_PROJECT_SHARED",
  "Rule into an exclusive project",
  ({ rules, membership }: At & { readonly rules: readonly number[]; readonly membership: string }) => {
    const [place, them] = rules.length === 1 ? ["places", "the rule"] : ["place", "the rules"];
    return (
      `${capitalized(rulesLabel(rules))} ${place} workspaces in the project of ${membership}, which is exclusive. ` +
      `Remove ${them}, or \`exclusive\` from the membership.`
    );
  },
);

/** Workspaces that several resources decide about, by name or ID. */
interface Contested extends At {
  readonly workspaces: readonly string[];
}

/** One of the memberships that name the same workspaces. */
export interface ConflictingMembership {
  /** The known part of its address, or `this membership`. */
  readonly label: string;
  /** What the membership selects, unless the label says so. @default - the label says so */
  readonly selects?: string | undefined;
}

/**
 * Memberships, at least two, name the same workspaces. An error also for memberships of the same project: destroying
 * one would release workspaces that the others need.
 */
export const inTwoMemberships = planError(
  "WORKSPACE_IN_TWO_PROJECTS",
  ({ workspaces }) => contested(workspaces, "in two memberships"),
  (
    { workspaces, memberships }: Contested & { readonly memberships: readonly ConflictingMembership[] },
    max: number,
  ) => {
    const { listed, are, them } = wordsFor(workspaces, max);
    const labels = memberships.map(({ label, selects }) => (selects ? `${label} (${selects})` : label));
    return (
      `${listed} ${are} ${eachWith("in", labels)}, but a workspace can be in only one membership. ` +
      `Remove ${them} from ${allButOne(labels)}.`
    );
  },
);

/** A membership names workspaces that a placement takes from where that one has them. */
export const listedAndPlaced = planError(
  "WORKSPACE_IN_TWO_PROJECTS",
  ({ workspaces }) => contested(workspaces, "in a membership and a placement"),
  (
    {
      workspaces,
      membership,
      placement,
      language,
    }: Contested & { readonly membership: string; readonly placement: string; readonly language: CodeLanguage },
    max: number,
  ) => {
    const { listed, are, them } = wordsFor(workspaces, max);
    const line = settingIn(language, "except_names", [...workspaces].sort());
    return (
      `${listed} ${are} in ${membership}, and ${placement} takes ${them}, too, so every apply of one ` +
      `would undo the other. To keep ${them} in ${membership}, add this to ${placement}: ${line}`
    );
  },
);

/** Placements, at least two, decide about the same workspaces, and one of them would move these. */
export const placedTwice = planError(
  "WORKSPACE_IN_TWO_PROJECTS",
  ({ workspaces }) => contested(workspaces, "in two placements"),
  ({ workspaces, placements }: Contested & { readonly placements: readonly string[] }, max: number) => {
    const { listed, are, them } = wordsFor(workspaces, max);
    const [one, fewer] = placements.length === 2 ? ["one of the two", "one"] : ["one of them", "all but one"];
    return (
      `${listed} ${are} placed ${eachWith("by", placements)}, but only within one placement the first rule that ` +
      `matches decides. Put all rules into ${one}, or add exceptions for ${them} to ${fewer}.`
    );
  },
);

/** A placement would move more workspaces than it allows. */
export const tooManyPlaced = planError(
  "TOO_MANY_MOVES",
  "Too many moves",
  (
    {
      workspaces,
      limit,
      language,
    }: Contested & {
      readonly limit: number;
      /** How the code names attributes. @default as Terraform's */
      readonly language?: CodeLanguage | undefined;
    },
    max: number,
  ) => {
    const attribute = attributeIn(language, "max_moves");
    const count = workspaces.length === 1 ? "1 workspace" : `${workspaces.length} workspaces`;
    return (
      `The placement would move ${count} (${formatList(workspaces, undefined, max)}), and ${attribute} is ${limit}. ` +
      `Narrow its rules, or raise ${attribute} if these moves are intended.`
    );
  },
);

/** Resources, at least two, assign the same objects to a project; their names or IDs. */
export const assignedTwice = planError(
  "ASSIGNED_TWICE",
  ({ type }) => `${capitalized(ASSIGNMENTS[type].object)} with two owners`,
  ({
    type,
    objects,
    resources,
  }: At & {
    readonly type: AssignmentType;
    readonly objects: readonly string[];
    readonly resources: readonly string[];
  }) => {
    const { object } = ASSIGNMENTS[type];
    const [noun, verb, pronoun] = objects.length === 1 ? [object, "is", "it"] : [`${object}s`, "are", "them"];
    const listed = formatList(objects, (name) => JSON.stringify(name), MANY_LISTED);
    return (
      `The ${noun} ${listed} ${verb} ${eachWith("in", resources)}, which have the same project. ` +
      `Remove ${pronoun} from ${allButOne(resources)}.`
    );
  },
);

/** A resource that assigns objects is exclusive, and not the only one of its project; the labels of the others. */
export const assignmentsShared = planError(
  "EXCLUSIVE_PROJECT_SHARED",
  ({ type }) => `Exclusive ${ASSIGNMENTS[type].label} with another owner`,
  ({ type, others }: At & { readonly type: AssignmentType; readonly others: readonly string[] }) => {
    const { label, object } = ASSIGNMENTS[type];
    return (
      `The ${label} of a project must be one resource if it is exclusive, but ${formatList(others)} ` +
      `${others.length === 1 ? "has" : "have"} the same project. Put every ${object} into one resource, or set ` +
      "`exclusive` on none of them."
    );
  },
);

function contested({ length }: readonly unknown[], what: string): string {
  return length === 1 ? `Workspace ${what}` : `${length} workspaces ${what}`;
}

function wordsFor(
  workspaces: readonly string[],
  max: number,
): {
  readonly listed: string;
  readonly are: string;
  readonly them: string;
} {
  const [noun, are, them] = workspaces.length === 1 ? ["workspace", "is", "it"] : ["workspaces", "are", "them"];
  return {
    listed: `The ${noun} ${formatList(workspaces, (name) => JSON.stringify(name), max)}`,
    are,
    them,
  };
}
