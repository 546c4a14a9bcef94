import type { DesiredSettings, Project, Workspace } from "../model";

/** The desired state of one organization, as its code declares it. */
export interface DesiredOrganization {
  readonly name: string;
  readonly projects: readonly DesiredProject[];
  readonly memberships: readonly DesiredMembership[];
  /** Projects that the code refers to without managing them; they are never pruned. */
  readonly references: readonly ProjectReference[];
}

/** A project of the code. */
export interface DesiredProject extends DesiredSettings {
  /** The resource's address in the code: `tfprojects_project.platform`. */
  readonly address: string;
  /** Former names, latest first: a project found under one of them is renamed instead of created. */
  readonly previousNames: readonly string[];
  /** The project's id if an `import` block names it; otherwise the project is identified by its name. */
  readonly id?: string | undefined;
}

/** The statement "these workspaces are in that project". */
export interface DesiredMembership {
  readonly address: string;
  readonly project: ProjectReference;
  readonly workspaceIds: readonly string[];
  readonly workspaceNames: readonly string[];
  /** Whether the project contains no other workspaces. */
  readonly exclusive: boolean;
}

/** Refers to a project of the code, or to one that exists in the organization. */
export type ProjectReference =
  | { readonly by: "address"; readonly address: string }
  | { readonly by: "id"; readonly id: string }
  | { readonly by: "name"; readonly name: string }
  | { readonly by: "default" };

/** The actual state of one organization, as the service returned it. */
export interface ActualOrganization {
  readonly name: string;
  readonly defaultProjectId: string;
  readonly projects: readonly Project[];
  readonly workspaces: readonly Workspace[];
}
