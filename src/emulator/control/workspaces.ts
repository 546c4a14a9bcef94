import { object, string } from "../decode";
import { objectState } from "../engine/object-state";
import { projects } from "../kinds/project";
import { workspaces } from "../kinds/workspace";
import type { WorkspaceState } from "../state";
import { decoded, operation } from "./operation";

/** What only workspaces have, besides the operations of every kind. */
export const workspaceOperations = {
  /** Moves a workspace to another project. @throws ControlError if the project is in another organization */
  move: operation({
    method: "POST",
    path: "/workspaces/:workspace/move",
    summary: "Moves a workspace to another project. Returns it as in the state.",
    example: ({ project }) => ({ projectId: project }),
    parameters: decoded(object({ projectId: string }), ({ projectId }, id) => [id, projectId]),
    run: (context, id: string, projectId: string): WorkspaceState => {
      const workspace = context.find(workspaces, id);
      context.findIn(workspace.organizationId, projects, projectId);
      const isThere = workspace.projectId === projectId;
      const moved = isThere
        ? workspace
        : context.update(`workspaces.move(${id})`, workspaces, workspace, { projectId });
      // It has the type that follows from its kind.
      return objectState(context.store, workspaces, moved) as WorkspaceState;
    },
  }),
};
