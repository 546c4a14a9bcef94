import { distance } from "fastest-levenshtein";
import type { RenamedWorkspace } from "../../decide";
import { groupBy } from "../../lists";
import { nameKey, type Workspace } from "../../model";

/** Maximum number of combinations of names to compare. */
const MAX_COMPARED = 1_000_000;

/**
 * Guesses which workspaces had these names, and were renamed: only unambiguous pairs, which are one name and one
 * workspace in total, or a name and a workspace that are most similar to each other, and to no other as much. Pure.
 *
 * @param missingNames - Names that no workspace has.
 * @param candidates - Workspaces that are known by their ids, and that nothing else selects.
 * @param onlySimilar - Whether a pair must be similar even if there is only one name and one workspace.
 */
export function guessRenamed(
  missingNames: readonly string[],
  candidates: readonly Pick<Workspace, "id" | "name">[],
  { onlySimilar = false }: { readonly onlySimilar?: boolean } = {},
): readonly RenamedWorkspace[] {
  const names = [...new Map(missingNames.map((name) => [nameKey(name), name])).values()];
  const [[from], [only]] = [names, candidates];
  if (from === undefined || only === undefined || names.length * candidates.length > MAX_COMPARED) return [];
  if (names.length === 1 && candidates.length === 1 && !onlySimilar) return [{ from, id: only.id, to: only.name }];
  const pairs = names
    .flatMap((name) =>
      candidates.map(({ id, name: to }) => ({ from: name, id, to, differing: distance(nameKey(name), nameKey(to)) })),
    )
    .filter(isSimilar);
  const nearestTo = (keyOf: (pair: (typeof pairs)[number]) => string): ReadonlySet<(typeof pairs)[number]> =>
    new Set([...groupBy(pairs, keyOf).values()].flatMap(onlyNearest));
  const nearestToName = nearestTo(({ from: name }) => name);
  const nearestToWorkspace = nearestTo(({ id }) => id);
  return pairs
    .filter((pair) => nearestToName.has(pair) && nearestToWorkspace.has(pair))
    .map(({ from: name, id, to }) => ({ from: name, id, to }));
}

/** The nearest of these pairs; none if several are. */
function onlyNearest<P extends { readonly differing: number }>(pairs: readonly P[]): readonly P[] {
  const least = pairs.reduce((least, { differing }) => Math.min(least, differing), Infinity);
  const nearest = pairs.filter(({ differing }) => differing === least);
  return nearest.length === 1 ? nearest : [];
}

/** Whether two names have at least half of their letters in common, or one contains the other. */
function isSimilar({ from, to, differing }: RenamedWorkspace & { readonly differing: number }): boolean {
  const [one, other] = [nameKey(from), nameKey(to)];
  return differing * 2 <= Math.max(one.length, other.length) || one.includes(other) || other.includes(one);
}
