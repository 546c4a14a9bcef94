import type { RenamedWorkspace } from "../decide";
import { firstOf, nearestName } from "../model";
import { formatList, quote } from "./text";
import { ownMember } from "../own-member";

/** The nearest similar name that exists, for each missing name that a message shows. */
export function suggestionsFor(
  missing: readonly string[],
  existing: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    firstOf(missing).flatMap((name) => {
      const nearest = nearestName(name, existing);
      return nearest === undefined ? [] : [[name, nearest]];
    }),
  );
}

/**
 * A sentence that lists workspaces which an organization does not have.
 *
 * @param missing - Ids or names, as they were requested.
 */
export function missingWorkspaces(
  organization: string,
  missing: readonly string[],
  suggestions: Readonly<Record<string, string>>,
): string {
  const [noun, pronoun] = missing.length === 1 ? ["workspace", "it"] : ["workspaces", "them"];
  const shown = formatList(missing, (name) => {
    const nearest = ownMember(suggestions, name);
    return nearest === undefined ? name : `${name} (did you mean ${nearest}?)`;
  });
  return (
    `The organization ${quote(organization)} has no ${noun} ${shown}, ` +
    `or the token is not authorized to read ${pronoun}.`
  );
}

/** `Web_76 is now Web_76-renamed (ws-…). Use the new name in the code, or rename the workspace back.` */
export function renamedText(renamed: readonly RenamedWorkspace[]): string {
  const texts = new Map(renamed.map(({ from, to, id }) => [from, `${from} is now ${to} (${id})`]));
  const shown = formatList([...texts.keys()], (from) => texts.get(from) ?? from);
  const [name, workspace] = renamed.length === 1 ? ["name", "workspace"] : ["names", "workspaces"];
  return `${shown}. Use the new ${name} in the code, or rename the ${workspace} back.`;
}

/** Why rules with tags cannot be evaluated. */
export function tagsNotReported(organization: string): string {
  return (
    `The service does not report the tags of the workspaces of the organization ${quote(organization)}, or does not ` +
    "distinguish a workspace's own tags from inherited ones, so rules with tags cannot be evaluated. Select the " +
    "workspaces by their names."
  );
}
