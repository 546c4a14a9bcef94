import { ASSIGNMENTS, capitalized, type AssignmentType, type Diagnostic, type NamedObject } from "../model";
import { cannotTell, defaultProjectNotVisible, someNotVisible } from "../reconcile/absence";
import { ASSIGNMENT_KINDS, changeForbidden } from "../reconcile/assignments";
import { movesForbidden, type ForbiddenMoves } from "../reconcile/move-permissions";
import { formatList } from "../reconcile/text";
import { listed, organizationLabel, soughtText, type SoughtProject } from "./names";
import { planError } from "./plan-error";

/*
 * What the token may not do, and what it may not see. The former is a warning of a plan, since another token may apply
 * it, and blocks its apply.
 */

const MANAGING_TOKEN =
  "Use a token that can manage projects: of the owners team, of a team that may manage projects, or of the " +
  "organization.";

/** All that the token must not do. */
export interface NotPermitted {
  readonly projects: readonly Diagnostic<ForbiddenProjects>[];
  readonly others: readonly Diagnostic[];
}

interface ForbiddenProjects {
  readonly verb: "create" | "update" | "delete";
  /** Their names. */
  readonly names: readonly string[];
}

/** The service says that the token must not create projects, or must not change one. */
export const projectsNotPermitted = planError(
  "NOT_PERMITTED",
  ({ verb }) => `Cannot ${verb} projects`,
  ({
    verb,
    names,
    project,
    organization,
  }: ForbiddenProjects & { readonly project?: NamedObject; readonly organization: string }) => ({
    ...(project === undefined ? { where: organizationLabel(organization) } : {}),
    detail:
      `The token is not authorized to ${verb} ${project === undefined ? listed("project", names) : "this project"}. ` +
      MANAGING_TOKEN,
  }),
);

/** The service says that the token must not assign objects of a type to projects; their names. */
export const assignmentsNotPermitted = planError(
  "NOT_PERMITTED",
  ({ type }) => `Cannot change the ${ASSIGNMENTS[type].label} of projects`,
  ({
    organization,
    type,
    assignedTo,
  }: {
    readonly organization: string;
    readonly type: AssignmentType;
    readonly assignedTo: readonly string[];
  }) => ({
    where: organizationLabel(organization),
    detail: changeForbidden(ASSIGNMENT_KINDS[type], listed("project", assignedTo)),
  }),
);

/** The service says that the token must not move workspaces into a project, or out of it; how many. */
export const movesNotPermitted = planError("NOT_PERMITTED", "Cannot move workspaces", (moves: ForbiddenMoves) =>
  movesForbidden(moves),
);

/** Workspaces would move to the default project, which the token does not see; how many. */
export const hiddenDestination = planError(
  "NOT_PERMITTED",
  "Default project not visible",
  ({ projectId, moves }: { readonly projectId: string; readonly moves: number }) => ({
    where: `project ${projectId}`,
    detail: defaultProjectNotVisible(moves),
  }),
);

/** One with what it is about; or all changes of projects in a sentence, and the others. */
export function allNotPermitted({ projects, others }: NotPermitted): string {
  const [first, ...more] = [...projects, ...others];
  if (first !== undefined && more.length === 0) return `${first.where}: ${first.detail}`;
  const actions = (["create", "update", "delete"] as const).flatMap((verb) => {
    const names = projects.flatMap(({ data }) => (data.verb === verb ? data.names : []));
    return names.length === 0 ? [] : [`${verb} ${listed("project", names)}`];
  });
  const all = new Intl.ListFormat("en").format(actions);
  const ofProjects = actions.length === 0 ? [] : [`The token is not authorized to ${all}. ${MANAGING_TOKEN}`];
  return [...ofProjects, ...others.map(({ detail }) => detail)].join(" ");
}

/** A project that contains workspaces which the token does not see. */
export interface HidingProject extends NamedObject {
  readonly workspaceCount: number | undefined;
  /** How many of its workspaces the token sees. */
  readonly seen: number;
}

/** A project to be deleted contains workspaces that the token does not see. */
export const hiddenWorkspaces = planError(
  "NOT_FOUND_OR_UNAUTHORIZED",
  "Workspaces not visible",
  ({ project }: { readonly project: HidingProject }) => someNotVisible(project, project.seen),
);

/** Workspaces of a membership were not found, and its project contains some that the token does not see. */
export const hiddenMembers = planError(
  "NOT_FOUND_OR_UNAUTHORIZED",
  "Workspaces not visible",
  ({
    workspaces,
    destination,
  }: {
    readonly address: string;
    readonly workspaces: readonly string[];
    readonly destination: HidingProject;
  }) => `Not found: ${formatList(workspaces)}. ${someNotVisible(destination, destination.seen)}`,
);

/** Which workspaces nobody has placed is not known: the token does not see the default project. */
export const hiddenUnplaced = planError(
  "NOT_FOUND_OR_UNAUTHORIZED",
  "Default project not visible",
  ({ organization }: { readonly organization: string }) => ({
    where: organizationLabel(organization),
    detail:
      "The token does not see the default project, so which workspaces nobody has placed is not known. Use a token " +
      "that sees all projects of the organization.",
  }),
);

/** What was not found may exist: the token does not see the default project either. */
export const notVisible = planError(
  "NOT_FOUND_OR_UNAUTHORIZED",
  "Default project not visible",
  ({
    address,
    organization,
    projects,
    workspaces,
  }: {
    readonly address?: string | undefined;
    readonly organization: string;
    readonly projects: readonly SoughtProject[];
    readonly workspaces: readonly string[];
  }) => {
    const what = [listed("project", projects.map(soughtText)), listed("workspace", workspaces)];
    const count = projects.length + workspaces.length;
    return {
      where: address ?? organizationLabel(organization),
      detail: cannotTell(capitalized(what.filter((it) => it !== "").join(" and ")), organization, count),
    };
  },
);
