/** Every code an error of this client can have, once each; a test holds it together with the classes. */
export const ERROR_CODES = [
  "configuration",
  "argument",
  "unauthorized",
  "forbidden",
  "not-found",
  "conflict",
  "invalid-request",
  "rate-limited",
  "refused",
  "service",
  "unexpected-response",
  "connection",
  "timeout",
  "deadline-exceeded",
  "response-too-large",
  "aborted",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Under this symbol, which every copy of this package has in common, an error has the kinds of its classes. */
const KINDS = Symbol.for("tfprojects/client/kinds-of-error");

/**
 * What all errors of this client have in common. The token is in none of them, nor in their causes.
 *
 * `instanceof` also knows the errors of another copy of this package, as there is when an app and a library that it uses depend on
 * different versions.
 */
export abstract class ApiError extends Error {
  /** The name of the class, also where a bundler shortens names; the same in every version. */
  static readonly kind: string = "ApiError";

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
    // A class that someone derived from these has no kind of its own.
    return Object.hasOwn(this, "kind") && kindsIn(value).includes(this.kind);
  }

  /** One for each cause; stays the same from version to version. */
  abstract readonly code: ErrorCode;
  /**
   * Whether the service may have done what was asked although no answer says so. False for reads, for what was never sent, and for what the
   * service refused. When true, look before asking again.
   */
  abstract readonly outcomeUnknown: boolean;

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    Object.defineProperty(this, KINDS, { value: kindsOf(new.target) });
  }
}

/** The kinds of a class and of those that it extends. */
function kindsOf(errorClass: object): readonly unknown[] {
  const kinds: unknown[] = [];
  for (let each: unknown = errorClass; typeof each === "function"; each = Object.getPrototypeOf(each))
    if (Object.hasOwn(each, "kind") && "kind" in each) kinds.push(each.kind);
  return kinds;
}

function kindsIn(value: unknown): readonly unknown[] {
  const kinds: unknown = typeof value === "object" && value !== null && KINDS in value ? value[KINDS] : undefined;
  return Array.isArray(kinds) ? kinds : [];
}
