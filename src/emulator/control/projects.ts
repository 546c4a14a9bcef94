import { object, objectOf, oneOf, optional, string } from "../decode";
import { remove, update } from "../engine/write";
import { ControlError } from "../errors";
import type { ProjectRecord } from "../kinds/project";
import { defaultProjectOf, isDefaultProject, projects } from "../kinds/project";
import { organizations } from "../kinds/organization";
import { tagValues } from "../kinds/tag-binding";
import { workspaces } from "../kinds/workspace";
import type { ExecutionMode } from "../kinds/execution";
import type { ProjectSettings } from "../project-settings";
import { projectChange, projectSettings } from "../project-settings";
import type { Methods } from "./operation";
import { decoded, operation } from "./operation";

/** A project of the emulator, with its settings; null means unset. */
export interface ProjectInfo {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly autoDestroyActivityDuration: string | null;
  /** Its own execution mode; null when it inherits the organization's. */
  readonly defaultExecutionMode: ExecutionMode | null;
  /** Its own agent pool; null unless its own execution mode is `agent`. */
  readonly defaultAgentPoolId: string | null;
  /** Its key-value tags; the value is null when absent. */
  readonly tags: Readonly<Record<string, string | null>>;
}

/** A new project; settings are unset by default. */
export interface CreateProjectOptions extends ProjectSettings {
  readonly organization: string;
  readonly name: string;
}

/** Settings to change: undefined keeps a setting, null clears it. */
export interface UpdateProjectOptions extends ProjectSettings {
  readonly name?: string | undefined;
}

/** Projects, changed out of band. */
export const projectOperations = {
  /** Creates a project. @throws ControlError if the name is taken, or a setting is invalid */
  create: operation({
    method: "POST",
    path: "/projects",
    summary:
      "Creates a project. Its settings are optional: `description`, `autoDestroyActivityDuration`, " +
      "`defaultExecutionMode` (`remote`, `local` or `agent`), `defaultAgentPoolId` (required by mode `agent`), and " +
      "`tags`, an object of keys and values.",
    example: ({ organization }) => ({ organization, name: "Payments", tags: { team: "payments" } }),
    parameters: decoded(
      objectOf<CreateProjectOptions>()({ organization: string, name: string, ...projectSettings.members }),
      (it) => [it],
    ),
    run: (context, options: CreateProjectOptions): ProjectInfo => {
      const parent = context.organization(options.organization);
      const { change, problems } = projectChange(context.store, parent, options);
      const name = `projects.create(${options.name})`;
      const owned = { ...change, organizationId: parent.id };
      const scope = { organizationId: parent.id, parent };
      return projectInfo(context.create(name, projects, owned, scope, problems));
    },
  }),
  /** Finds a project by name, case-insensitively; undefined if there is none. */
  find: operation({
    method: "GET",
    path: "/projects",
    summary: "Finds a project by name, case-insensitively. Returns `null` if there is none.",
    example: ({ organization }) => ({ organization, name: "Default Project" }),
    parameters: decoded(object({ organization: string, name: string }), (it) => [it.organization, it.name]),
    run: (context, organization: string, name: string): ProjectInfo | undefined => {
      const project = context.store.table(projects).find("name", context.organization(organization).id, name);
      return project === undefined ? undefined : projectInfo(project);
    },
    document: (project) => project ?? null,
  }),
  /** Changes settings of a project. @throws ControlError if it does not exist, or a setting is invalid */
  update: operation({
    method: "PATCH",
    path: "/projects/:project",
    summary:
      "Updates a project. Omitted settings keep their value, and `null` clears one: without an execution mode, a " +
      "project inherits its organization's. `tags` replaces all tags.",
    example: () => ({ name: "Renamed", autoDestroyActivityDuration: "14d", defaultExecutionMode: "local" }),
    parameters: decoded(
      objectOf<UpdateProjectOptions>()({ name: optional(string), ...projectSettings.members }),
      (it, id) => [id, it],
    ),
    run: (context, id: string, options: UpdateProjectOptions): ProjectInfo => {
      const project = context.find(projects, id);
      const organization = context.store.table(organizations).expect(project.organizationId);
      const { change, problems } = projectChange(context.store, organization, options, project);
      return projectInfo(context.update(`projects.update(${id})`, projects, project, change, problems));
    },
  }),
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
    parameters: decoded(
      object({ evacuate: optional(oneOf(["true", "false"])) }),
      ({ evacuate }, id): [string, { readonly evacuate?: boolean }] => [id, { evacuate: evacuate === "true" }],
    ),
    run: (context, id: string, options: { readonly evacuate?: boolean } = {}): void => {
      const { store } = context;
      const project = context.find(projects, id);
      if (isDefaultProject(store, project)) {
        throw new ControlError(`Project ${id} is the default project and cannot be deleted.`);
      }
      const inside = [...store.table(workspaces).where("projectId", id).all()];
      if (inside.length > 0 && options.evacuate !== true) {
        throw new ControlError(
          `Project ${id} has ${inside.length} workspaces; use projects.delete(id, { evacuate: true }).`,
        );
      }
      const { id: projectId } = defaultProjectOf(store, store.table(organizations).expect(project.organizationId));
      for (const workspace of inside) update(store, workspaces, workspace, { projectId });
      remove(store, projects, project);
    },
  }),
};

/** Projects, changed out of band. */
export type ProjectControl = Methods<typeof projectOperations>;

function projectInfo(project: ProjectRecord): ProjectInfo {
  const { id, name, description, autoDestroyActivityDuration, executionMode, defaultAgentPoolId } = project;
  return {
    id,
    name,
    description,
    autoDestroyActivityDuration,
    defaultExecutionMode: executionMode ?? null,
    defaultAgentPoolId,
    tags: tagValues(project),
  };
}
