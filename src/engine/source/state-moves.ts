import { asObjects } from "../../json";
import { groupBy } from "../../lists";
import { formatAddress, parseAddress } from "../../terraform/address";
import { whereIs, type BlockInFile } from "../../terraform/json-blocks";
import {
  enclosingAddresses,
  moveTo,
  parseEndpoint,
  unkeyed,
  type MoveEndpoint,
  type Place,
} from "../../terraform/move-endpoint";
import type { Blocks } from "./blocks";
import { unsupportedNames, problemAt, type Diagnostic } from "../../model";

/** A `moved` block. */
interface Move {
  readonly from: MoveEndpoint;
  readonly to: MoveEndpoint;
  readonly where: string;
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
    this.#checkNames(block, ["//", "from", "to"]);
    const [from, to] = [this.#endpoint(block, "from"), this.#endpoint(block, "to")];
    if (from === undefined || to === undefined) return;
    const both = `${from.text} and ${to.text} must both be resources, or both modules`;
    if (from.kind !== to.kind) this.#add(block, `Invalid "moved" addresses: ${both}.`);
    else this.#moves.push({ from, to, where: whereIs(block) });
  }

  /** Finds moves that Terraform does not carry out. */
  #checkMoves(): void {
    const [byFrom, byTo] = [new Map<string, Move>(), new Map<string, Move>()];
    for (const move of this.#moves) {
      const { from, to, where } = move;
      const other = [byFrom.get(from.text), byTo.get(to.text)].find(
        (it) => it !== undefined && (it.from.text !== from.text || it.to.text !== to.text),
      );
      byFrom.set(from.text, move);
      byTo.set(to.text, move);
      const why = this.#isInCode(from.text)
        ? `Moved object still exists: ${from.text} is still in the code`
        : other !== undefined
          ? `Ambiguous move statements: ${other.where} has a move from ${other.from.text} to ${other.to.text}`
          : isCycle(move, byFrom)
            ? "Cyclic dependency in move statements"
            : undefined;
      if (why !== undefined) this.problems.push(problemAt(where, `${why}, and here ${from.text} moves to ${to.text}.`));
    }
  }

  #readRemoved(block: BlockInFile): void {
    this.#checkNames(block, ["//", "from", "lifecycle", "provisioner", "connection"]);
    const from = this.#endpoint(block, "from");
    if (from === undefined) return;
    const { text } = from;
    if (text !== unkeyed(from)) this.#add(block, `Resource instance keys not allowed: ${text} has a key.`);
    if (this.#isInCode(text)) this.#add(block, `Removed resource still exists: ${text} is still in the code.`);
    // Terraform takes the last `lifecycle` of a block, and the first block for an address.
    const lifecycle = asObjects(block.body["lifecycle"]).findLast((it) => "destroy" in it);
    const destroy = lifecycle === undefined ? true : DESTROY.get(lifecycle["destroy"]);
    if (destroy === undefined) {
      this.#add(block, `Unsuitable value type: \`destroy\` is ${JSON.stringify(lifecycle?.["destroy"])}, no bool.`);
    } else if (!this.#removed.has(text)) this.#removed.set(text, destroy);
  }

  #endpoint(block: BlockInFile, argument: "from" | "to"): MoveEndpoint | undefined {
    const value = block.body[argument];
    const endpoint = parseEndpoint(value);
    if (value === undefined) this.#add(block, `The argument "${argument}" is required, but no definition was found.`);
    else if (endpoint === undefined) {
      this.#add(block, `Invalid address: ${JSON.stringify(value)} is not the address of a resource or a module.`);
    }
    return endpoint;
  }

  #checkNames(block: BlockInFile, names: readonly string[]): void {
    for (const { detail } of unsupportedNames(block.body, names)) this.#add(block, detail);
  }

  #add(block: BlockInFile, message: string): void {
    this.problems.push(problemAt(whereIs(block), message));
  }
}

/** The values of `destroy` that Terraform accepts. */
const DESTROY: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ["true", true],
  [false, false],
  ["false", false],
]);

/** Whether the moves that follow a move lead back to it. */
function isCycle({ from, to }: Move, byFrom: ReadonlyMap<string, Move>): boolean {
  const visited = new Set<string>();
  let text = to.text;
  while (text !== from.text && !visited.has(text)) {
    visited.add(text);
    text = byFrom.get(text)?.to.text ?? text;
  }
  return text === from.text;
}
