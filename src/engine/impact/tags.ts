import { compareStrings } from "../../lists";
import type { Tag } from "../../model";
import type { DesiredProject } from "../organization";
import {
  effectsBetween,
  impactKind,
  lost,
  partOf,
  sorted,
  type ByProject,
  type ImpactEffect,
  type MovedWorkspaces,
} from "./kind";

export const tags = impactKind<ByProject<readonly Tag[]>>({
  label: "tags",
  reads: "`GET /projects/:project/effective-tag-bindings`, once a project whose tags the plan does not compare",
  permission: "to see the project",
  meaning:
    "Tags of the projects, which workspaces inherit unless they have a tag with the same key, as far as the plan has " +
    "read the tags of workspaces.",
  style: "pair",
  read: ({ tags: read }) => read(),
  compare(byProject, move) {
    const both = tagsOf(byProject, move);
    if (both === undefined) return undefined;
    const effects = effectsBetween(
      both,
      ({ key }) => key,
      ({ key, value }) => ({ name: key, value }),
      ({ key, value }, { value: changed }) =>
        changed === value ? undefined : { name: key, before: value, after: changed },
    );
    // Lists without the tags of workspaces say of none that it has its own.
    const own = ({ name }: ImpactEffect): readonly string[] =>
      move.workspaces.filter(({ tags }) => tags?.some(({ key }) => key === name)).map(({ id }) => id);
    const concerning = effects.map((it) => ({ ...it, ...partOf(move, own(it), false) }));
    return { effects: concerning.filter(({ workspaces }) => workspaces > 0) };
  },
  deletedWith: (byProject, projectId) => {
    const all = byProject.get(projectId);
    return all && sorted(all.map(({ key, value }) => lost({ name: key, value })));
  },
});

/** The tags that workspaces inherit before and after a move; undefined unless both are known. */
export function tagsOf(
  byProject: ByProject<readonly Tag[]>,
  move: Pick<MovedWorkspaces, "from" | "to" | "code">,
): readonly [readonly Tag[], readonly Tag[]] | undefined {
  const before = byProject.get(move.from.id);
  const existing = move.to.id === null ? [] : byProject.get(move.to.id);
  const after = tagsAfter(existing, move.code);
  return before === undefined || after === undefined ? undefined : [before, after];
}

/** The tags of a project after the plan, which sets those of the code. */
function tagsAfter(actual: readonly Tag[] | undefined, code: DesiredProject | undefined): readonly Tag[] | undefined {
  if (code?.tags === undefined) return actual;
  const wanted = tagList(code.tags);
  if (code.ignoreAdditionalTags !== true) return wanted;
  const keys = new Set(wanted.map(({ key }) => key));
  return actual && [...actual.filter(({ key }) => !keys.has(key)), ...wanted];
}

/** Tags as a list, by key. */
export function tagList(all: Readonly<Record<string, string>>): readonly Tag[] {
  const list = Object.entries(all).map(([key, value]) => ({ key, value }));
  return list.sort((one, other) => compareStrings(one.key, other.key));
}
