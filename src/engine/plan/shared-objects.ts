import { compareStrings, groupBy } from "../../lists";

/** What a resource of the code claims for itself, such as a workspace for its project. */
export interface Claim {
  /** Address of the resource. */
  readonly owner: string;
  /** ID of the object. */
  readonly id: string;
  readonly name: string;
}

/** Objects that all of several resources claim, and no others. */
export interface SharedObjects {
  /** Address of the last resource. */
  readonly address: string;
  /** Addresses of the others; at least one. */
  readonly others: readonly string[];
  /** Sorted. */
  readonly names: readonly string[];
}

/** The objects that several resources claim. @param claims - In the order of their resources. */
export function sharedObjects(claims: readonly Claim[]): readonly SharedObjects[] {
  const positions = new Map([...new Set(claims.map(({ owner }) => owner))].map((owner, index) => [owner, index]));
  const shared = [...groupBy(claims, ({ id }) => id).values()].flatMap((its) => {
    const owners = [...new Set(its.map(({ owner }) => owner))];
    return owners.length < 2 ? [] : [{ owners, name: its[0].name }];
  });
  return [...groupBy(shared, ({ owners }) => JSON.stringify(owners)).values()]
    .map((group) => ({
      address: group[0].owners.at(-1) ?? "",
      others: group[0].owners.slice(0, -1),
      names: group.map(({ name }) => name).sort(compareStrings),
    }))
    .sort((one, other) => (positions.get(one.address) ?? 0) - (positions.get(other.address) ?? 0));
}
