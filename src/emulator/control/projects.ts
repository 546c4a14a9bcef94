import { ControlError } from "../errors";
import type { ProjectChange } from "../store/projects";
import {
  checkProject,
  createProject,
  deleteProject,
  isDefaultProject,
  moveWorkspaces,
  updateProject,
} from "../store/projects";
import type { ProjectRecord } from "../store/records";
import type { ControlContext } from "./context";
import { rejectInvalid } from "./context";

export interface ProjectInfo {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly autoDestroyActivityDuration: string | null;
}

export interface CreateProjectOptions {
  readonly organization: string;
  readonly name: string;
  readonly description?: string | null | undefined;
  /** For example `14d`. @default none */
  readonly autoDestroyActivityDuration?: string | null | undefined;
}

/** Attributes to change: undefined keeps an attribute, null clears it. */
export type UpdateProjectOptions = Pick<ProjectChange, "name" | "description" | "autoDestroyActivityDuration">;

/** Projects, changed out of band. */
export class ProjectControl {
  readonly #context: ControlContext;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  create(options: CreateProjectOptions): ProjectInfo {
    const { store, commit } = this.#context;
    const organization = this.#context.organization(options.organization);
    const { name, description, autoDestroyActivityDuration } = options;
    const change = { name, description, autoDestroyActivityDuration };
    rejectInvalid(`projects.create(${name})`, checkProject(store, organization.id, change));
    const project = createProject(store, organization, change);
    commit();
    return projectInfo(project);
  }

  update(id: string, { name, description, autoDestroyActivityDuration }: UpdateProjectOptions): ProjectInfo {
    const { store, commit } = this.#context;
    const project = this.#context.project(id);
    const change = { name, description, autoDestroyActivityDuration };
    rejectInvalid(`projects.update(${id})`, checkProject(store, project.organizationId, change, project));
    const updated = updateProject(store, project, change);
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

function projectInfo({ id, name, description, autoDestroyActivityDuration }: ProjectRecord): ProjectInfo {
  return { id, name, description, autoDestroyActivityDuration };
}
