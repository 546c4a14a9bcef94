import { Registry, WorkspaceClaims, type WorkspaceClaim } from "../../decide";
import type { ConflictingMembership } from "../../diagnostics/conflicts";
import type { Workspace } from "../../model";
import type { ResourceKey } from "./resource-key";

/** A membership or a placement moves a workspace into a project, or keeps it there. */
export interface Claim extends WorkspaceClaim {
  /** Undefined before the project is created. */
  readonly projectId: string | undefined;
  /** The membership or placement, for errors of others. */
  readonly claimant: ConflictingMembership;
}

/** Where workspaces go, as planned so far, and what became of that. */
export class PlannedWorkspaces extends WorkspaceClaims<ResourceKey, Claim> {
  readonly #released = new Registry<string, undefined, ResourceKey>();
  readonly #failed = new Set<string>();
  /** IDs of projects and of workspaces in the state of a membership. */
  readonly #inState = new Set<string>();

  /** Records that the resource that claimed the workspaces for this project failed to move them. */
  failClaims(workspaceIds: Iterable<string>, projectId: string): void {
    for (const id of workspaceIds) {
      const claim = this.deciding(id);
      if (claim?.entry.projectId !== projectId) continue;
      this.remove(claim.resource, id);
      this.#failed.add(id);
    }
  }

  /** Whether the resource that claimed the workspace failed to move it. */
  hasFailed(workspaceId: string): boolean {
    return this.#failed.has(workspaceId);
  }

  isClaimed(workspaceId: string): boolean {
    return this.deciding(workspaceId) !== undefined;
  }

  /** Whether the workspace is claimed for a project other than this one. */
  isClaimedFrom(projectId: string, workspaceId: string): boolean {
    const claim = this.deciding(workspaceId);
    return claim !== undefined && claim.entry.projectId !== projectId;
  }

  /** Whether the workspace is claimed for this project. */
  isClaimedFor(projectId: string, workspaceId: string): boolean {
    return this.deciding(workspaceId)?.entry.projectId === projectId;
  }

  /** Records that a membership releases a workspace to the default project, unless another resource claims it. */
  release(resource: ResourceKey, workspaceId: string): void {
    this.#released.take(workspaceId, resource, undefined);
  }

  /** Records the workspaces that a membership of this project has in the state, and may release. */
  recordInState(projectId: string, workspaceIds: readonly string[]): void {
    for (const id of workspaceIds) this.#inState.add(`${projectId} ${id}`);
  }

  /** Whether a membership releases the workspace from its project, or may do so when it is planned. */
  mayBeReleased({ id, projectId }: Pick<Workspace, "id" | "projectId">): boolean {
    return this.#released.owner(id) !== undefined || this.#inState.has(`${projectId} ${id}`);
  }

  /** Whether a rule that takes workspaces from any project has this one where it belongs. */
  isPlaced(workspaceId: string): boolean {
    return this.deciding(workspaceId)?.entry.isPlaced === true;
  }

  /** Whether another membership releases the workspace. */
  isReleasedByAnother(resource: ResourceKey, workspaceId: string): boolean {
    return this.#released.others(workspaceId, resource).length > 0;
  }

  /**
   * Whether a membership of the plan so far moves the workspace out of this project. Terraform updates a placement that
   * moves it only after it has deleted the project.
   */
  leaves(workspaceId: string, projectId: string): boolean {
    return this.isListed(workspaceId)
      ? this.isClaimedFrom(projectId, workspaceId)
      : this.#released.owner(workspaceId) !== undefined;
  }
}
