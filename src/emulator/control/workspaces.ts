import { object, objectOf, optional, string } from "../decode";
import { remove } from "../engine/write";
import { ControlError } from "../errors";
import { projects } from "../kinds/project";
import type { TagValues } from "../kinds/tag-binding";
import { givenTags, setTagValues, tagValues } from "../kinds/tag-binding";
import type { WorkspaceRecord } from "../kinds/workspace/shape";
import { workspaces } from "../kinds/workspace";
import type { Methods } from "./operation";
import { decoded, operation } from "./operation";

/** A workspace of the emulator. */
export interface WorkspaceInfo {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  /** Its own key-value tags; the value is null when absent. */
  readonly tags: Readonly<Record<string, string | null>>;
}

/** A new workspace. */
export interface CreateWorkspaceOptions {
  readonly organization: string;
  readonly name: string;
  /** Its key-value tags, at most 10; a tag without a value has null. @default none */
  readonly tags?: TagValues | undefined;
  /** @default the default project */
  readonly projectId?: string | undefined;
}

/** Settings to change: undefined keeps a setting. */
export interface UpdateWorkspaceOptions {
  readonly name?: string | undefined;
  /** All key-value tags of the workspace, at most 10; null or an empty object clears them. */
  readonly tags?: TagValues | undefined;
}

/** Workspaces, changed out of band. */
export const workspaceOperations = {
  /**
   * Creates a workspace.
   *
   * @throws ControlError if the name is taken or invalid, a tag is invalid, or the project is in another organization
   */
  create: operation({
    method: "POST",
    path: "/workspaces",
    summary:
      "Creates a workspace, in the default project if `projectId` is omitted. `tags` is an object of keys and " +
      "values; `null` is a tag without a value.",
    example: ({ organization, project }) => ({
      organization,
      name: "created-out-of-band",
      projectId: project,
      tags: { team: "payments" },
    }),
    parameters: decoded(
      objectOf<CreateWorkspaceOptions>()({
        organization: string,
        name: string,
        projectId: optional(string),
        tags: optional(givenTags),
      }),
      (it) => [it],
    ),
    run: (context, { organization, name, projectId, tags }: CreateWorkspaceOptions): WorkspaceInfo => {
      const { id: organizationId, name: shown, defaultProjectId = "" } = context.organization(organization);
      const parent = context.find(projects, projectId ?? defaultProjectId);
      if (parent.organizationId !== organizationId) {
        throw new ControlError(`Project ${parent.id} is not in organization ${shown}.`);
      }
      const { change: tagged, problems } = setTagValues(context.store, undefined, tags);
      const change = { name, organizationId, projectId: parent.id, ...tagged };
      const scope = { organizationId, parent };
      return workspaceInfo(context.create(`workspaces.create(${name})`, workspaces, change, scope, problems));
    },
  }),
  /** Finds a workspace by name, case-insensitively; undefined if there is none. */
  find: operation({
    method: "GET",
    path: "/workspaces",
    summary: "Finds a workspace by name, case-insensitively. Returns `null` if there is none.",
    example: ({ organization }) => ({ organization, name: "api-prod" }),
    parameters: decoded(object({ organization: string, name: string }), (it) => [it.organization, it.name]),
    run: (context, organization: string, name: string): WorkspaceInfo | undefined => {
      const workspace = context.store.table(workspaces).find("name", context.organization(organization).id, name);
      return workspace === undefined ? undefined : workspaceInfo(workspace);
    },
    document: (workspace) => workspace ?? null,
  }),
  /** Renames or tags a workspace. @throws ControlError if the name is taken or invalid, or a tag is invalid */
  update: operation({
    method: "PATCH",
    path: "/workspaces/:workspace",
    summary:
      "Renames or tags a workspace. Omitted settings keep their value; `tags` replaces all tags, and `null` clears " +
      "them.",
    example: () => ({ name: "renamed-out-of-band", tags: { team: "payments", shared: null } }),
    parameters: decoded(
      objectOf<UpdateWorkspaceOptions>()({ name: optional(string), tags: optional(givenTags) }),
      (it, id) => [id, it],
    ),
    run: (context, id: string, { name, tags }: UpdateWorkspaceOptions): WorkspaceInfo => {
      const workspace = context.find(workspaces, id);
      const { change: tagged, problems } = setTagValues(context.store, workspace, tags);
      const change = { name, ...tagged };
      return workspaceInfo(context.update(`workspaces.update(${id})`, workspaces, workspace, change, problems));
    },
  }),
  /** Moves a workspace to another project. @throws ControlError if the project is in another organization */
  move: operation({
    method: "POST",
    path: "/workspaces/:workspace/move",
    summary: "Moves a workspace to another project.",
    example: ({ project }) => ({ projectId: project }),
    parameters: decoded(object({ projectId: string }), ({ projectId }, id) => [id, projectId]),
    run: (context, id: string, projectId: string): WorkspaceInfo => {
      const workspace = context.find(workspaces, id);
      const project = context.find(projects, projectId);
      if (project.organizationId !== workspace.organizationId) {
        throw new ControlError(`Workspace ${id} and project ${projectId} are in different organizations.`);
      }
      if (workspace.projectId === projectId) return workspaceInfo(workspace);
      return workspaceInfo(context.update(`workspaces.move(${id})`, workspaces, workspace, { projectId }));
    },
  }),
  /** Deletes a workspace and its runs. */
  delete: operation({
    method: "DELETE",
    path: "/workspaces/:workspace",
    summary: "Deletes a workspace and its runs.",
    parameters: (_, id) => [id],
    run: (context, id: string): void => remove(context.store, workspaces, context.find(workspaces, id)),
  }),
};

/** Workspaces, changed out of band. */
export type WorkspaceControl = Methods<typeof workspaceOperations>;

function workspaceInfo(workspace: WorkspaceRecord): WorkspaceInfo {
  const { id, name, projectId } = workspace;
  return { id, name, projectId, tags: tagValues(workspace) };
}
