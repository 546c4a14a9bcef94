import type { Colors } from "picocolors/types";
import { sanitize } from "../sanitize";
import { assignmentText } from "../engine/changes/assignment-change";
import { projectKey } from "../engine/plan";
import { padText, wrapText } from "../engine/report/wrap";
import {
  ASSIGNMENTS,
  attributeIn,
  flatTagText,
  matchText,
  messageOf,
  ruleLabel,
  tagsText,
  type CodeLanguage,
} from "../model";
import { MOVE_REASONS } from "../reconcile";
import type { ExplainedAssignments } from "./assigned";
import { isPlacedTwice, type ExplainedMembership, type Explanation, type HoldingReason } from "./explanation";
import type { NearMiss, Obstacle } from "./near-miss";
import type { ExplainedPlacement, MatchingRule } from "./placement";

const LABEL_WIDTH = 14;

/**
 * An explanation in a few lines, with a line break at the end. Pure.
 *
 * @param width - In columns.
 */
export function explanationAsText(explanation: Explanation, colors: Colors, width: number): string {
  const {
    organization,
    language,
    workspace,
    project,
    memberships,
    possibly,
    placements,
    destination,
    assigned,
    errors,
  } = explanation;
  const nearly = placements.flatMap(({ address, nearly: rules }) => rules.map((rule) => ({ ...rule, address })));
  const deciding = placements.filter(({ effect }) => effect !== undefined);
  const row = (label: string, value: string): readonly string[] => rowLines(label, value, colors, width);
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
    ...(placements.length > 0 && deciding.length === 0 ? row("Placement", "no rule matches it") : []),
    ...deciding.flatMap((it) => [
      ...row("Placement", placementText(it, destination)),
      ...row("Because", placedBecauseText(it, language)),
      ...(it.next === undefined ? [] : row("Otherwise", `${ruleText(it.next)}: it ${matchText(it.next.match)}`)),
    ]),
    ...assigned.flatMap((it) => row("Assigned", assignedText(it))),
    ...(errors.length === 0 ? [] : ["", colors.bold("The plan is blocked:")]),
    ...errors.flatMap((it) => wrapText(sanitize(`  ${it.where}: ${messageOf(it)}`), width, 4)),
    ...(possibly.length === 0 ? [] : ["", colors.bold("Perhaps in, which Terraform knows only after apply:")]),
    ...possibly.flatMap((it) => wrapText(sanitize(`  ${addressText(it)}`), width, 4)),
    ...(nearly.length === 0 ? [] : ["", colors.bold("Nearly matching:")]),
    ...nearly.flatMap((it) => [
      ...wrapText(sanitize(`  ${ruleText(it)} of ${it.address}`), width, 4),
      ...wrapText(sanitize(`    ${nearText(it.miss, language)}`), width, 4),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

/** A value beside its label. */
export function rowLines(label: string, value: string, colors: Colors, width: number): readonly string[] {
  // Wrap before adding colors, which take no columns.
  const [first = "", ...more] = wrapText(padText(`${label}:`, LABEL_WIDTH) + sanitize(value), width, LABEL_WIDTH);
  return [`${colors.dim(first.slice(0, LABEL_WIDTH))}${first.slice(LABEL_WIDTH)}`, ...more];
}

function destinationText(explanation: Explanation): string {
  const { workspace, project: current, destination, memberships, possibly, placedBy, errors } = explanation;
  if (memberships.length === 0 && possibly.length > 0) return "unclear: Terraform knows only after apply";
  if (destination === undefined) {
    if (memberships.length > 1) return "unclear: several memberships have it";
    if (errors.some(isPlacedTwice)) return "unclear: several placements place it";
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
      if (memberships[0]?.reason.by === "former-name") {
        return `${project.name} (plans leave it where it is until the code has its new name)`;
      }
      if (memberships.length > 0) return `${project.name} (it is ${isNew ? "created there" : "there"})`;
      return `${project.name} (${stayingText(explanation)})`;
    case "member":
    case "placed":
      return isNew
        ? `${project.name} (the ${moves === "member" ? "membership" : "placement"} moves it there once it is created)`
        : `${project.name} (it is not there yet)`;
    default:
      return `${project.name} (it is ${MOVE_REASONS[moves].ofAction})`;
  }
}

/** The address of a membership, with its project. */
function addressText({ membership, project }: ExplainedMembership): string {
  return `${membership.address} (${project?.name ?? "a project that does not exist"})`;
}

function reasonText(reason: HoldingReason, language: CodeLanguage): string {
  switch (reason.by) {
    case "reference":
      return "its lists refer to the resource that creates it";
    case "id":
      return `${attributeIn(language, "workspace_ids")} has its ID`;
    case "name":
      return `${attributeIn(language, "workspace_names")} has its name`;
    case "former-name":
      return `${attributeIn(language, "workspace_names")} has ${JSON.stringify(reason.name)}, which was its name`;
  }
}

/** Why a workspace stays that no membership has, and nothing moves. */
function stayingText({ placements }: Explanation): string {
  const [effect] = placements.flatMap((it) => it.effect ?? []);
  switch (effect) {
    case "there":
      return "it is there";
    case "elsewhere":
      return "it stays, since its rule takes workspaces only from the default project";
    case "waits":
      return "it waits for the next plan, since the Terraform plan was made before";
    case "excepted":
      return "it stays, since the placement excepts it";
    case "no-project":
      return "it stays, since the project of its rule does not exist";
    case "unknown-tags":
      return "it stays, since the service does not show its own tags";
    default:
      return placements.length === 0 ? "it stays, since no membership has it" : "it stays, since nothing places it";
  }
}

/** `rule 1 (Payments)` */
function ruleText({ position, project }: Pick<MatchingRule, "position" | "project">): string {
  return `${ruleLabel(position)} (${project?.name ?? "a project that does not exist"})`;
}

function placementText({ address, rule, effect }: ExplainedPlacement, destination: Explanation["destination"]): string {
  if (rule === undefined || effect === "unknown-tags") return `not known: ${address}`;
  if (effect === "excepted") return `none: ${address} leaves it alone`;
  const of = `${ruleText(rule)} of ${address}`;
  if (effect === "elsewhere" && destination?.moves !== undefined) return `${of}, which does not take it from there`;
  return effect === "member" ? `${of}, after the membership` : of;
}

function placedBecauseText({ rule, effect, exception }: ExplainedPlacement, language: CodeLanguage): string {
  if (effect === "excepted" && exception !== undefined) {
    const { pattern, tags = [] } = exception;
    return pattern === undefined
      ? `${attributeIn(language, "except_tags")} has ${tagsText(tags)}`
      : `${attributeIn(language, "except_names")} has ${JSON.stringify(pattern)}`;
  }
  if (rule === undefined || effect === "unknown-tags") return "the service does not show its own tags";
  return `it ${matchText(rule.match)}`;
}

/** `team platform (access write), team web (access read) by tfprojects_project_team_access.net` */
function assignedText({ address, type, exclusive, objects }: ExplainedAssignments): string {
  const texts = objects.map(({ id = "", name, attributes }) =>
    assignmentText({ type, object: { id, name }, before: null, after: attributes }, (text) => text),
  );
  const all = texts.length === 0 ? `no ${ASSIGNMENTS[type].object}` : texts.join(", ");
  return `${all} by ${address}${exclusive ? ", and no others" : ""}`;
}

function nearText({ matches, obstacles }: NearMiss, language: CodeLanguage): string {
  const found = matchText(matches);
  const reasons = obstacles.map((obstacle) => obstacleText(obstacle, language)).join(", and ");
  return found === "" ? reasons : `it ${found}, but ${reasons}`;
}

function obstacleText(obstacle: Obstacle, language: CodeLanguage): string {
  switch (obstacle.attribute) {
    case "match_names": {
      const attribute = attributeIn(language, obstacle.attribute);
      const { pattern, similar } = obstacle;
      if (pattern === undefined || similar === undefined) return `${attribute} does not match its name`;
      return `${attribute} has ${JSON.stringify(pattern)}, and ${JSON.stringify(similar)} would match`;
    }
    case "match_tags":
      return `it does not have ${tagsText(obstacle.tags)}${obstacle.flat ? flatTagText(obstacle.flat) : ""}`;
    case "tags":
      return "the service does not show its own tags";
  }
}
