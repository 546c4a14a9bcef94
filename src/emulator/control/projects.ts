import { ControlError } from "../errors";
import type { ProjectSettings } from "../project-settings";
import { checkProjectSettings, projectChange } from "../project-settings";
import { createProject, deleteProject, isDefaultProject, moveWorkspaces, updateProject } from "../store/projects";
import type { ExecutionMode, ProjectRecord } from "../store/records";
import { tagValues } from "../store/tag-bindings";
import type { ControlContext } from "./context";
import { rejectInvalid } from "./context";

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
export class ProjectControl {
  readonly #context: ControlContext;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /** Creates a project. @throws ControlError if the name is taken, or a setting is invalid */
  create(options: CreateProjectOptions): ProjectInfo {
    const { store, commit } = this.#context;
    const organization = this.#context.organization(options.organization);
    const { name } = options;
    rejectInvalid(`projects.create(${name})`, checkProjectSettings(store, organization.id, options));
    const project = createProject(store, organization, { ...projectChange(options), name });
    commit();
    return projectInfo(project);
  }

  /** Changes settings of a project. @throws ControlError if it does not exist, or a setting is invalid */
  update(id: string, options: UpdateProjectOptions): ProjectInfo {
    const { store, commit } = this.#context;
    const project = this.#context.project(id);
    rejectInvalid(`projects.update(${id})`, checkProjectSettings(store, project.organizationId, options, project));
    const updated = updateProject(store, project, { ...projectChange(options), name: options.name });
    commit();
    return projectInfo(updated);
  }

  /**
   * Deletes a project.
   *
   * @param options.evacuate moves its workspaces to the default project first
   * @throws ControlError when the project is the default project, or has workspaces and `evacuate` is not set
   */
  delete(id: string, options: { readonly evacuate?: boolean } = {}): void {
    const { store, commit } = this.#context;
    const project = this.#context.project(id);
    if (isDefaultProject(store, project)) {
      throw new ControlError(`Project ${id} is the default project and cannot be deleted.`);
    }
    const workspaces = [...store.workspacesIn(id).all()];
    if (workspaces.length > 0 && options.evacuate !== true) {
      throw new ControlError(
        `Project ${id} has ${workspaces.length} workspaces; use projects.delete(id, { evacuate: true }).`,
      );
    }
    const { defaultProjectId } = store.organizations.expect(project.organizationId);
    moveWorkspaces(store, workspaces, store.projects.expect(defaultProjectId));
    deleteProject(store, project);
    commit();
  }

  /** Finds a project by name, case-insensitively; undefined if there is none. */
  find(organization: string, name: string): ProjectInfo | undefined {
    const project = this.#context.store.findProject(this.#context.organization(organization).id, name);
    return project === undefined ? undefined : projectInfo(project);
  }
}

function projectInfo(project: ProjectRecord): ProjectInfo {
  const { id, name, description, autoDestroyActivityDuration, execution } = project;
  return {
    id,
    name,
    description,
    autoDestroyActivityDuration,
    defaultExecutionMode: execution?.mode ?? null,
    defaultAgentPoolId: execution?.agentPoolId ?? null,
    tags: tagValues(project),
  };
}
