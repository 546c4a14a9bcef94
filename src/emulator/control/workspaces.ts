import { ControlError } from "../errors";
import { moveWorkspaces } from "../store/projects";
import type { WorkspaceRecord } from "../store/records";
import { checkWorkspaceName, createWorkspace, deleteWorkspace, updateWorkspace } from "../store/workspaces";
import type { ControlContext } from "./context";
import { rejectInvalid } from "./context";

/** A workspace of the emulator. */
export interface WorkspaceInfo {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
}

/** A new workspace. */
export interface CreateWorkspaceOptions {
  readonly organization: string;
  readonly name: string;
  /** @default the default project */
  readonly projectId?: string | undefined;
}

/** Workspaces, changed out of band. */
export class WorkspaceControl {
  readonly #context: ControlContext;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /**
   * Creates a workspace. @throws ControlError if the name is taken or invalid, or the project is in another
   * organization
   */
  create({ organization: organizationName, name, projectId }: CreateWorkspaceOptions): WorkspaceInfo {
    const { store, commit } = this.#context;
    const organization = this.#context.organization(organizationName);
    rejectInvalid(`workspaces.create(${name})`, checkWorkspaceName(store, organization.id, name));
    const project = this.#context.project(projectId ?? organization.defaultProjectId);
    if (project.organizationId !== organization.id) {
      throw new ControlError(`Project ${project.id} is not in organization ${organization.name}.`);
    }
    const workspace = createWorkspace(store, project, { name });
    commit();
    return workspaceInfo(workspace);
  }

  /** Moves a workspace to another project. @throws ControlError if the project is in another organization */
  move(id: string, projectId: string): WorkspaceInfo {
    const { store, commit } = this.#context;
    const workspace = this.#context.workspace(id);
    const project = this.#context.project(projectId);
    if (project.organizationId !== workspace.organizationId) {
      throw new ControlError(`Workspace ${id} and project ${projectId} are in different organizations.`);
    }
    moveWorkspaces(store, [workspace], project);
    commit();
    return workspaceInfo(this.#context.workspace(id));
  }

  /** Renames a workspace. @throws ControlError if the name is taken or invalid */
  rename(id: string, name: string): WorkspaceInfo {
    const { store, commit } = this.#context;
    const workspace = this.#context.workspace(id);
    const problems = checkWorkspaceName(store, workspace.organizationId, name, workspace);
    rejectInvalid(`workspaces.rename(${id}, ${name})`, problems);
    const renamed = updateWorkspace(store, workspace, { name });
    commit();
    return workspaceInfo(renamed);
  }

  /** Deletes a workspace and its runs. */
  delete(id: string): void {
    deleteWorkspace(this.#context.store, this.#context.workspace(id));
    this.#context.commit();
  }

  /** Finds a workspace by name, case-insensitively; undefined if there is none. */
  find(organization: string, name: string): WorkspaceInfo | undefined {
    const workspace = this.#context.store.findWorkspace(this.#context.organization(organization).id, name);
    return workspace === undefined ? undefined : workspaceInfo(workspace);
  }
}

function workspaceInfo({ id, name, projectId }: WorkspaceRecord): WorkspaceInfo {
  return { id, name, projectId };
}
