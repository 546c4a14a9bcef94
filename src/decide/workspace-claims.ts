import { groupBy } from "../lists";
import type { TakeFrom } from "../model";
import { Registry, type Holder } from "./registry";

/** How code decides about a workspace: a membership lists it, or a rule of a placement places it. */
export interface WorkspaceClaim {
  /** The ID of the project that it goes to; undefined before the project is created. */
  readonly projectId?: string | undefined;
  /** Where the rule takes workspaces from; undefined for a membership. */
  readonly takeFrom?: TakeFrom | undefined;
  /** The ID of the project that a rule finds it in; undefined if that is not known. */
  readonly foundIn?: string | undefined;
  /** Whether a rule that takes workspaces from any project has this one where it belongs. @default false */
  readonly isPlaced?: boolean | undefined;
}

/**
 * - `two-memberships`: two memberships list a workspace, even for the same project;
 * - `listed-and-placed`: a membership lists it, and a rule takes it from the project of that one;
 * - `placed-twice`: two placements decide about it, and one of them would move it.
 */
type WorkspaceConflict = "two-memberships" | "listed-and-placed" | "placed-twice";

/** Workspaces about which the same resources decide. */
export interface ContestedWorkspaces<Resource> {
  readonly conflict: WorkspaceConflict;
  /** The one that has the error: the last that claims them, but of `listed-and-placed` the placement. */
  readonly at: Resource;
  /** At least one, in the order of their claims. */
  readonly others: readonly Resource[];
  readonly workspaceIds: readonly string[];
}

/**
 * Which resources decide about workspaces. A workspace belongs to one membership or placement:
 *
 * | claims                                                            |                                      |
 * | ----------------------------------------------------------------- | ------------------------------------ |
 * | a membership, and a rule that takes only from the default project | the rule leaves it to the membership |
 * | one of the default project, and such a rule                       | `listed-and-placed`                  |
 * | a membership, and a rule that takes from any project              | `listed-and-placed`                  |
 * | two memberships                                                   | `two-memberships`                    |
 * | two placements, both of which have it in their projects           | no conflict: nothing moves           |
 * | two other placements                                              | `placed-twice`                       |
 *
 * The order in which claims are added changes no conflict, only which resource has its error and which one decides: the
 * first. A rule that has left a workspace to a membership must claim it again once that one does not have it.
 */
export class WorkspaceClaims<Resource, Claim extends WorkspaceClaim = WorkspaceClaim> {
  readonly #claims = new Registry<string, Claim, Resource>();
  readonly #numbers = new Map<Resource, number>();

  /** Records a claim, unless a membership has the workspace, and the rule leaves it to that one. */
  add(resource: Resource, workspaceId: string, claim: Claim): void {
    const others = this.#claims.others(workspaceId, resource);
    if (others.some(({ entry }) => yieldsTo(claim, entry))) {
      this.#claims.release(workspaceId, resource);
      return;
    }
    for (const other of others) if (yieldsTo(other.entry, claim)) this.#claims.release(workspaceId, other.resource);
    this.#claims.take(workspaceId, resource, claim);
    if (!this.#numbers.has(resource)) this.#numbers.set(resource, this.#numbers.size);
  }

  remove(resource: Resource, workspaceId: string): void {
    this.#claims.release(workspaceId, resource);
  }

  /** The claim that decides. */
  deciding(workspaceId: string): Holder<Resource, Claim> | undefined {
    return this.#claims.owner(workspaceId);
  }

  /** The claim of another resource. */
  ofAnother(resource: Resource, workspaceId: string): Holder<Resource, Claim> | undefined {
    return this.#claims.others(workspaceId, resource)[0];
  }

  /**
   * The claim of another resource with which this one conflicts. The provider rejects the resource that it plans
   * second, and adds no claim of it.
   */
  conflictWith(resource: Resource, workspaceId: string, claim: WorkspaceClaim): Holder<Resource, Claim> | undefined {
    return this.#claims
      .others(workspaceId, resource)
      .find(({ entry: other }) => !yieldsTo(claim, other) && !yieldsTo(other, claim) && conflictAmong([claim, other]));
  }

  /** Whether a membership lists the workspace. */
  isListed(workspaceId: string): boolean {
    return this.#claims.holders(workspaceId).some(({ entry }) => isOfMembership(entry));
  }

  get isEmpty(): boolean {
    return this.#claims.isEmpty;
  }

  /** All conflicts, in the order of the resources that have the error. */
  conflicts(): readonly ContestedWorkspaces<Resource>[] {
    const found = [...this.#claims.all].flatMap(([workspaceId, holders]) =>
      conflictsBetween(holders).map((it) => ({ ...it, workspaceIds: [workspaceId] })),
    );
    const numberOf = (resource: Resource): number => this.#numbers.get(resource) ?? 0;
    const groups = groupBy(found, ({ conflict, at, others }) => [conflict, ...[at, ...others].map(numberOf)].join(" "));
    return [...groups.values()]
      .map((its) => ({ ...its[0], workspaceIds: its.flatMap(({ workspaceIds }) => workspaceIds) }))
      .sort((one, other) => numberOf(one.at) - numberOf(other.at));
  }
}

/** The conflicts about one workspace. Placements do not matter to each other if a membership has it. */
function conflictsBetween<Resource>(
  holders: readonly Holder<Resource, WorkspaceClaim>[],
): readonly Omit<ContestedWorkspaces<Resource>, "workspaceIds">[] {
  const lists = holders.filter(({ entry }) => isOfMembership(entry));
  const rules = holders.filter(({ entry }) => !isOfMembership(entry));
  const [membership] = lists;
  const others = membership === undefined ? [rules] : rules.map((rule) => [membership, rule]);
  return [lists, ...others].flatMap((group) => {
    const conflict = group.length < 2 ? undefined : conflictAmong(group.map(({ entry }) => entry));
    if (conflict === undefined) return [];
    const resources = group.map(({ resource }) => resource);
    return resources.slice(-1).map((at) => ({ conflict, at, others: resources.slice(0, -1) }));
  });
}

/** How claims on a workspace conflict that do not yield to each other; undefined if they do not. */
function conflictAmong(claims: readonly WorkspaceClaim[]): WorkspaceConflict | undefined {
  if (claims.every(isOfMembership)) return "two-memberships";
  if (claims.some(isOfMembership)) return "listed-and-placed";
  return claims.every(({ isPlaced }) => isPlaced === true) ? undefined : "placed-twice";
}

/** Whether a rule leaves a workspace to a membership: it does not find it again where that one has it. */
function yieldsTo(claim: WorkspaceClaim, other: WorkspaceClaim): boolean {
  if (claim.takeFrom !== "default-project" || !isOfMembership(other)) return false;
  return claim.foundIn === undefined || claim.foundIn !== other.projectId;
}

function isOfMembership({ takeFrom }: WorkspaceClaim): boolean {
  return takeFrom === undefined;
}
