import { check, type Check } from "../check";
import { hasStatus, isIn } from "../expectations";
import { listTeamAccess, moveInto, removeProject, showProject, showWorkspace } from "./requests";

/** What the second token may not do; after those that create projects and workspaces. */
export const ACCESS_CHECKS: readonly Check[] = [
  check({
    id: "team-access-of-member",
    row: "project-access: GET /team-projects",
    about: "with the second token",
    needs: ["reader"],
    requests: { list: (world) => ({ ...listTeamAccess(world), asReader: true }) },
    expects: ({ list }) => hasStatus(list, 200, 403, 404) ?? { found: String(list.status) },
    consequence: "With a token that may not see the access of teams, the impact of a plan cannot be read.",
  }),
  check({
    id: "move-without-rights",
    row: "missing-permissions: Move",
    needs: ["write", "reader"],
    requests: {
      move: (world) => ({ ...moveInto(world, "projectB", [world.idOf("workspace3")]), asReader: true }),
      workspace: (world) => showWorkspace(world, "workspace3"),
    },
    expects: ({ move, workspace }, world) =>
      hasStatus(move, 403, 404) ?? isIn(workspace, world.idOf("projectA")) ?? { found: String(move.status) },
    consequence: "Errors of a move name another reason than missing permissions.",
  }),
  check({
    id: "delete-without-rights",
    row: "errors: Delete project 404",
    needs: ["write", "reader"],
    requests: {
      deletion: (world) => ({ ...removeProject(world, "projectA"), asReader: true }),
      project: (world) => showProject(world, "projectA"),
    },
    expects: ({ deletion, project }) =>
      hasStatus(deletion, 403, 404) ?? hasStatus(project, 200) ?? { found: String(deletion.status) },
    consequence: "With a success, members delete projects without the permission for it.",
  }),
];
