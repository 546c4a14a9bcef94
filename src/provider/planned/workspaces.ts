import type { ConflictingMembership, TakeFrom } from "../../model";
import { Registry, type Holder, type ResourceKey } from "./registry";

/** A membership or a placement moves a workspace into a project, or keeps it there. */
export interface Claim {
  /** Undefined before the project is created. */
  readonly projectId: string | undefined;
  /** The membership or placement, for errors of others. */
  readonly claimant: ConflictingMembership;
  /** Where the placement takes the workspace from; undefined for a membership, whose lists name it. */
  readonly takeFrom?: TakeFrom | undefined;
  /** Whether a placement that takes from any project has the workspace where it belongs. @default false */
  readonly isPlaced?: boolean | undefined;
}

/** What decides whether two claims conflict. */
type Contested = Pick<Claim, "takeFrom" | "isPlaced">;

/**
 * Where workspaces go, as planned so far. A workspace belongs to one membership or placement: a membership takes it
 * from a placement that only takes from the default project, and all else is a conflict.
 */
export class PlannedWorkspaces {
  readonly #claims = new Registry<string, Claim>();
  readonly #released = new Registry<string>();
  readonly #failed = new Set<string>();

  /** The claim of another resource on the workspace, if there is one. */
  claimOfAnother(resource: ResourceKey, workspaceId: string): Holder<Claim> | undefined {
    return this.#claims.others(workspaceId, resource)[0];
  }

  /** The claim of another resource with which this one conflicts. */
  conflictWith(resource: ResourceKey, workspaceId: string, claim: Contested): Holder<Claim> | undefined {
    const other = this.claimOfAnother(resource, workspaceId);
    if (other === undefined || yields(claim, other.entry) || yields(other.entry, claim)) return undefined;
    return claim.isPlaced === true && other.entry.isPlaced === true ? undefined : other;
  }

  /**
   * Records a claim, unless it yields to the one of another resource, or conflicts with it. Returns whether it is
   * recorded.
   */
  claim(resource: ResourceKey, workspaceId: string, claim: Claim): boolean {
    const other = this.claimOfAnother(resource, workspaceId);
    if (other !== undefined && !yields(other.entry, claim)) return false;
    if (other !== undefined) this.#claims.release(workspaceId, other.resource);
    this.#claims.take(workspaceId, resource, claim);
    return true;
  }

  /** Records that the resource that claimed the workspaces for this project failed to move them. */
  failClaims(workspaceIds: Iterable<string>, projectId: string): void {
    for (const id of workspaceIds) {
      const claim = this.#claims.owner(id);
      if (claim?.entry.projectId !== projectId) continue;
      this.#claims.release(id, claim.resource);
      this.#failed.add(id);
    }
  }

  /** Whether the resource that claimed the workspace failed to move it. */
  hasFailed(workspaceId: string): boolean {
    return this.#failed.has(workspaceId);
  }

  /** Whether a membership claims the workspace. */
  isListed(workspaceId: string): boolean {
    const claim = this.#claims.owner(workspaceId);
    return claim !== undefined && isOfMembership(claim.entry);
  }

  get hasClaims(): boolean {
    return !this.#claims.isEmpty;
  }

  isClaimed(workspaceId: string): boolean {
    return this.#claims.owner(workspaceId) !== undefined;
  }

  /** Whether the workspace is claimed for a project other than this one. */
  isClaimedFrom(projectId: string, workspaceId: string): boolean {
    const claim = this.#claims.owner(workspaceId);
    return claim !== undefined && claim.entry.projectId !== projectId;
  }

  /** Whether the workspace is claimed for this project. */
  isClaimedFor(projectId: string, workspaceId: string): boolean {
    return this.#claims.owner(workspaceId)?.entry.projectId === projectId;
  }

  /** Records that a membership releases a workspace to the default project, unless another resource claims it. */
  release(resource: ResourceKey, workspaceId: string): void {
    this.#released.take(workspaceId, resource, undefined);
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

/** Whether a placement leaves a workspace to a membership. */
function yields(claim: Contested, other: Contested): boolean {
  return claim.takeFrom === "default-project" && isOfMembership(other);
}

function isOfMembership({ takeFrom }: Contested): boolean {
  return takeFrom === undefined;
}
