import { createColors } from "picocolors";
import type { DesiredOrganization, Plan, ProjectTarget } from "../engine";
import { named, projectNames } from "../engine/actual-organization";
import type { DesiredProject, ProjectReference } from "../engine/source";
import { identifyProjects } from "../engine/plan";
import { proposedAsText, type TextOptions } from "../engine/report";
import { proposedJson, toDocument } from "../engine/report/json";
import { isId, nameKey, type NamedObject } from "../model";
import { findWorkspace } from "./explanation";
import { rowLines } from "./explanation-text";

/** The move of one workspace that no code has yet, and what it changes. */
export interface ProposedMove {
  readonly workspace: NamedObject;
  readonly from: NamedObject;
  /** Undefined for a project that does not exist: the plan has the error. */
  readonly to: ProjectTarget | undefined;
  /** With nothing else than the move, and what the code changes of its destination. */
  readonly plan: Plan;
}

/** What errors call the membership that nobody has written. */
const ADDRESS = "the proposed move";

/**
 * The code of one move. Of other code it has the destination, if the code has that, and what is assigned to it: the
 * move is compared with the project as that code leaves it, and with all else as it is.
 *
 * @param workspace - Name or ID.
 * @param project - Name or ID; address of a project of the code.
 */
export function withProposedMove(
  { name, connection, language, projects, assignments = [] }: DesiredOrganization,
  workspace: string,
  project: string,
): DesiredOrganization {
  const destination = projects.find((it) => isCalled(it, project));
  const isById = isId("workspace", workspace);
  return {
    name,
    connection,
    language,
    references: [],
    projects: destination === undefined ? [] : [destination],
    assignments: destination === undefined ? [] : assignments.filter((it) => isOf(it.project, destination)),
    memberships: [
      {
        address: ADDRESS,
        project: destination === undefined ? referenceTo(project) : { by: "address", address: destination.address },
        workspaceIds: isById ? [workspace] : [],
        workspaceNames: isById ? [] : [workspace],
        exclusive: false,
      },
    ],
  };
}

function isCalled({ address, name, id, stateId }: DesiredProject, project: string): boolean {
  return [address, id, stateId].includes(project) || nameKey(name) === nameKey(project);
}

function isOf(reference: ProjectReference, { address, ...it }: DesiredProject): boolean {
  if (reference.by === "default") return false;
  return reference.by === "address"
    ? reference.address === address
    : isCalled({ address, ...it }, reference.by === "id" ? reference.id : reference.name);
}

function referenceTo(project: string): ProjectReference {
  return isId("project", project) ? { by: "id", id: project } : { by: "name", name: project };
}

/** The move in its plan; undefined if the organization has no such workspace. */
export function proposedMove(plan: Plan, word: string): ProposedMove | undefined {
  const { resolver } = identifyProjects(plan.desired, plan.actual);
  const [membership] = plan.desired.memberships;
  const workspace = findWorkspace(plan, word);
  if (membership === undefined || workspace === undefined || "address" in workspace) return undefined;
  return {
    workspace: named(workspace),
    from: projectNames(plan.actual)(workspace.projectId),
    to: resolver.resolve(membership.project),
    plan,
  };
}

/** What a move changes, as text with a line break at the end. Pure. */
export function proposedMoveAsText(move: ProposedMove, options: TextOptions & { readonly width: number }): string {
  const { workspace, from, to, plan } = move;
  const colors = createColors(options.colors);
  const rows = [
    ["Organization", plan.organization],
    ["Workspace", `${workspace.name} (${workspace.id})`],
    ["Now in", from.name],
    ["Moved to", destinationText(move)],
  ] as const;
  const lines = rows.flatMap(([label, value]) => rowLines(label, value, colors, options.width));
  const changes = to?.id === from.id ? "" : proposedAsText(plan, options).trimEnd();
  return [...lines, ...(changes === "" ? [] : ["", changes]), ""].join("\n");
}

function destinationText({ from, to }: ProposedMove): string {
  if (to === undefined) return "a project that does not exist";
  if (to.id === null) return `${to.name} (${to.address} creates it)`;
  return to.id === from.id ? `${to.name} (it is there: nothing changes)` : to.name;
}

/** Moves of a workspace, one for each organization that has it, as a JSON document. Pure. */
export function proposedMovesAsJson(moves: readonly ProposedMove[]): string {
  return toDocument("explain", {
    moves: moves.map(({ workspace, from, to, plan }) => ({
      organization: plan.organization,
      workspace,
      from,
      to: to ?? null,
      ...proposedJson(plan),
    })),
  });
}
