import type { Colors } from "picocolors/types";
import { sanitize } from "../sanitize";
import { projectKey } from "../engine/plan";
import { padText, wrapText } from "../engine/report/wrap";
import { camelCase, matchText, workspacesInTwoMemberships, type CodeLanguage, type Tag } from "../model";
import { MOVE_REASONS } from "../reconcile";
import type { ExplainedMembership, Explanation, HoldingReason, NearMembership } from "./explanation";
import type { Obstacle } from "./near-miss";

const LABEL_WIDTH = 14;

/**
 * An explanation in a few lines, with a line break at the end. Pure.
 *
 * @param width - In columns.
 */
export function explanationAsText(explanation: Explanation, colors: Colors, width: number): string {
  const { organization, language, workspace, project, memberships, possibly, nearly } = explanation;
  const row = (label: string, value: string): readonly string[] => {
    // Wrap before adding colors, which take no columns.
    const [first = "", ...more] = wrapText(padText(`${label}:`, LABEL_WIDTH) + sanitize(value), width, LABEL_WIDTH);
    return [`${colors.dim(first.slice(0, LABEL_WIDTH))}${first.slice(LABEL_WIDTH)}`, ...more];
  };
  const conflict = conflictText(explanation);
  const lines = [
    ...row("Organization", organization),
    ...row("Workspace", `${workspace.name} (${workspace.id ?? `created by this plan: ${workspace.address}`})`),
    ...row(
      workspace.id === null ? "Created in" : "Now in",
      project?.name ?? "a project that Terraform knows after apply",
    ),
    ...row("Belongs in", destinationText(explanation)),
    ...(memberships.length === 0 ? row("Membership", "none") : []),
    ...memberships.flatMap((it) => [
      ...row("Membership", memberships.length === 1 ? it.membership.address : addressText(it)),
      ...row("Because", reasonText(it.reason, language)),
    ]),
    ...(conflict === undefined ? [] : ["", ...wrapText(sanitize(conflict), width)]),
    ...(possibly.length === 0 ? [] : ["", colors.bold("Perhaps in, which Terraform knows only after apply:")]),
    ...possibly.flatMap((it) => wrapText(sanitize(`  ${addressText(it)}`), width, 4)),
    ...(nearly.length === 0 ? [] : ["", colors.bold("Nearly in:")]),
    ...nearly.flatMap((it) => [
      ...wrapText(sanitize(`  ${addressText(it)}`), width, 4),
      ...wrapText(sanitize(`    ${nearText(it, project?.name ?? "another project", language)}`), width, 4),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

function destinationText({ workspace, project: current, destination, ...held }: Explanation): string {
  const { memberships, possibly, placedBy } = held;
  if (memberships.length === 0 && possibly.length > 0) return "unclear: Terraform knows only after apply";
  if (destination === undefined) {
    if (memberships.length > 1) return "unclear: several memberships have it";
    return memberships.length === 0 ? "the project that its resource sets" : "a project that does not exist";
  }
  const { project, moves } = destination;
  const isNew = workspace.id === null;
  switch (moves) {
    case undefined:
      if (placedBy !== undefined) {
        const isThere = current !== undefined && projectKey(current) === projectKey(project);
        return `${project.name} (${placedBy} sets it${isThere ? "" : ", and Terraform moves it there"})`;
      }
      if (memberships.length > 0) return `${project.name} (it is ${isNew ? "created there" : "there"})`;
      return `${project.name} (it stays, since no membership has it)`;
    case "member":
      if (isNew) return `${project.name} (the membership moves it there once it is created)`;
      return `${project.name} (it is not there yet)`;
    default:
      return `${project.name} (it is ${MOVE_REASONS[moves].ofAction})`;
  }
}

/** The address of a membership, with its project. */
function addressText({ membership, project }: ExplainedMembership): string {
  return `${membership.address} (${project?.name ?? "a project that does not exist"})`;
}

/** The name of an attribute in code. */
function attributeIn(language: CodeLanguage, name: string): string {
  return language === "typescript" ? camelCase(name) : name;
}

function reasonText(reason: HoldingReason, language: CodeLanguage): string {
  switch (reason.by) {
    case "reference":
      return "its lists refer to the resource that creates it";
    case "id":
      return `${attributeIn(language, "workspace_ids")} has its ID`;
    case "name":
      return `${attributeIn(language, "workspace_names")} has its name`;
    case "rule":
      return `it ${matchText(reason) || "is in matched_workspaces of the Terraform plan"}`;
  }
}

/** What to do if several memberships have it; about the first two. */
function conflictText({ workspace, language, memberships: [one, other] }: Explanation): string | undefined {
  if (one === undefined || other === undefined) return undefined;
  const [first, second] = [one, other].map(({ membership: { address, rule }, reason }) => ({
    label: address,
    rule: reason.by === "rule" ? rule : undefined,
  }));
  if (first === undefined || second === undefined) return undefined;
  return workspacesInTwoMemberships([workspace.name], first, second, language);
}

function nearText({ miss: { matches, obstacles } }: NearMembership, project: string, language: CodeLanguage): string {
  const found = matchText(matches);
  const reasons = obstacles.map((obstacle) => obstacleText(obstacle, project, language)).join(", and ");
  return found === "" ? reasons : `it ${found}, but ${reasons}`;
}

function obstacleText(obstacle: Obstacle, project: string, language: CodeLanguage): string {
  const attribute = attributeIn(language, obstacle.attribute);
  switch (obstacle.attribute) {
    case "match_names":
      return `${attribute} does not match its name`;
    case "match_tags":
      return `it does not have ${tagsText(obstacle.tags)}`;
    case "except_names":
      return `${attribute} has ${JSON.stringify(obstacle.pattern)}`;
    case "except_tags":
      return `${attribute} has ${tagsText(obstacle.tags)}`;
    case "take_from":
      return `${attribute} is default-project, and it is in ${project}`;
    case "matched_workspaces":
      return "the Terraform plan was made before";
    case "tags":
      return "the service does not show its own tags";
  }
}

function tagsText(tags: readonly Tag[]): string {
  return matchText({ tags }).replace(/^has /, "");
}
