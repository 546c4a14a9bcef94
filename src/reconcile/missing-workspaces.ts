import { nearestName } from "./nearest-name";
import { formatList, quote } from "./text";

/**
 * A sentence about workspaces that an organization does not have.
 *
 * @param missing - Ids or names, as they were requested.
 * @param existing - Names of the organization's workspaces; the nearest are suggested.
 */
export function missingWorkspaces(
  organization: string,
  missing: readonly string[],
  existing: readonly string[],
): string {
  const [noun, pronoun] = missing.length === 1 ? ["workspace", "it"] : ["workspaces", "them"];
  const shown = formatList(missing, (name) => {
    const nearest = nearestName(name, existing);
    return nearest === undefined ? name : `${name} (did you mean ${nearest}?)`;
  });
  return (
    `The organization ${quote(organization)} has no ${noun} ${shown}, ` +
    `or the token is not authorized to read ${pronoun}.`
  );
}
