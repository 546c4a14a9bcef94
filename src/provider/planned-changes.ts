import { nameKey } from "../model";

/**
 * What stands for one resource, the same in all calls that plan it: the object it has in the state (which `plan` is given as `prior`, and,
 * where it is replaced, as `replaces`), or anything else of its own for one that is new.
 */
export type ResourceKey = object;

/** What a resource does with a project that exists. */
type Use = "keeps" | "takes" | "replaces" | "deletes";

/** A workspace that a membership puts into a project; undefined for one that has no id yet. */
export interface Claim {
  readonly resource: ResourceKey;
  readonly projectId: string | undefined;
}

/**
 * What has been planned in this walk, as far as other resources depend on it: what may be deleted depends on what the same plan takes
 * elsewhere, a name may be taken when the same plan frees it. An apply plans again what it creates and changes, each just before it does so.
 *
 * Terraform plans what does not depend on each other in no order, and nothing tells which plan is the last. So what is certain is refused by
 * whichever resource is planned second, and what a later plan may still change is never refused.
 */
export class PlannedChanges {
  readonly #claims = new Map<string, Claim>();
  readonly #givenUp = new Set<string>();
  readonly #released = new Map<string, ResourceKey>();
  readonly #names = new Map<string, ResourceKey>();
  readonly #freedNames = new Set<string>();
  readonly #uses = new Map<string, Map<ResourceKey, Use>>();
  readonly #leaving = new Map<string, ReadonlySet<string>>();

  /** The claim of another membership on the workspace, if there is one. */
  claimOfAnother(resource: ResourceKey, workspaceId: string): Claim | undefined {
    const claim = this.#claims.get(workspaceId);
    return claim?.resource === resource ? undefined : claim;
  }

  /** A membership puts the workspaces into a project. */
  claim(planner: ResourceKey, workspaceIds: Iterable<string>, projectId: string | undefined): void {
    for (const id of workspaceIds) this.#claims.set(id, { resource: planner, projectId });
  }

  /** The membership that claimed the workspaces for this project failed to get them. */
  failClaims(workspaceIds: Iterable<string>, projectId: string): void {
    for (const id of workspaceIds) {
      if (!this.isClaimedFor(projectId, id)) continue;
      this.#claims.delete(id);
      this.#givenUp.add(id);
    }
  }

  /** Whether the membership that the plan has put the workspace somewhere failed to do so. */
  hasFailed(workspaceId: string): boolean {
    return this.#givenUp.has(workspaceId);
  }

  /** Whether any membership puts workspaces anywhere. */
  get hasClaims(): boolean {
    return this.#claims.size > 0;
  }

  /** Whether any membership puts the workspace anywhere. */
  isClaimed(workspaceId: string): boolean {
    return this.#claims.has(workspaceId);
  }

  /** Whether a membership puts the workspace into another project than this one. */
  isClaimedFrom(projectId: string, workspaceId: string): boolean {
    const claim = this.#claims.get(workspaceId);
    return claim !== undefined && claim.projectId !== projectId;
  }

  /** Whether a membership puts the workspace into this project. */
  isClaimedFor(projectId: string, workspaceId: string): boolean {
    return this.#claims.get(workspaceId)?.projectId === projectId;
  }

  /** A membership lets a workspace go to the default project, unless another membership claims it. */
  release(resource: ResourceKey, workspaceId: string): void {
    this.#released.set(workspaceId, resource);
  }

  /** Whether another membership lets the workspace go. */
  isReleasedByAnother(resource: ResourceKey, workspaceId: string): boolean {
    return (this.#released.get(workspaceId) ?? resource) !== resource;
  }

  /** Whether the plan so far takes the workspace out of this project. */
  leaves(workspaceId: string, projectId: string): boolean {
    return this.#claims.has(workspaceId) ? this.isClaimedFrom(projectId, workspaceId) : this.#released.has(workspaceId);
  }

  /**
   * A resource uses a project that exists. False when that contradicts what another resource of the plan does with it: a project belongs to
   * one resource.
   */
  use(resource: ResourceKey, projectId: string, use: Use): boolean {
    const uses = this.#uses.get(projectId) ?? new Map<ResourceKey, Use>();
    this.#uses.set(projectId, uses.set(resource, use));
    // Two that have had one project all along do no harm until one of them is taken out of the code.
    return [...uses].every(
      ([other, otherUse]) => other === resource || (otherUse === use && (use === "keeps" || use === "deletes")),
    );
  }

  /** Whether some resource of the plan so far uses the project. */
  isUsed(projectId: string): boolean {
    return this.#uses.has(projectId);
  }

  /** A project is deleted; `leaving` are the workspaces in it that the plan so far takes elsewhere: those it moves out of the way. */
  delete(projectId: string, leaving: Iterable<string>): void {
    this.#leaving.set(projectId, new Set(leaving));
  }

  /** Whether the plan so far deletes the project. */
  isDeleted(projectId: string): boolean {
    return this.#leaving.has(projectId);
  }

  /** Whether the plan so far deletes the project, and its deletion does not move this workspace out of the way. */
  isDeletedWith(projectId: string, workspaceId: string): boolean {
    return this.#leaving.get(projectId)?.has(workspaceId) === false;
  }

  /** A project is to have this name. False when another project of the plan is to have it too. */
  reserveName(resource: ResourceKey, organization: string, name: string): boolean {
    const taken = key(organization, name);
    const other = this.#names.get(taken) ?? resource;
    if (other === resource) this.#names.set(taken, resource);
    return other === resource;
  }

  /** A project is planned to get another name. */
  addFreedName(organization: string, name: string): void {
    this.#freedNames.add(key(organization, name));
  }

  /** Whether the plan so far frees the name. */
  isFreed(organization: string, name: string): boolean {
    return this.#freedNames.has(key(organization, name));
  }
}

function key(organization: string, name: string): string {
  return `${nameKey(organization)}/${nameKey(name)}`;
}

/** The ids in what the plan of a deletion noted for it; none in anything else. */
export function idsIn(note: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(note) ? note.filter((id) => typeof id === "string") : []);
}
