import type { VariableSet } from "../../model";
import {
  bothOf,
  effectsBetween,
  impactKind,
  lost,
  partOf,
  readEachProject,
  sorted,
  type ByProject,
  type ImpactEffect,
  type MovedWorkspaces,
} from "./kind";
import { afterWrites } from "./writes";

export interface VariableSetsRead {
  /** Those that apply to each project, global ones included. */
  readonly ofProjects: ByProject<readonly VariableSet[]>;
  /** Those that projects own; undefined if they are not readable. */
  readonly owned: readonly VariableSet[] | undefined;
}

export const variableSets = impactKind<VariableSetsRead>({
  label: "variable sets",
  reads: "`GET /projects/:project/varsets`, once a project; `GET /organizations/:organization/varsets`, once",
  permission: "to see the project",
  meaning:
    "Sets that apply to one of the projects and not to the other. A set that is attached to a workspace stays with " +
    "it; if the project that it leaves owns the set, that is not documented, and the set may be lost.",
  async read(context) {
    const [ofProjects, all] = await Promise.all([
      readEachProject(context, (id) => context.view.assignments.variableSetsOf(id).get()),
      context.moves.length === 0 ? undefined : context.variableSets(),
    ]);
    return { ofProjects, owned: all?.filter(({ ownerProjectId }) => ownerProjectId !== null) };
  },
  compare({ ofProjects, owned }, move) {
    const both = bothOf(ofProjects, move, (sets) => sets.filter(isOfWholeOrganization));
    if (both === undefined) return undefined;
    const [before, existing] = both;
    const after = afterWrites("variableSets", existing, move) ?? [];
    const effects = effectsBetween(
      [before, after],
      ({ id }) => id,
      ({ id, name, workspaceIds }) => ({ id, name, ...partOf(move, workspaceIds, false) }),
    );
    return {
      effects: sorted([...effects.filter(({ workspaces }) => workspaces !== 0), ...attachedOf(owned ?? [], move)]),
      notCompared: owned === undefined ? ["variable sets that projects own, which are not readable"] : [],
    };
  },
  deletedWith({ ofProjects }, projectId) {
    const sets = ofProjects.get(projectId)?.filter((it) => !isOfWholeOrganization(it));
    return sets && sorted(sets.map(({ id, name }) => lost({ id, name })));
  },
});

/** A set that is attached to a workspace stays with it, but the project owns these. */
function attachedOf(owned: readonly VariableSet[], move: MovedWorkspaces): readonly ImpactEffect[] {
  return owned.flatMap(({ id, name, ownerProjectId, workspaceIds }) => {
    const part = partOf(move, workspaceIds, true);
    if (ownerProjectId !== move.from.id || part.workspaces === 0) return [];
    return [{ ...lost({ id, name, ...part }), note: "owned by the project: may be lost", isCertain: false as const }];
  });
}

function isOfWholeOrganization({ isGlobal, ownerProjectId }: VariableSet): boolean {
  return isGlobal && ownerProjectId === null;
}
