import {
  ASSIGNMENT_LABELS,
  ASSIGNMENTS,
  PERMISSION_BLOCKS,
  permissionKey,
  readAssignments,
  type AssignmentAttributes,
  type Permissions,
  type TeamProjectAccess,
} from "../../model";
import type { AssignmentKind, RecordedAssignment } from "./kind";
import { refusalText } from "./refusal";

const type = "tfprojects_project_team_access";

const REQUIRES =
  "This takes an organization with teams, and a token that may read and manage the teams of the project.";

/** The access of teams to a project. */
export const teamAccess: AssignmentKind = {
  type,
  definition: ASSIGNMENTS[type],
  ...ASSIGNMENT_LABELS[type],
  requires: REQUIRES,
  permission: { of: "project", name: "can-manage-teams" },
  isBatched: false,
  hasIds: true,
  idsAttribute: "team_ids",
  read: (values) => readAssignments(type, values),
  write: (assignments) => ({ team: assignments.map(teamBlock) }),
  refusal: (object) => refusalText(teamAccess, object),
  /** A change of the level resets the permissions; the service decides about those that are not set. */
  refresh: (recorded, observed) =>
    recorded["access"] === observed["access"]
      ? Object.fromEntries(Object.entries(recorded).map(([name, value]) => [name, observed[name] ?? value]))
      : observed,
  merge: (before, set) => (before?.["access"] === set["access"] ? { ...before, ...set } : set),
};

function teamBlock({ key, attributes, block }: RecordedAssignment): object {
  if (block !== undefined) return block;
  const blocks = Object.entries(PERMISSION_BLOCKS).map(([type, definition]) => {
    const permissions = Object.keys(definition.attributes).map((name) => {
      return [name, attributes[permissionKey(type, name)] ?? null] as const;
    });
    const isSet = permissions.some(([, value]) => value !== null);
    return [type, isSet ? Object.fromEntries(permissions) : null] as const;
  });
  return {
    team_id: "id" in key ? key.id : null,
    name: "name" in key ? key.name : null,
    access: attributes["access"],
    ...Object.fromEntries(blocks),
  };
}

/** Access as the service has it. Without single permissions, those that its level implies are missing. */
export function accessOf(
  attributes: AssignmentAttributes,
): Pick<TeamProjectAccess, "access" | "projectAccess" | "workspaceAccess"> {
  const permissions = (block: string): Permissions => {
    const prefix = permissionKey(block, "");
    const its = Object.entries(attributes).filter(([name]) => name.startsWith(prefix));
    return Object.fromEntries(its.map(([name, value]) => [name.slice(prefix.length).replaceAll("_", "-"), value]));
  };
  return {
    access: String(attributes["access"]),
    projectAccess: permissions("project_access"),
    workspaceAccess: permissions("workspace_access"),
  };
}
