import type { ConflictingMembership } from "../model";

/**
 * Identifies a resource in all its plans: its object in the state (`prior` of a plan or, for a replacement,
 * `replaces`), or a unique object for a new resource.
 */
export type ResourceKey = object;

/** What a resource does with an existing project. */
type Use = "keeps" | "takes" | "replaces" | "deletes";

/** A planned membership, for other memberships of the same project. */
export interface ProjectMember {
  readonly exclusive: boolean;
  /** The name of the membership in messages, because providers do not know addresses. */
  readonly label: string;
}

/** A membership moves a workspace into its project. `projectId` is undefined before the project is created. */
export interface Claim {
  readonly resource: ResourceKey;
  readonly projectId: string | undefined;
  /** The membership, for errors. */
  readonly membership: ConflictingMembership;
}

/**
 * The changes planned so far in this Terraform walk that affect other resources: whether a project can be deleted
 * depends on the workspaces that the same plan moves out of it. An apply plans each create and update again, just
 * before making the change.
 *
 * Terraform plans independent resources in no particular order, and a provider never learns which plan is the last. The
 * resource that is planned second rejects a conflict if it is certain, but not if a later plan could still resolve it.
 */
export class PlannedChanges {
  readonly #claims = new Map<string, Claim>();
  readonly #failed = new Set<string>();
  readonly #released = new Map<string, ResourceKey>();
  readonly #uses = new Map<string, Map<ResourceKey, Use>>();
  readonly #members = new Map<string, Map<ResourceKey, ProjectMember>>();
  readonly #leaving = new Map<string, ReadonlySet<string>>();

  /** The claim of another membership on the workspace, if there is one. */
  claimOfAnother(resource: ResourceKey, workspaceId: string): Claim | undefined {
    const claim = this.#claims.get(workspaceId);
    return claim?.resource === resource ? undefined : claim;
  }

  /** Records that a membership moves the workspaces into a project. */
  claim<W extends { readonly id: string }>(
    resource: ResourceKey,
    workspaces: Iterable<W>,
    projectId: string | undefined,
    membershipOf: (workspace: W) => ConflictingMembership,
  ): void {
    for (const workspace of workspaces) {
      this.#claims.set(workspace.id, { resource, projectId, membership: membershipOf(workspace) });
    }
  }

  /** Records that the membership that claimed the workspaces for this project failed to move them. */
  failClaims(workspaceIds: Iterable<string>, projectId: string): void {
    for (const id of workspaceIds) {
      if (!this.isClaimedFor(projectId, id)) continue;
      this.#claims.delete(id);
      this.#failed.add(id);
    }
  }

  /** Whether the membership that claimed the workspace failed to move it. */
  hasFailed(workspaceId: string): boolean {
    return this.#failed.has(workspaceId);
  }

  get hasClaims(): boolean {
    return this.#claims.size > 0;
  }

  isClaimed(workspaceId: string): boolean {
    return this.#claims.has(workspaceId);
  }

  /** Whether a membership claims the workspace for a project other than this one. */
  isClaimedFrom(projectId: string, workspaceId: string): boolean {
    const claim = this.#claims.get(workspaceId);
    return claim !== undefined && claim.projectId !== projectId;
  }

  /** Whether a membership claims the workspace for this project. */
  isClaimedFor(projectId: string, workspaceId: string): boolean {
    return this.#claims.get(workspaceId)?.projectId === projectId;
  }

  /** Records that a membership releases a workspace to the default project, unless another membership claims it. */
  release(resource: ResourceKey, workspaceId: string): void {
    this.#released.set(workspaceId, resource);
  }

  /** Whether another membership releases the workspace. */
  isReleasedByAnother(resource: ResourceKey, workspaceId: string): boolean {
    return (this.#released.get(workspaceId) ?? resource) !== resource;
  }

  /** Whether the plan so far moves the workspace out of this project. */
  leaves(workspaceId: string, projectId: string): boolean {
    return this.#claims.has(workspaceId) ? this.isClaimedFrom(projectId, workspaceId) : this.#released.has(workspaceId);
  }

  /**
   * Records how a resource uses an existing project. Returns false if another resource of the plan uses it in a way
   * that conflicts, because a project belongs to one resource.
   */
  use(resource: ResourceKey, projectId: string, use: Use): boolean {
    const uses = this.#uses.get(projectId) ?? new Map<ResourceKey, Use>();
    this.#uses.set(projectId, uses.set(resource, use));
    // Two resources that already share a project are harmless until one of them is removed from the configuration.
    return [...uses].every(
      ([other, otherUse]) => other === resource || (otherUse === use && (use === "keeps" || use === "deletes")),
    );
  }

  /** Undoes the record that a resource replaces a project, which is not deleted. */
  keep(resource: ResourceKey, projectId: string): void {
    this.#uses.get(projectId)?.delete(resource);
    this.#leaving.delete(projectId);
  }

  /** Records a membership of this project. Returns the project's other memberships that are planned so far. */
  join(resource: ResourceKey, projectId: string, member: ProjectMember): readonly ProjectMember[] {
    const members = this.#members.get(projectId) ?? new Map<ResourceKey, ProjectMember>();
    this.#members.set(projectId, members.set(resource, member));
    return [...members].flatMap(([other, it]) => (other === resource ? [] : [it]));
  }

  /** Records a deletion. @param leaving - The workspaces that the deletion moves out of the project first. */
  delete(projectId: string, leaving: Iterable<string>): void {
    this.#leaving.set(projectId, new Set(leaving));
  }

  /** Whether the plan so far deletes the project. */
  isDeleted(projectId: string): boolean {
    return this.#leaving.has(projectId);
  }

  /** Whether the plan so far deletes the project without moving this workspace out first. */
  isDeletedWith(projectId: string, workspaceId: string): boolean {
    return this.#leaving.get(projectId)?.has(workspaceId) === false;
  }
}

/** The IDs in the private state of a plan; empty for any other value. */
export function idsIn(privateState: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(privateState) ? privateState.filter((id) => typeof id === "string") : []);
}
