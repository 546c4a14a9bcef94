import { asObjects } from "../../json";
import { groupBy } from "../../lists";
import { formatAddress, parseAddress } from "../../terraform/address";
import type { BlockInFile } from "../../terraform/json-blocks";
import {
  enclosingAddresses,
  moveTo,
  parseEndpoint,
  unkeyed,
  type MoveEndpoint,
  type Place,
} from "../../terraform/move-endpoint";
import { type Diagnostic } from "../../model";
import { bool } from "../../schema";
import { hasOnly, refusedByTerraform, type Blocks } from "./blocks";
import { convert, valueIn } from "./value";

/** A `moved` block. */
interface Move {
  readonly from: MoveEndpoint;
  readonly to: MoveEndpoint;
  readonly block: BlockInFile;
}

/**
 * The `moved` and `removed` blocks of a module, which say where the objects of its state are now.
 *
 * @see https://developer.hashicorp.com/terraform/language/modules/develop/refactoring
 */
export class StateMoves {
  readonly problems: Diagnostic[] = [];
  readonly #moves: Move[] = [];
  /** The keys are the addresses, without keys of instances, that they move from. */
  readonly #movesFrom: ReadonlyMap<string, readonly Move[]>;
  /** Address without keys → whether its objects are destroyed. */
  readonly #removed = new Map<string, boolean>();

  constructor(private readonly blocks: Blocks) {
    for (const block of blocks.ofType("moved")) this.#readMoved(block);
    for (const block of blocks.ofType("removed")) this.#readRemoved(block);
    this.#movesFrom = groupBy(this.#moves, ({ from }) => unkeyed(from));
    this.#checkMoves();
  }

  /**
   * Where an object of the state is now. It stays where it is if another object, which does not move, has the new
   * address.
   *
   * @param occupied - The addresses of all objects in the state.
   */
  currentAddress(address: string, occupied: ReadonlySet<string>): string {
    const place = parseAddress(address);
    if (place === undefined) return address;
    const target = this.#follow(place);
    const text = target === place ? this.#withoutCount(place) : formatAddress(target);
    return occupied.has(text) && this.#follow(target) === target ? address : text;
  }

  /** Whether a `removed` block takes the object at an address out of the state without destroying it. */
  isForgotten(address: string): boolean {
    const place = parseAddress(address);
    const destroys = place && enclosingAddresses(place).map((it) => this.#removed.get(it));
    return destroys?.find((it) => it !== undefined) === false;
  }

  /** Follows moves to the end. Returns the same object if there is none. */
  #follow(start: Place): Place {
    const visited = new Set<string>();
    let place = start;
    for (let next: Place | undefined = start; next !== undefined; next = this.#next(place)) {
      const text = formatAddress(next);
      if (visited.has(text)) break;
      visited.add(text);
      place = next;
    }
    return place;
  }

  #next(place: Place): Place | undefined {
    // Moves of what is in a module come before those of the module.
    for (const address of enclosingAddresses(place)) {
      for (const { from, to } of this.#movesFrom.get(address) ?? []) {
        const moved = moveTo(from, to, place);
        if (moved !== undefined) return moved;
      }
    }
    return undefined;
  }

  /** A resource that has no `count` any more keeps its first instance. */
  #withoutCount(place: Place): string {
    const single = formatAddress({ ...place, key: undefined });
    return place.key === 0 && this.#isInCode(single) ? single : formatAddress(place);
  }

  #isInCode(address: string): boolean {
    return this.blocks.byAddress.get(address)?.mode === "managed";
  }

  #readMoved(block: BlockInFile): void {
    const [from, to] = [parseEndpoint(block.body["from"]), parseEndpoint(block.body["to"])];
    const isKnown = from !== undefined && to?.kind === from.kind && hasOnly(block.body, ["from", "to"]);
    if (!isKnown) this.problems.push(refusedByTerraform(block));
    else this.#moves.push({ from, to, block });
  }

  /** Finds moves that are ambiguous, lead back to themselves, or are of what is still in the code. */
  #checkMoves(): void {
    const [next, previous] = [new Map<string, string>(), new Map<string, string>()];
    for (const { from, to, block } of this.#moves) {
      const others = [next.get(from.text) ?? to.text, previous.get(to.text) ?? from.text];
      next.set(from.text, to.text);
      previous.set(to.text, from.text);
      const isAmbiguous = others[0] !== to.text || others[1] !== from.text;
      if (isAmbiguous || this.#isInCode(from.text) || isCycle(from.text, next)) {
        this.problems.push(refusedByTerraform(block));
      }
    }
  }

  #readRemoved(block: BlockInFile): void {
    const { body } = block;
    const from = parseEndpoint(body["from"]);
    // Terraform takes the last `lifecycle` of a block, and the first block for an address.
    const lifecycle = asObjects(body["lifecycle"]).findLast((it) => "destroy" in it);
    const destroy = lifecycle === undefined ? true : convert(bool, valueIn(lifecycle["destroy"]));
    const isKnown = from !== undefined && from.text === unkeyed(from) && hasOnly(body, REMOVED);
    if (!isKnown || typeof destroy !== "boolean" || this.#isInCode(from.text)) {
      this.problems.push(refusedByTerraform(block));
    } else if (!this.#removed.has(from.text)) this.#removed.set(from.text, destroy);
  }
}

/** The arguments of a `removed` block. */
const REMOVED = ["from", "lifecycle", "provisioner", "connection"];

/** Whether the moves from an address lead back to it. @param next - Address → where it moves. */
function isCycle(from: string, next: ReadonlyMap<string, string>): boolean {
  const visited = new Set<string>();
  let text = next.get(from);
  while (text !== undefined && text !== from && !visited.has(text)) {
    visited.add(text);
    text = next.get(text);
  }
  return text === from;
}
