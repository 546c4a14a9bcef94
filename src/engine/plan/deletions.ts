import type { Diagnostic } from "../../model";
import { defaultProjectDeleted, hiddenWorkspaces, notEmpty } from "../../diagnostics";
import { decideDeletion } from "../../decide";
import { groupBy } from "../../lists";
import { named } from "../actual-organization";
import { projectsWithHiddenWorkspaces } from "./absence";
import { requiredMoves, type Deletion, type Places, type RequiredMove } from "./destinations";
import type { IdentifiedOrganization } from "./identity";
import type { ComparisonOptions } from "./plan-options";
import { isLeaving } from "./tfe-resources";

/* Which projects the code requires to be deleted, and why some of them cannot be. */

/** The deletions that the code requires, and the moves of the possible ones. */
export interface RequiredDeletions {
  /** All of them. */
  readonly deletions: readonly Deletion[];
  /** Why some of them are not possible: an error each. */
  readonly refused: readonly Diagnostic[];
  /** The others. */
  readonly possible: readonly Deletion[];
  /** Unmanaged projects that `prune` would delete. */
  readonly notPruned: Places["unmanaged"]["projects"];
  /** All moves that the code requires: of evacuations only those out of projects that can be deleted. */
  readonly moves: readonly RequiredMove[];
}

export function requiredDeletions(
  identified: IdentifiedOrganization,
  places: Places,
  { prune, evacuate = false }: Pick<ComparisonOptions, "prune" | "evacuate">,
): RequiredDeletions {
  const { unmanaged } = places;
  const dropped = new Set((identified.desired.inState?.droppedProjects ?? []).map(({ id }) => id));
  const prunable = unmanaged.projects.filter(({ id }) => !dropped.has(id));
  const [pruned, notPruned] = prune === true ? [prunable, []] : [[], prunable];
  const deletions = [
    ...unmanaged.dropped,
    ...pruned.map((project) => ({ project, cause: "unmanaged", evacuate }) as const),
  ];
  const movesWith = (all: readonly Deletion[]): readonly RequiredMove[] =>
    requiredMoves(identified, places, new Set(all.map(({ project }) => project.id)));
  const moves = movesWith(deletions);
  const errors = new Map(refusedDeletions(identified, places, deletions, moves));
  const possible = deletions.filter((it) => !errors.has(it));
  const refused = [...errors.values()];
  return { deletions, refused, possible, notPruned, moves: refused.length === 0 ? moves : movesWith(possible) };
}

/** Deletions of the default project, and of projects that contain workspaces which nothing moves out of them. */
function refusedDeletions(
  { desired: { language }, actual }: IdentifiedOrganization,
  { setByTfe, unmanaged, leaving: left }: Places,
  deletions: readonly Deletion[],
  moves: readonly RequiredMove[],
): readonly (readonly [Deletion, Diagnostic])[] {
  const hidden = projectsWithHiddenWorkspaces(actual);
  const leavingAnyhow = moves.filter(({ workspace: { id }, reason }) => reason !== "evacuated" || left.has(id));
  const leavingIds = new Set(leavingAnyhow.map(({ workspace }) => workspace.id));
  const workspacesIn = groupBy(actual.workspaces, ({ projectId }) => projectId);
  const refusalOf = ({ project, cause: deletion, evacuate }: Deletion): Diagnostic | undefined => {
    if (project.id === actual.defaultProjectId) {
      return defaultProjectDeleted({ project: named(project), language });
    }
    const hiding = hidden.get(project.id);
    if (hiding !== undefined) return hiddenWorkspaces({ project: hiding });
    const { staying } = decideDeletion(evacuate, {
      inside: workspacesIn.get(project.id) ?? [],
      leaves: ({ id }) => leavingIds.has(id),
      isIgnored: ({ id }) => unmanaged.ignored.workspaces.has(id),
    });
    if (staying.length === 0) return undefined;
    const workspaces = staying.map(({ name }) => name);
    const leaving = staying
      .flatMap(({ id }) => setByTfe.get(id) ?? [])
      .filter(isLeaving)
      .map(({ address }) => address);
    return notEmpty({ project: named(project), workspaces, deletion, evacuate, leaving, language });
  };
  return deletions.flatMap((it) => {
    const refusal = refusalOf(it);
    return refusal === undefined ? [] : [[it, refusal] as const];
  });
}
