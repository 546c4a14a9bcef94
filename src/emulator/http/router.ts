/** What a router finds: a method and a path, in which a segment `:name` is a parameter. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
}

export type RouterMatch<E> =
  | {
      readonly kind: "found";
      readonly entry: E;
      /** The parameters of the path, percent-decoded, in its order. */
      readonly parameters: ReadonlyMap<string, string>;
    }
  /** The path is known, with these methods only. */
  | { readonly kind: "unknown-method"; readonly methods: readonly string[] }
  | { readonly kind: "unknown-path" };

interface Leaf<E> {
  readonly entry: E;
  /** Each parameter and the position of its segment. */
  readonly parameters: readonly (readonly [name: string, position: number])[];
}

/** The entries whose paths begin with the same segments. Maps, since a segment can be `constructor`. */
class Branch<E> {
  readonly literals = new Map<string, Branch<E>>();
  parameter: Branch<E> | undefined;
  readonly leaves = new Map<string, Leaf<E>>();
}

/**
 * Finds the entry for a method and a path. Paths match exactly: a slash at the end and an empty segment make another
 * path. A literal segment takes precedence over a parameter, which matches any segment but an empty one; if no entry
 * with the literal matches the rest, the parameter is tried. HEAD is found as GET.
 */
export class Router<E extends Endpoint> {
  readonly #root = new Branch<E>();

  /** @throws Error when two entries have the same method and path */
  constructor(entries: readonly E[]) {
    for (const entry of entries) this.#add(entry);
  }

  /** @param path without query, as sent */
  find(method: string, path: string): RouterMatch<E> {
    const segments = path.split("/").map(decodeSegment);
    const routed = method === "HEAD" ? "GET" : method;
    const methods = new Set<string>();
    const branch = findBranch(this.#root, segments, 0, ({ leaves }) => {
      for (const other of leaves.keys()) methods.add(other);
      return leaves.has(routed);
    });
    const leaf = branch?.leaves.get(routed);
    if (leaf !== undefined) {
      const parameters = leaf.parameters.map(([name, at]) => [name, segments[at] ?? ""] as const);
      return { kind: "found", entry: leaf.entry, parameters: new Map(parameters) };
    }
    return methods.size === 0 ? { kind: "unknown-path" } : { kind: "unknown-method", methods: [...methods] };
  }

  #add(entry: E): void {
    const { method, path } = entry;
    let branch = this.#root;
    const parameters: [string, number][] = [];
    for (const [position, segment] of path.split("/").entries()) {
      if (segment.startsWith(":")) {
        parameters.push([segment.slice(1), position]);
        branch = branch.parameter ??= new Branch();
      } else {
        const next = branch.literals.get(segment) ?? new Branch<E>();
        branch.literals.set(segment, next);
        branch = next;
      }
    }
    if (branch.leaves.has(method)) throw new Error(`There are two entries for ${method} ${path}.`);
    branch.leaves.set(method, { entry, parameters });
  }
}

/**
 * The first accepted branch of those that match all segments from `at` on. Visits each branch at most once, however
 * long the path is.
 */
function findBranch<E>(
  branch: Branch<E>,
  segments: readonly string[],
  at: number,
  accept: (branch: Branch<E>) => boolean,
): Branch<E> | undefined {
  const segment = segments[at];
  if (segment === undefined) return accept(branch) ? branch : undefined;
  const literal = branch.literals.get(segment);
  const found = literal === undefined ? undefined : findBranch(literal, segments, at + 1, accept);
  if (found !== undefined || branch.parameter === undefined || segment === "") return found;
  return findBranch(branch.parameter, segments, at + 1, accept);
}

/** Decodes percent-encoding; a malformed escape stays as it is, and the others are decoded. */
function decodeSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  return decoded(segment) ?? segment.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => decoded(escapes) ?? escapes);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
