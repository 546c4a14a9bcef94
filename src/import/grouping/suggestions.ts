import { toDocument } from "../../engine/report/json";
import type { Workspace } from "../../model";
import { compareGroupings, type Comparison } from "./comparison";
import type { DefaultProject } from "./default-project";
import { Grouper, type Group, type Grouping } from "./grouping";
import { accessOf, type TeamAccess } from "./team-access";
import { wayMeaning, wayText } from "./ways";
import type { TellingWords } from "./words";

/** Ways to group the workspaces of a default project, the best first. */
export interface Suggestions {
  readonly found: Pick<DefaultProject, "organization" | "project" | "workspaces">;
  /** Words that no way looks at. */
  readonly leftOut: TellingWords["leftOut"];
  readonly groupings: readonly Grouping[];
  readonly comparisons: readonly Comparison[];
  /** What teams may on the workspaces in groups; undefined if it was not read. */
  readonly access?: TeamAccess | undefined;
}

/** Finds ways to group the workspaces of a default project. Pure. */
export function suggestionsFor(found: Suggestions["found"]): Suggestions {
  const grouper = new Grouper(found.workspaces, found.project.name);
  const groupings = grouper.all();
  return { found, leftOut: grouper.leftOut, groupings, comparisons: compareGroupings(groupings) };
}

/** How the code of a way moves its groups. */
export function formOf({ missingTag }: Grouping): "rules" | "lists" {
  return missingTag === undefined ? "rules" : "lists";
}

/** The title of a way: `word:1: by the first word of names; the same groups as word:-2`. */
export function titleOf({ way, alsoBy }: Grouping): string {
  const same = alsoBy.length === 0 ? "" : `; the same groups as ${alsoBy.map(wayText).join(", ")}`;
  return `${wayText(way)}: ${wayMeaning(way)}${same}`;
}

/** The largest first; those of the same size by the names of their projects. */
export function bySize(groups: readonly Group[]): readonly Group[] {
  return [...groups].sort((one, other) => other.workspaces.length - one.workspaces.length);
}

/** Three names: the first one, the middle one and the last one, since neighbors are alike. */
export function samplesOf(workspaces: readonly Workspace[]): readonly string[] {
  const last = workspaces.length - 1;
  const places = new Set([0, Math.floor(last / 2), last]);
  return [...places].flatMap((place) => workspaces[place]?.name ?? []);
}

/** `Words in no group, since they stand beside most others: dev, prod; acme where it is first; numbers.` */
export function leftOutText({ anywhere, first }: Suggestions["leftOut"]): string | undefined {
  const parts = [
    ...(anywhere.length === 0 ? [] : [anywhere.join(", ")]),
    ...(first.length === 0 ? [] : [`${first.join(", ")} at the beginning of names`]),
  ];
  return parts.length === 0
    ? undefined
    : `Words of no group, since they stand beside most others: ${parts.join("; ")}.`;
}

/** Suggestions as a JSON document. Pure. */
export function suggestionsAsJson({ found, leftOut, groupings, comparisons, access }: Suggestions): string {
  const { organization, project, workspaces } = found;
  return toDocument("suggest", {
    organization,
    default_project: { id: project.id, name: project.name },
    workspaces: workspaces.length,
    words_left_out: leftOut,
    ways: groupings.map((grouping) => ({
      way: wayText(grouping.way),
      also_by: grouping.alsoBy.map(wayText),
      covered: grouping.covered,
      left: namesOf(grouping.left),
      written_as: formOf(grouping),
      missing_tag: grouping.missingTag,
      groups: grouping.groups.map(({ project: name, condition, workspaces: inside }) => ({
        project: name,
        match_names: condition?.matchNames,
        match_tags: condition?.matchTags,
        workspaces: namesOf(inside),
        team_access: access && accessOf(inside, access),
      })),
    })),
    comparisons: comparisons.map(({ ways, alike, apart }) => ({
      ways: ways.map(wayText),
      alike,
      apart: apart.map(({ projects, workspaces: its }) => ({ projects, workspaces: namesOf(its) })),
    })),
  });
}

export function namesOf(workspaces: readonly Workspace[]): readonly string[] {
  return workspaces.map(({ name }) => name);
}
