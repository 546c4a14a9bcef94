import type { Project, Workspace } from "../../model";
import { hidesWorkspaces, pluralize, quote, type OrganizationView } from "../../reconcile";
import type { Notify } from "../../engine/host";
import { UserError } from "../../user-error";

/** The default project of an organization, with its workspaces. */
export interface DefaultProject {
  /** The name of the organization, as the service spells it. */
  readonly organization: string;
  readonly project: Project;
  readonly workspaces: readonly Workspace[];
  /** All projects of the organization, also the default project. */
  readonly projects: readonly Project[];
  /** Warnings about workspaces that the token does not see. */
  readonly warnings: readonly string[];
}

/**
 * Reads the default project: one request for the organization, one for each page of projects, and one for each page of
 * workspaces in the default project.
 *
 * @throws UserError when the token does not see the default project.
 */
export async function readDefaultProject(
  view: OrganizationView,
  { tags }: { readonly tags: boolean },
  notify: Notify,
): Promise<DefaultProject> {
  void notify({ kind: "started", work: { kind: "read", organization: view.name, address: view.client.address } });
  if (tags) await view.workspaces.includeTags();
  const { name, defaultProjectId } = await view.organization();
  const [projects, workspaces] = await Promise.all([
    view.projects.all(),
    view.workspaces.freshInProject(defaultProjectId),
  ]);
  const project = projects.find(({ id }) => id === defaultProjectId);
  if (project === undefined) {
    throw new UserError(
      `The token does not see the default project of ${name} (${defaultProjectId}).`,
      "Use a token that is authorized to read it and its workspaces.",
    );
  }
  const warnings = warningsOf(project, workspaces);
  const tagged = tags ? await view.workspacesWithTags(workspaces, []) : workspaces;
  return { organization: name, project, workspaces: tagged, projects, warnings };
}

/** What is hidden now, rules may match later, with another token. */
function warningsOf(project: Project, workspaces: readonly Workspace[]): readonly string[] {
  if (!hidesWorkspaces(project, workspaces.length)) return [];
  const hidden = pluralize((project.workspaceCount ?? 0) - workspaces.length, "workspace");
  return [`The token does not see ${hidden} of project ${quote(project.name)}: rules may match them, too.`];
}
