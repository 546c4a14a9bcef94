import type { Colors } from "picocolors/types";
import { sanitize } from "../../sanitize";
import { formatTable } from "../../table";
import { toDocument } from "../../engine/report/json";
import { wrapText } from "../../engine/report/wrap";
import { pluralize } from "../../reconcile";
import { MIN_MATCHES } from "../rules";
import type { DefaultProject } from "./default-project";
import type { Group, Grouping } from "./grouping";
import { wayText } from "./way";

/** Ways to group the workspaces of a default project, the best first. */
export interface Suggestions {
  readonly found: Pick<DefaultProject, "organization" | "project" | "workspaces">;
  readonly groupings: readonly Grouping[];
}

/** Suggestions for a terminal. Pure. */
export function suggestionsAsText({ found, groupings }: Suggestions, colors: Colors, width: number): string {
  const { organization, project, workspaces } = found;
  const count = pluralize(workspaces.length, "workspace");
  const where = `the default project of ${sanitize(organization)}, ${sanitize(project.name)}`;
  if (groupings.length === 0) {
    const isFew = workspaces.length < MIN_MATCHES;
    const why = isFew ? `has ${count}` : `has ${count}, of which no ${MIN_MATCHES} have words or a tag in common`;
    return wrapText(`No groups: ${where}, ${why}.`, width).join("\n");
  }
  const rows = groupings.map(({ way, groups, covered, left }) => [
    sanitize(wayText(way)),
    ...[groups.length, covered, left.length].map(String),
    largest(groups),
  ]);
  return [
    ...wrapText(`Ways to group the ${count} of ${where}:`, width),
    "",
    formatTable(["WAY", "GROUPS", "COVERED", "LEFT", "LARGEST GROUP"], rows, colors, ["GROUPS", "COVERED", "LEFT"]),
  ].join("\n");
}

function largest(groups: readonly Group[]): string {
  const [first] = [...groups].sort((one, other) => other.workspaces.length - one.workspaces.length);
  return first === undefined ? "" : `${sanitize(first.project)} (${first.workspaces.length})`;
}

/** Suggestions as a JSON document. Pure. */
export function suggestionsAsJson({ found, groupings }: Suggestions): string {
  const { organization, project, workspaces } = found;
  return toDocument("suggest", {
    organization,
    default_project: { id: project.id, name: project.name },
    workspaces: workspaces.length,
    ways: groupings.map(({ way, groups, covered, left }) => ({
      way: wayText(way),
      covered,
      left: left.length,
      groups: groups.map(({ project: name, condition: { matchNames, matchTags }, workspaces: inside }) => ({
        project: name,
        ...(matchNames === undefined ? {} : { match_names: matchNames }),
        ...(matchTags === undefined ? {} : { match_tags: matchTags }),
        workspaces: inside.length,
      })),
    })),
  });
}
