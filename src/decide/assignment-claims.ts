import { compareStrings, groupBy } from "../lists";
import type { AssignmentType } from "../model";
import { Registry, type Holder } from "./registry";

/** What a resource assigns to a project. */
export interface AssignmentClaim {
  /** The names of the objects for messages, each by a text that is the same for the same object. */
  readonly objects: ReadonlyMap<string, string>;
  /** Whether no other resource may assign objects of the type to the project. */
  readonly exclusive: boolean;
}

/** Resources of a type with the same project that contradict each other. */
export interface AssignmentConflict<Resource, Claim> {
  /** The sorted names of the objects that all of them assign; undefined if one of them is exclusive. */
  readonly objects: readonly string[] | undefined;
  /** The one that has the error: the first exclusive one, or the last that assigns the objects. */
  readonly at: Holder<Resource, Claim>;
  /** At least one. */
  readonly others: readonly Holder<Resource, Claim>[];
}

/**
 * Which resources assign objects to projects: each assignment belongs to one resource of its type, and with
 * `exclusive`, all of a project do.
 */
export class AssignmentClaims<Resource, Claim extends AssignmentClaim = AssignmentClaim> {
  readonly #claims = new Registry<string, Claim, Resource>();

  /** @param project - The ID of the project, or what else identifies it. */
  add(resource: Resource, type: AssignmentType, project: string, claim: Claim): void {
    this.#claims.take(keyOf(type, project), resource, claim);
  }

  /** Whether a resource assigns the object. */
  has(type: AssignmentType, project: string, object: string): boolean {
    return this.#claims.holders(keyOf(type, project)).some(({ entry }) => entry.objects.has(object));
  }

  /** The conflicts among the resources of a type with the same project. */
  conflicts(type: AssignmentType, project: string): readonly AssignmentConflict<Resource, Claim>[] {
    const all = this.#claims.holders(keyOf(type, project));
    const exclusive = all.find(({ entry }) => entry.exclusive);
    if (exclusive === undefined) return assignedTwice(all);
    const others = all.filter((it) => it !== exclusive);
    return others.length === 0 ? [] : [{ objects: undefined, at: exclusive, others }];
  }
}

function keyOf(type: AssignmentType, project: string): string {
  return `${type} ${project}`;
}

function assignedTwice<Resource, Claim extends AssignmentClaim>(
  all: readonly Holder<Resource, Claim>[],
): readonly AssignmentConflict<Resource, Claim>[] {
  const objects = all.flatMap((holder) => [...holder.entry.objects].map(([key, name]) => ({ key, name, holder })));
  const shared = [...groupBy(objects, ({ key }) => key).values()].filter(({ length }) => length > 1);
  const byHolders = groupBy(shared, (its) => its.map(({ holder }) => all.indexOf(holder)).join(" "));
  return [...byHolders.values()].flatMap((group) => {
    const holders = group[0].map(({ holder }) => holder);
    const names = group.map(([{ name }]) => name).sort(compareStrings);
    return holders.slice(-1).map((at) => ({ objects: names, at, others: holders.slice(0, -1) }));
  });
}
