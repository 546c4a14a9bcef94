import { isObject } from "../decode";
import { projectExecution } from "../store/execution";
import { teamCount } from "../store/projects";
import type { ProjectRecord } from "../store/records";
import { projectTags } from "../store/tag-bindings";
import { agentPoolRelationship, settingOverwrites } from "./agent-pool";
import type { SerializerContext, Resource } from "./resource";
import { organizationRelationship } from "./resource";
import { effectiveTagResource, tagRelationships } from "./tag";

/** The operation of a response, which determines its attributes. */
export type ProjectView = "create" | "update" | "list" | "show";

/** Related resources that can be included. */
export const PROJECT_INCLUDES = ["effective-tag-bindings"] as const;
export type ProjectInclude = (typeof PROJECT_INCLUDES)[number];

/**
 * A project in the response to an operation. As in the documentation's samples, the response to create has no counts
 * and only one permission, and only show has `auto-destroy-activity-duration`.
 *
 * Execution settings and tags are not among the documented attributes: with `documents: "documented"`, a project has
 * them only after a client has set them.
 */
export function projectResource(
  context: SerializerContext,
  project: ProjectRecord,
  view: ProjectView,
  included: readonly ProjectInclude[] = [],
): Resource {
  const full = context.documents === "full";
  const { store } = context;
  const organization = store.organizations.expect(project.organizationId);
  const path = `/api/v2/projects/${project.id}`;
  const withTags = included.includes("effective-tag-bindings");
  return {
    id: project.id,
    type: "projects",
    attributes: {
      ...(full ? FULL_DEFAULTS : {}),
      ...project.attributes,
      name: project.name,
      description: project.description,
      ...(full || view !== "create"
        ? { "workspace-count": store.workspacesIn(project.id).size, "team-count": teamCount(store, project) }
        : {}),
      ...(full || view === "show" ? { "auto-destroy-activity-duration": project.autoDestroyActivityDuration } : {}),
      ...(full ? { "created-at": project.createdAt } : {}),
      ...(full || project.execution !== undefined ? executionAttributes(context, project) : {}),
      permissions: projectPermissions(context, project, view),
    },
    relationships: {
      ...project.relationships,
      organization: organizationRelationship(organization.name),
      ...(full || project.execution !== undefined
        ? { "default-agent-pool": agentPoolRelationship(projectExecution(store, project)) }
        : {}),
      ...(full || withTags || project.tagBindings !== undefined
        ? tagRelationships(path, withTags ? projectTags(project) : undefined)
        : {}),
    },
    links: { self: path },
  };
}

/** The member `included` with the effective tags of the projects; absent unless they are requested. */
export function includedTags(
  projects: readonly ProjectRecord[],
  included: readonly ProjectInclude[],
): { readonly included?: readonly object[] } {
  if (included.length === 0) return {};
  return { included: projects.flatMap((project) => projectTags(project).map(effectiveTagResource)) };
}

/** Defaults of the service for settings that the emulator ignores. */
const FULL_DEFAULTS = { "stacks-default-execution-mode": "remote", "is-unified": false };
const FULL_SETTING_OVERWRITES = { "stacks-default-execution-mode": false, "stacks-default-agent-pool": false };

function executionAttributes({ store, documents }: SerializerContext, project: ProjectRecord): object {
  const execution = projectExecution(store, project);
  const sent = project.attributes["setting-overwrites"];
  const kept = { ...(documents === "full" ? FULL_SETTING_OVERWRITES : {}), ...(isObject(sent) ? sent : {}) };
  return {
    "default-execution-mode": execution.mode,
    "setting-overwrites": settingOverwrites(execution, ["default-execution-mode", "default-agent-pool"], kept),
  };
}

function projectPermissions(
  { principal, documents }: SerializerContext,
  project: ProjectRecord,
  view: ProjectView,
): object {
  const update = principal.can("update", project);
  if (documents === "documented" && view === "create") return { "can-update": update };
  const documented = {
    "can-update": update,
    "can-destroy": principal.can("destroy", project),
    "can-create-workspace": principal.can("create-workspace", project),
  };
  if (documents === "documented") return documented;
  return {
    "can-read": principal.can("read", project),
    ...documented,
    "can-move-workspace": principal.can("move-workspaces", project),
    "can-manage-tags": update,
    "can-manage-teams": update,
    "can-read-teams": update,
    "can-manage-varsets": update,
    "can-manage-ephemeral-workspace-for-projects": update,
    "can-deploy-no-code-modules": false,
    "can-move-stack": false,
    "can-manage-stacks": false,
    "can-view-stacks": false,
    "can-update-stacks": false,
  };
}
