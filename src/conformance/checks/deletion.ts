import { check, type Check } from "../check";
import { describe, hasStatus } from "../expectations";
import { moveInto, removeProject, showProject, showWorkspace } from "./requests";

/** The last ones: they delete a project. */
export const DELETION_CHECKS: readonly Check[] = [
  check({
    id: "delete-with-workspaces",
    row: "deleting-projects: A project that contains workspaces",
    needs: ["write"],
    requests: {
      deletion: (world) => removeProject(world, "projectA"),
      project: (world) => showProject(world, "projectA"),
      workspace: (world) => showWorkspace(world, "workspace3"),
    },
    expects: ({ deletion, project, workspace }) => {
      const { status } = deletion;
      if (status < 400 || status >= 500 || status === 404) return describe(deletion);
      return hasStatus(project, 200) ?? hasStatus(workspace, 200) ?? { found: String(status) };
    },
    consequence:
      "With a success, only what tfprojects reads before the deletion protects workspaces: one that is created in " +
      "between is lost. With a 404, a refused deletion counts as done, and the project disappears from the state.",
  }),
  check({
    id: "delete-project",
    row: "success: Delete a project",
    needs: ["write"],
    requests: {
      move: (world) => moveInto(world, "projectA", [world.idOf("workspace1"), world.idOf("workspace2")]),
      deletion: (world) => removeProject(world, "projectB"),
    },
    expects: ({ move, deletion }) => hasStatus(move, 204) ?? hasStatus(deletion, 204),
    consequence: "Projects cannot be deleted.",
  }),
  check({
    id: "deleted-project",
    row: "deleting-projects: A deleted project",
    needs: ["write"],
    requests: {
      again: (world) => removeProject(world, "projectB"),
      project: (world) => showProject(world, "projectB"),
    },
    expects: ({ again, project }) => hasStatus(again, 404) ?? hasStatus(project, 404),
    consequence: "A deletion whose response was lost counts as failed.",
  }),
];
