import { groupBy } from "../lists";
import type { TakeFrom } from "../model";
import { Registry, type Holder } from "./registry";

/** How code decides about a workspace: a membership lists it, or a rule of a placement places it. */
export interface WorkspaceClaim {
  /** Where the rule takes workspaces from; undefined for a membership. */
  readonly takeFrom?: TakeFrom | undefined;
  /** Whether a rule that takes workspaces from any project has this one where it belongs. @default false */
  readonly isPlaced?: boolean | undefined;
}

/**
 * - `two-memberships`: two memberships list a workspace, even for the same project;
 * - `listed-and-placed`: a membership lists it, and a rule takes it from any project;
 * - `placed-twice`: two placements decide about it, and one of them would move it.
 */
type WorkspaceConflict = "two-memberships" | "listed-and-placed" | "placed-twice";

/** Workspaces about which the same resources decide. */
export interface ContestedWorkspaces<Resource> {
  readonly conflict: WorkspaceConflict;
  /** At least two, in the order of their claims: of `listed-and-placed` the membership, and then the placement. */
  readonly resources: readonly Resource[];
  readonly workspaceIds: readonly string[];
}

/**
 * Which resources decide about workspaces. A workspace belongs to one membership or placement: a membership takes it
 * from a rule that takes workspaces only from the default project, and all else is a conflict. The order in which
 * claims are added changes nothing, but of several resources in conflict the first one decides.
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

  /** The claim of another resource with which this one conflicts. */
  conflictWith(resource: Resource, workspaceId: string, claim: WorkspaceClaim): Holder<Resource, Claim> | undefined {
    const other = this.ofAnother(resource, workspaceId);
    if (other === undefined || yieldsTo(claim, other.entry) || yieldsTo(other.entry, claim)) return undefined;
    return conflictAmong([claim, other.entry]) === undefined ? undefined : other;
  }

  /** Whether a membership lists the workspace. */
  isListed(workspaceId: string): boolean {
    const claim = this.deciding(workspaceId);
    return claim !== undefined && isOfMembership(claim.entry);
  }

  get isEmpty(): boolean {
    return this.#claims.isEmpty;
  }

  /** All conflicts, in the order of the last of their resources. */
  conflicts(): readonly ContestedWorkspaces<Resource>[] {
    const found = [...this.#claims.all].flatMap(([workspaceId, holders]) =>
      conflictsBetween(holders).map((it) => ({ ...it, workspaceId })),
    );
    const numberOf = (resource: Resource | undefined): number => (resource && this.#numbers.get(resource)) ?? 0;
    const groups = groupBy(found, (it) => [it.conflict, ...it.resources.map(numberOf)].join(" "));
    return [...groups.values()]
      .map((its) => {
        const workspaceIds = its.map(({ workspaceId }) => workspaceId);
        return { conflict: its[0].conflict, resources: its[0].resources, workspaceIds };
      })
      .sort((one, other) => numberOf(one.resources.at(-1)) - numberOf(other.resources.at(-1)));
  }
}

/** The conflicts about one workspace. Placements do not matter to each other if a membership has it. */
function conflictsBetween<Resource>(
  holders: readonly Holder<Resource, WorkspaceClaim>[],
): readonly Pick<ContestedWorkspaces<Resource>, "conflict" | "resources">[] {
  const lists = holders.filter(({ entry }) => isOfMembership(entry));
  const rules = holders.filter(({ entry }) => !isOfMembership(entry));
  const [membership] = lists;
  const others = membership === undefined ? [rules] : rules.map((rule) => [membership, rule]);
  return [lists, ...others].flatMap((group) => {
    if (group.length < 2) return [];
    const conflict = conflictAmong(group.map(({ entry }) => entry));
    return conflict === undefined ? [] : [{ conflict, resources: group.map(({ resource }) => resource) }];
  });
}

/** How claims on a workspace conflict that do not yield to each other; undefined if they do not. */
function conflictAmong(claims: readonly WorkspaceClaim[]): WorkspaceConflict | undefined {
  if (claims.every(isOfMembership)) return "two-memberships";
  if (claims.some(isOfMembership)) return "listed-and-placed";
  return claims.every(({ isPlaced }) => isPlaced === true) ? undefined : "placed-twice";
}

/** Whether a rule leaves a workspace to a membership. */
function yieldsTo(claim: WorkspaceClaim, other: WorkspaceClaim): boolean {
  return claim.takeFrom === "default-project" && isOfMembership(other);
}

function isOfMembership({ takeFrom }: WorkspaceClaim): boolean {
  return takeFrom === undefined;
}
