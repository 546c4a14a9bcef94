import { compareStrings } from "../../lists";

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

/** An entry, and the segments of its path. */
interface Pattern<E> {
  readonly entry: E;
  readonly segments: readonly string[];
}

/**
 * Finds the entry for a method and a path. Paths match exactly: a slash at the end and an empty segment make another
 * path. A literal segment takes precedence over a parameter, which matches any segment but an empty one; if no entry
 * with the literal matches the rest, the parameter is tried. HEAD is found as GET.
 */
export class Router<E extends Endpoint> {
  /** Literal segments come before parameters. */
  readonly #patterns: readonly Pattern<E>[];

  /** @throws Error when two entries have the same method and path */
  constructor(entries: readonly E[]) {
    const seen = new Set<string>();
    const patterns = entries.map((entry) => {
      const { method, path } = entry;
      const segments = path.split("/");
      const key = `${method} ${segments.map((segment) => (isParameter(segment) ? ":" : segment)).join("/")}`;
      if (seen.has(key)) throw new Error(`There are two entries for ${method} ${path}.`);
      seen.add(key);
      return { entry, segments, order: segments.map((segment) => (isParameter(segment) ? "1" : "0")).join("") };
    });
    this.#patterns = patterns.sort((one, other) => compareStrings(one.order, other.order));
  }

  /** @param path without query, as sent */
  find(method: string, path: string): RouterMatch<E> {
    const given = path.split("/").map(decodeSegment);
    const routed = method === "HEAD" ? "GET" : method;
    const matching = this.#patterns.filter(({ segments }) => matches(segments, given));
    const found = matching.find(({ entry }) => entry.method === routed);
    if (found !== undefined) {
      const parameters = found.segments.flatMap((segment, at) =>
        isParameter(segment) ? [[segment.slice(1), given[at] ?? ""] as const] : [],
      );
      return { kind: "found", entry: found.entry, parameters: new Map(parameters) };
    }
    const methods = [...new Set(matching.map(({ entry }) => entry.method))];
    return methods.length === 0 ? { kind: "unknown-path" } : { kind: "unknown-method", methods };
  }
}

function isParameter(segment: string): boolean {
  return segment.startsWith(":");
}

function matches(segments: readonly string[], given: readonly string[]): boolean {
  if (segments.length !== given.length) return false;
  return segments.every((segment, at) => (isParameter(segment) ? given[at] !== "" : given[at] === segment));
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
