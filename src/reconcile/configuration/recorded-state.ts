import type { RecordedMembership, RecordedProject } from "../organization";
import type { Blocks } from "./blocks";
import type { Recorded, TerraformState } from "./terraform-state";

/**
 * The state of a module at the addresses that the code gives its objects now: `moved` and `removed` blocks are carried
 * out, as Terraform does before it plans. Objects of called modules, which are not read, are left out.
 */
export class RecordedState {
  readonly projects: readonly Recorded<RecordedProject>[];
  readonly memberships: readonly Recorded<RecordedMembership>[];
  readonly #projectByAddress: ReadonlyMap<string, RecordedProject>;

  constructor({ projects, memberships }: TerraformState, blocks: Pick<Blocks, "moved" | "forgotten" | "modules">) {
    const occupied = new Set([...projects, ...memberships].map(({ address }) => address));
    const current = <T extends Recorded<{ readonly address: string }>>(objects: readonly T[]): readonly T[] =>
      objects
        .filter(({ module }) => module === undefined || !blocks.modules.includes(module))
        .map((object) => ({ ...object, address: movedAddress(object.address, blocks.moved, occupied) }))
        .filter(({ address }) => !blocks.forgotten.has(address));
    this.projects = current(projects);
    this.memberships = current(memberships);
    this.#projectByAddress = new Map(this.projects.map((project) => [project.address, project]));
  }

  projectAt(address: string): RecordedProject | undefined {
    return this.#projectByAddress.get(address);
  }
}

/** Follows `moved` blocks. An object stays where it is if another one, which does not move, has the new address. */
function movedAddress(address: string, moved: ReadonlyMap<string, string>, occupied: ReadonlySet<string>): string {
  const visited = new Set([address]);
  let current = address;
  for (let next = moved.get(current); next !== undefined && !visited.has(next); next = moved.get(current)) {
    if (occupied.has(next) && !moved.has(next)) return address;
    visited.add(next);
    current = next;
  }
  return current;
}
