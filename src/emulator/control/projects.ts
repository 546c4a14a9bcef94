import { object, oneOf, optional } from "../decode";
import { update } from "../engine/write";
import { organizations } from "../kinds/organization";
import { defaultProjectOf, projects } from "../kinds/project";
import { workspaces } from "../kinds/workspace";
import { decoded, operation } from "./operation";

/** What only projects have, besides the operations of every kind. */
export const projectOperations = {
  /**
   * Deletes a project.
   *
   * @param options.evacuate moves its workspaces to the default project first
   * @throws ControlError when the project is the default project, or has workspaces and `evacuate` is not set
   */
  delete: operation({
    method: "DELETE",
    path: "/projects/:project",
    summary:
      "Deletes a project. With `evacuate=true`, moves its workspaces to the default project first; otherwise, the " +
      "project must have no workspaces.",
    example: () => ({ evacuate: true }),
    parameters: decoded(object({ evacuate: optional(oneOf(["true", "false"])) }), ({ evacuate }, id) => [
      id,
      { evacuate: evacuate === "true" },
    ]),
    run: (context, id: string, options: { readonly evacuate?: boolean } = {}): void => {
      const { store } = context;
      const project = context.find(projects, id);
      store.atomically(() => {
        if (options.evacuate === true) {
          const { id: projectId } = defaultProjectOf(store, store.table(organizations).expect(project.organizationId));
          const inside = [...store.table(workspaces).where("projectId", id).all()];
          for (const workspace of inside) update(store, workspaces, workspace, { projectId });
        }
        context.remove(projects, project);
      });
    },
  }),
};
