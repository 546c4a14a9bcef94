import { onceForEach } from "../../once-for-each";
import { selectsByTags, type NamedObject, type PolicySet, type Tag, type Workspace } from "../../model";
import { quoteIfAmbiguous, formatList } from "../../reconcile/text";
import { projectKey } from "../changes/change";
import { ifReadable } from "../../reconcile/readable";
import {
  gained,
  impactKind,
  lost,
  partOf,
  sorted,
  type ByProject,
  type ImpactContext,
  type ImpactEffect,
  type MovedWorkspaces,
} from "./kind";
import { tagsOf } from "./tags";
import { afterWrites } from "./writes";

export interface PolicySetsRead {
  /** All of the organization. */
  readonly sets: readonly PolicySet[];
  /** Of projects, and the workspaces' own: only if sets select by tags, and a move changes tags. */
  readonly projectTags: ByProject<readonly Tag[]>;
  readonly ownTags: ReadonlyMap<string, readonly Tag[] | undefined>;
}

export const policySets = impactKind<PolicySetsRead | undefined>({
  label: "policy sets",
  reads:
    "`GET /organizations/:organization/policy-sets`, once; if sets select workspaces by tags and a move changes " +
    "tags, also the list of workspaces with its tags",
  permission: "to manage policies",
  meaning:
    "Sets that apply to the workspaces in one of the projects and not in the other, also because a global set " +
    "excludes one of them, or because a set selects workspaces by tags that they inherit.",
  async read(context) {
    if (context.projectIds.length === 0) return { sets: [], projectTags: NONE, ownTags: NONE };
    const sets = await ifReadable(context.view.assignments.policySets.get());
    if (sets?.every((it) => it.listsAllProjects) !== true) return undefined;
    const keys = sets.flatMap(({ tagSelectors }) => tagSelectors?.selectors ?? []).map(({ key }) => key);
    if (!sets.some(({ isScopedByTags }) => isScopedByTags)) return { sets, projectTags: NONE, ownTags: NONE };
    const projectTags = await context.tags();
    const moved = context.moves.filter((it) => changesTags(projectTags, it)).flatMap(({ workspaces }) => workspaces);
    return { sets, projectTags, ownTags: moved.length === 0 ? NONE : await readOwnTags(context, moved, keys) };
  },
  compare(read, move) {
    if (read === undefined) return undefined;
    const { sets } = read;
    const after = afterWrites("policySets", sets, move) ?? sets;
    const byTags = changesTags(read.projectTags, move) ? sets.filter(({ isScopedByTags }) => isScopedByTags) : [];
    const compared = byTags.map((set) => ({ set, effects: effectsByTags(set, read, move) }));
    const unknown = compared.filter(({ effects }) => effects === undefined).map(({ set }) => set.name);
    return {
      effects: sorted([
        ...sets.flatMap((set, index) => effectsByProject(set, after[index] ?? set, move)),
        ...compared.flatMap(({ effects = [] }) => effects),
      ]),
      notCompared:
        unknown.length === 0
          ? []
          : [`policy sets ${formatList(unknown.sort().map(quoteIfAmbiguous))}, whose selection by tags is not known`],
    };
  },
  deletedWith: (read, projectId) =>
    read &&
    sorted(
      read.sets
        .filter(({ projectIds }) => idsIn(projectIds).has(projectId))
        .map(({ id, name }: NamedObject) => lost({ id, name })),
    ),
});

const NONE: ReadonlyMap<string, undefined> = new Map();

async function readOwnTags(
  { view }: ImpactContext,
  moved: readonly Workspace[],
  keys: readonly string[],
): Promise<PolicySetsRead["ownTags"]> {
  await view.workspaces.includeTags();
  const ids = new Set(moved.map(({ id }) => id));
  const listed = (await view.workspaces.all()).filter(({ id }) => ids.has(id));
  const tagged = await view.workspacesWithTags(listed, [...new Set(keys)]);
  return new Map(tagged.map(({ id, tags }) => [id, tags]));
}

/** Whether a move changes, or may change, the tags that workspaces inherit. */
function changesTags(projectTags: PolicySetsRead["projectTags"], move: MovedWorkspaces): boolean {
  const both = tagsOf(projectTags, move);
  if (both === undefined) return true;
  const [before, after] = both.map((tags) => new Map(tags.map(({ key, value }) => [key, value])));
  return before?.size !== after?.size || [...(before ?? [])].some(([key, value]) => after?.get(key) !== value);
}

/** A set applies to workspaces that it is attached to, and not to those that it excludes, in any project. */
function effectsByProject(before: PolicySet, after: PolicySet, move: MovedWorkspaces): readonly ImpactEffect[] {
  const { id, name, isScopedByTags, workspaceIds, excludedWorkspaceIds } = before;
  const [applied, applies] = [appliesTo(before, move.from.id), appliesTo(after, projectKey(move.to))];
  const part = partOf(move, [...workspaceIds, ...excludedWorkspaceIds], false);
  if (isScopedByTags || applied === applies || part.workspaces === 0) return [];
  return [(applies ? gained : lost)({ id, name, ...part })];
}

function appliesTo({ isGlobal, projectIds, excludedProjectIds }: PolicySet, projectId: string): boolean {
  return (isGlobal || idsIn(projectIds).has(projectId)) && !idsIn(excludedProjectIds).has(projectId);
}

/** Each move asks the same sets. */
const idsIn = onceForEach((ids: readonly string[]) => new Set(ids));

/** A tag of a workspace hides one with the same key that it would inherit. Undefined if not all is known. */
function effectsByTags(
  set: PolicySet,
  read: PolicySetsRead,
  move: MovedWorkspaces,
): readonly ImpactEffect[] | undefined {
  const both = tagsOf(read.projectTags, move);
  if (both === undefined) return undefined;
  const counts = { gained: 0, lost: 0 };
  for (const { id } of move.workspaces) {
    const own = read.ownTags.get(id);
    if (own === undefined) return undefined;
    const keys = new Set(own.map(({ key }) => key));
    const [before, after] = both.map((tags) =>
      selectsByTags(set, [...own, ...tags.filter(({ key }) => !keys.has(key))]),
    );
    if (before === undefined || after === undefined) return undefined;
    if (before !== after) counts[after ? "gained" : "lost"] += 1;
  }
  const { id, name } = set;
  return [
    ...(counts.lost === 0 ? [] : [lost({ id, name, workspaces: counts.lost })]),
    ...(counts.gained === 0 ? [] : [gained({ id, name, workspaces: counts.gained })]),
  ];
}
