import type { ProjectPermission, Role } from "../access/roles";
import { newId, newSecret } from "../store/identifiers";
import {
  checkOrganizationName,
  createOrganization,
  deleteOrganization,
  updateOrganization,
} from "../store/organizations";
import type { AttributeProblem } from "../store/problem";
import type { ProjectChange } from "../store/projects";
import {
  checkProject,
  createProject,
  deleteProject,
  isDefaultProject,
  moveWorkspaces,
  updateProject,
} from "../store/projects";
import type { OrganizationRecord, ProjectRecord, WorkspaceRecord } from "../store/records";
import type { EmulatorState } from "../store/state";
import { emulatorState } from "../store/state";
import { runDueTimers } from "../store/timers";
import { checkWorkspaceName, createWorkspace, deleteWorkspace, updateWorkspace } from "../store/workspaces";
import type { Store } from "../store/store";
import { ControlError } from "./control-error";

/** A project as helpers give it. */
export interface ProjectInfo {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly autoDestroyActivityDuration: string | null;
}

/** A workspace as helpers give it. */
export interface WorkspaceInfo {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
}

export interface CreateTokenOptions {
  readonly organization: string;
  /**
   * `owner`, `manage-projects`, `organization` (an organization API token), `read-only`, or `team`, which may do nothing but what
   * `projects` says.
   */
  readonly role: Role;
  /** Further abilities on single projects, by project id. `read` is needed to see a project at all. */
  readonly projects?: Readonly<Record<string, readonly ProjectPermission[]>> | undefined;
  /** Name of the user whose token it is: all tokens of one user share one rate limit. @default a user who has only this token */
  readonly user?: string | undefined;
}

/**
 * What a test wants somebody else to do: it needs no token and makes no request. Mistakes in its arguments, an unknown identifier or
 * a name that the service would refuse, are thrown as ControlErrors. With a state file, each throws a StorageError while the disk refuses: nothing
 * is told that could still be lost.
 */
export class WorldControl {
  constructor(
    protected readonly world: Store,
    /** Makes what has changed durable. */
    protected readonly commit: () => void,
    /** To be called before anything is told of the world: nobody is to learn of what could still be lost. */
    protected readonly beforeShowing: () => void,
  ) {}

  /** All there is, as plain data sorted by name. */
  state(): EmulatorState {
    runDueTimers(this.world);
    this.beforeShowing();
    return emulatorState(this.world);
  }

  addOrganization(name: string): { readonly name: string; readonly defaultProjectId: string } {
    this.beforeShowing();
    refuse(`addOrganization(${name})`, checkOrganizationName(this.world, name));
    const { defaultProjectId } = createOrganization(this.world, name);
    this.commit();
    return { name, defaultProjectId };
  }

  renameOrganization(name: string, to: string): { readonly name: string; readonly defaultProjectId: string } {
    const organization = this.organizationNamed(name);
    refuse(`renameOrganization(${name}, ${to})`, checkOrganizationName(this.world, to, organization));
    const { defaultProjectId } = updateOrganization(this.world, organization, { name: to });
    this.commit();
    return { name: to, defaultProjectId };
  }

  /** Deletes an organization and everything in it. */
  deleteOrganization(name: string): void {
    deleteOrganization(this.world, this.organizationNamed(name));
    this.commit();
  }

  addProject(given: {
    readonly organization: string;
    readonly name: string;
    readonly description?: string | null | undefined;
    readonly autoDestroyActivityDuration?: string | null | undefined;
  }): ProjectInfo {
    const organization = this.organizationNamed(given.organization);
    const { name, description, autoDestroyActivityDuration } = given;
    const change = { name, description, autoDestroyActivityDuration };
    refuse(`addProject(${name})`, checkProject(this.world, organization.id, change));
    const project = createProject(this.world, organization, change);
    this.commit();
    return projectInfo(project);
  }

  /** What is undefined stays as it is, null clears. */
  updateProject(
    id: string,
    change: Pick<ProjectChange, "name" | "description" | "autoDestroyActivityDuration">,
  ): ProjectInfo {
    const project = this.project(id);
    const { name, description, autoDestroyActivityDuration } = change;
    const checked = { name, description, autoDestroyActivityDuration };
    refuse(`updateProject(${id})`, checkProject(this.world, project.organizationId, checked, project));
    const updated = updateProject(this.world, project, checked);
    this.commit();
    return projectInfo(updated);
  }

  /**
   * Deletes a project. @param options.evacuate moves its workspaces to the default project first; without it, a project with
   * workspaces is not deleted.
   */
  deleteProject(id: string, options: { readonly evacuate?: boolean } = {}): void {
    const project = this.project(id);
    if (isDefaultProject(this.world, project))
      throw new ControlError(`Project ${id} is the default project: nobody can delete it.`);
    const workspaces = [...this.world.workspacesIn(id).all()];
    if (workspaces.length > 0 && options.evacuate !== true) {
      throw new ControlError(
        `Project ${id} has ${workspaces.length} workspaces; use deleteProject(id, { evacuate: true }).`,
      );
    }
    const { defaultProjectId } = this.world.organizations.expect(project.organizationId);
    moveWorkspaces(this.world, workspaces, this.world.projects.expect(defaultProjectId));
    deleteProject(this.world, project);
    this.commit();
  }

  /** Undefined when there is none of that name; case makes no difference. */
  findProject(organization: string, name: string): ProjectInfo | undefined {
    const project = this.world.findProject(this.organizationNamed(organization).id, name);
    return project === undefined ? undefined : projectInfo(project);
  }

  /** A new workspace, in the default project unless another is given. */
  addWorkspace(given: {
    readonly organization: string;
    readonly name: string;
    readonly projectId?: string | undefined;
  }): WorkspaceInfo {
    const organization = this.organizationNamed(given.organization);
    refuse(`addWorkspace(${given.name})`, checkWorkspaceName(this.world, organization.id, given.name));
    const project = this.project(given.projectId ?? organization.defaultProjectId);
    if (project.organizationId !== organization.id) {
      throw new ControlError(`Project ${project.id} is not one of organization ${organization.name}.`);
    }
    const workspace = createWorkspace(this.world, project, { name: given.name });
    this.commit();
    return workspaceInfo(workspace);
  }

  moveWorkspace(workspaceId: string, projectId: string): WorkspaceInfo {
    const workspace = this.workspace(workspaceId);
    const project = this.project(projectId);
    if (project.organizationId !== workspace.organizationId) {
      throw new ControlError(`Workspace ${workspaceId} and project ${projectId} are of different organizations.`);
    }
    moveWorkspaces(this.world, [workspace], project);
    this.commit();
    return workspaceInfo(this.workspace(workspaceId));
  }

  renameWorkspace(id: string, name: string): WorkspaceInfo {
    const workspace = this.workspace(id);
    const problems = checkWorkspaceName(this.world, workspace.organizationId, name, workspace);
    refuse(`renameWorkspace(${id}, ${name})`, problems);
    const renamed = updateWorkspace(this.world, workspace, { name });
    this.commit();
    return workspaceInfo(renamed);
  }

  deleteWorkspace(id: string): void {
    deleteWorkspace(this.world, this.workspace(id));
    this.commit();
  }

  /** Undefined when there is none of that name; case makes no difference. */
  findWorkspace(organization: string, name: string): WorkspaceInfo | undefined {
    const workspace = this.world.findWorkspace(this.organizationNamed(organization).id, name);
    return workspace === undefined ? undefined : workspaceInfo(workspace);
  }

  /** A token for another caller. */
  addToken({ organization, role, projects = {}, user }: CreateTokenOptions): string {
    const secret = newSecret();
    const { id: organizationId } = this.organizationNamed(organization);
    for (const id of Object.keys(projects)) this.project(id);
    this.world.tokens.put({
      id: newId("token"),
      sequence: this.world.nextSequence(),
      secret,
      user,
      grants: [{ organizationId, role, projects }],
    });
    this.commit();
    return secret;
  }

  protected organizationNamed(name: string): OrganizationRecord {
    this.beforeShowing();
    const organization = this.world.findOrganization(name);
    if (organization === undefined) throw new ControlError(`The emulator has no organization ${name}.`);
    return organization;
  }

  protected project(id: string): ProjectRecord {
    this.beforeShowing();
    const project = this.world.projects.get(id);
    if (project === undefined) throw new ControlError(`The emulator has no project ${id}.`);
    return project;
  }

  protected workspace(id: string): WorkspaceRecord {
    this.beforeShowing();
    const workspace = this.world.workspaces.get(id);
    if (workspace === undefined) throw new ControlError(`The emulator has no workspace ${id}.`);
    return workspace;
  }
}

function projectInfo({ id, name, description, autoDestroyActivityDuration }: ProjectRecord): ProjectInfo {
  return { id, name, description, autoDestroyActivityDuration };
}

function workspaceInfo({ id, name, projectId }: WorkspaceRecord): WorkspaceInfo {
  return { id, name, projectId };
}

function refuse(what: string, problems: readonly AttributeProblem[]): void {
  if (problems.length === 0) return;
  // The service ends some of its texts with a full stop.
  throw new ControlError(`${what}: ${problems.map(({ detail }) => detail.replace(/\.$/, "")).join("; ")}.`);
}
