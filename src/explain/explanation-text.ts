import type { Colors } from "picocolors/types";
import { sanitize } from "../engine/report/sanitize";
import { padText, wrapText } from "../engine/report/wrap";
import { matchText, workspacesInTwoMemberships, type SelectionReason, type Tag } from "../model";
import { MOVE_REASONS } from "../reconcile";
import type { ExplainedDestination, Explanation, HoldingMembership, NearMembership } from "./explanation";
import type { Obstacle } from "./near-miss";

const LABEL_WIDTH = 14;

/**
 * An explanation in a few lines, with a line break at the end. Pure.
 *
 * @param width - In columns.
 */
export function explanationAsText(explanation: Explanation, colors: Colors, width: number): string {
  const { organization, workspace, project, memberships, nearly, destination } = explanation;
  const row = (label: string, value: string): readonly string[] => {
    // Wrap before adding colors, which take no columns.
    const [first = "", ...more] = wrapText(padText(`${label}:`, LABEL_WIDTH) + sanitize(value), width, LABEL_WIDTH);
    return [`${colors.dim(first.slice(0, LABEL_WIDTH))}${first.slice(LABEL_WIDTH)}`, ...more];
  };
  const conflict = conflictText(explanation);
  const lines = [
    ...row("Organization", organization),
    ...row("Workspace", `${workspace.name} (${workspace.id})`),
    ...row("Now in", project.name),
    ...row("Belongs in", destinationText(destination, memberships)),
    ...(memberships.length === 0 ? row("Membership", "none") : []),
    ...memberships.flatMap((it) => [
      ...row("Membership", memberships.length === 1 ? it.membership.address : addressText(it)),
      ...row("Because", reasonText(it.reason)),
    ]),
    ...(conflict === undefined ? [] : ["", ...wrapText(sanitize(conflict), width)]),
    ...(nearly.length === 0 ? [] : ["", colors.bold("Nearly in:")]),
    ...nearly.flatMap((it) => [
      ...wrapText(sanitize(`  ${addressText(it)}`), width, 4),
      ...wrapText(sanitize(`    ${nearText(it, project.name)}`), width, 4),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

function destinationText(
  destination: ExplainedDestination | undefined,
  memberships: readonly HoldingMembership[],
): string {
  if (destination === undefined) {
    return memberships.length > 1 ? "unclear: several memberships have it" : "a project that does not exist";
  }
  const { project, moves } = destination;
  switch (moves) {
    case undefined:
      return `${project.name} (${memberships.length === 0 ? "it stays, since no membership has it" : "it is there"})`;
    case "member":
      return `${project.name} (it is not there yet)`;
    default:
      return `${project.name} (it is ${MOVE_REASONS[moves].ofAction})`;
  }
}

/** The address of a membership, with its project. */
function addressText({ membership, project }: HoldingMembership | NearMembership): string {
  return `${membership.address} (${project?.name ?? "a project that does not exist"})`;
}

function reasonText(reason: SelectionReason): string {
  switch (reason.by) {
    case "id":
      return "workspace_ids has its ID";
    case "name":
      return "workspace_names has its name";
    case "rule":
      return `it ${matchText(reason) || "is in matched_workspaces of the Terraform plan"}`;
  }
}

/** What to do if several memberships have it; about the first two. */
function conflictText({ workspace, memberships: [one, other] }: Explanation): string | undefined {
  if (one === undefined || other === undefined) return undefined;
  const [first, second] = [one, other].map(({ membership: { address, rule }, reason }) => ({
    label: address,
    rule: reason.by === "rule" ? rule : undefined,
  }));
  if (first === undefined || second === undefined) return undefined;
  return workspacesInTwoMemberships([workspace.name], first, second, "terraform");
}

function nearText({ miss: { matches, obstacles } }: NearMembership, project: string): string {
  const found = matchText(matches);
  const reasons = obstacles.map((obstacle) => obstacleText(obstacle, project)).join(", and ");
  return found === "" ? reasons : `it ${found}, but ${reasons}`;
}

function obstacleText(obstacle: Obstacle, project: string): string {
  switch (obstacle.attribute) {
    case "match_names":
      return "match_names does not match its name";
    case "match_tags":
      return `it does not have ${tagsText(obstacle.tags)}`;
    case "except_names":
      return `except_names has ${JSON.stringify(obstacle.pattern)}`;
    case "except_tags":
      return `except_tags has ${tagsText(obstacle.tags)}`;
    case "take_from":
      return `take_from is default-project, and it is in ${project}`;
    case "matched_workspaces":
      return "the Terraform plan was made before";
    case "tags":
      return "the service does not show its own tags";
  }
}

function tagsText(tags: readonly Tag[]): string {
  return matchText({ by: "rule", tags }).replace(/^has /, "");
}
