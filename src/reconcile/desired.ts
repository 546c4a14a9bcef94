import type { KnownProjectSettings } from "../model";

/** What the code says of one organization, whoever read the code. */
export interface DesiredOrganization {
  readonly name: string;
  readonly projects: readonly DesiredProject[];
  readonly memberships: readonly DesiredMembership[];
  /** Projects that the code refers to without managing them; they are never pruned. */
  readonly references: readonly ProjectReference[];
}

/** A project of the code. */
export interface DesiredProject extends KnownProjectSettings {
  /** The resource's address in the code: `tfprojects_project.platform`. */
  readonly address: string;
  /** What the project was called, latest first: a project found under such a name is renamed, not created anew. */
  readonly previousNames: readonly string[];
  /** The project's id where the code says it (an import block); otherwise the name is what tells which project is meant. */
  readonly id?: string | undefined;
}

/** "These workspaces are in that project." */
export interface DesiredMembership {
  readonly address: string;
  readonly project: ProjectReference;
  readonly workspaceIds: readonly string[];
  readonly workspaceNames: readonly string[];
  /** Whether the project holds no other workspaces. */
  readonly exclusive: boolean;
}

/** Which project is meant: one of the code, or one that the organization has. */
export type ProjectReference =
  | { readonly by: "address"; readonly address: string }
  | { readonly by: "id"; readonly id: string }
  | { readonly by: "name"; readonly name: string }
  | { readonly by: "default" };
