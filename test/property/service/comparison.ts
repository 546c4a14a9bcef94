import type { ExpectedResponse } from "../service-model/expected-response";
import { Address, AnyInteger, ObjectWith, Instant, AnyString } from "../service-model/expected-response";
import type { Identities } from "./identities";
import { isModelId } from "./identities";

/** A response of the emulator. */
export interface EmulatorResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
}

/** The first difference between a response and the model's; undefined if there is none. Maps new ids. */
export function difference(
  expected: ExpectedResponse,
  response: EmulatorResponse,
  identities: Identities,
  origin: string,
): string | undefined {
  if (response.status !== expected.status)
    return `status: expected ${expected.status}, got ${response.status} ${response.text}`;
  if (expected.errors === undefined && expected.document === undefined)
    return response.text === "" ? undefined : `a body where there is no content: ${response.text}`;
  if (response.contentType?.split(";")[0] !== "application/vnd.api+json")
    return `content-type: ${String(response.contentType)}`;
  if (expected.errors !== undefined) return errorDifference(expected, JSON.parse(identities.toModel(response.text)));
  learn(expected.document, JSON.parse(response.text), identities);
  return documentDifference("", expected.document, JSON.parse(identities.toModel(response.text)), origin);
}

interface RealError {
  readonly status?: unknown;
  readonly title?: unknown;
  readonly detail?: unknown;
  readonly source?: { readonly pointer?: unknown };
}

/** Compares errors as a set: the model does not say how often a rule is reported for the same place. */
function errorDifference({ status, errors = [] }: ExpectedResponse, actual: unknown): string | undefined {
  const given = (actual as { readonly errors?: readonly RealError[] }).errors ?? [];
  const wanted = new Set(errors.map(({ title, pointer }) => `${title} at ${String(pointer)}`));
  const got = new Set(given.map(({ title, source }) => `${String(title)} at ${String(source?.pointer)}`));
  if ([...wanted].sort().join() !== [...got].sort().join())
    return `errors: expected ${[...wanted].join("; ")}, got ${[...got].join("; ")}`;
  for (const error of given) {
    if (error.status !== String(status)) return `status in the error object: ${JSON.stringify(error.status)}`;
  }
  for (const { names } of errors) {
    if (names === undefined) continue;
    const [{ detail } = {}] = given;
    if (typeof detail !== "string") return "the detail is missing";
    const absent = names.filter((name) => !detail.includes(name));
    if (absent.length > 0) return `the detail does not name ${absent.join(", ")}: ${detail}`;
    const named = detail.match(/\bws-\w+/g) ?? [];
    const surplus = named.filter((name) => !names.includes(name));
    if (surplus.length > 0) return `the detail names ${surplus.join(", ")} for no reason: ${detail}`;
  }
  return undefined;
}

/** Maps the ids of both sides wherever the model expects an id. */
function learn(expected: unknown, real: unknown, identities: Identities): void {
  if (typeof expected === "string" && typeof real === "string") {
    if (isModelId(expected)) identities.learn(expected, real);
  } else if (Array.isArray(expected) && Array.isArray(real)) {
    // Known ids may be in any order.
    const known = new Map(real.map((item: unknown) => [identities.toModel(String(idOf(item))), item]));
    for (const [index, item] of expected.entries())
      learn(item, known.get(String(idOf(item))) ?? real[index], identities);
  } else if (isObject(expected) && isObject(real)) {
    for (const [key, value] of Object.entries(expected)) learn(value, real[key], identities);
  }
}

function documentDifference(path: string, expected: unknown, real: unknown, origin: string): string | undefined {
  const differs = (): string => `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(real)}`;
  if (expected instanceof Instant) return isInstant(expected, real) ? undefined : differs();
  if (expected instanceof Address) return isAddress(expected, real, origin) ? undefined : differs();
  if (expected instanceof AnyString)
    return typeof real === "string" && real.length >= expected.least ? undefined : differs();
  if (expected instanceof AnyInteger)
    return Number.isInteger(real) && (real as number) >= expected.least ? undefined : differs();
  if (!isObject(expected)) return Object.is(expected, real) ? undefined : differs();
  if (!isObject(real) || Array.isArray(expected) !== Array.isArray(real)) return differs();

  const wanted = expected instanceof ObjectWith ? expected.members : path === "/included" ? byId(expected) : expected;
  const got = path === "/included" ? byId(real) : real;
  for (const [key, value] of Object.entries(wanted)) {
    if (!Object.hasOwn(got, key)) return `${path}/${key}: expected ${JSON.stringify(value)}, but it is missing`;
    const found = documentDifference(`${path}/${key}`, value, got[key], origin);
    if (found !== undefined) return found;
  }
  if (expected instanceof ObjectWith) return undefined;
  const surplus = Object.keys(got).find((key) => !Object.hasOwn(wanted, key));
  return surplus === undefined
    ? undefined
    : `${path}/${surplus}: expected nothing, got ${JSON.stringify(got[surplus])}`;
}

function isInstant({ time, form }: Instant, real: unknown): boolean {
  const shape =
    form === "ms" ? /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
  if (typeof real !== "string" || !shape.test(real)) return false;
  return Math.abs(Date.parse(real) - time) < (form === "ms" ? 1 : 1000);
}

function isAddress({ path, query }: Address, real: unknown, origin: string): boolean {
  if (typeof real !== "string" || !real.startsWith(`${origin}/`)) return false;
  // The service percent-encodes brackets in links.
  if (/[[\] ]/.test(real)) return false;
  const url = new URL(real);
  const parameters = [...url.searchParams.entries()];
  return (
    decodeURIComponent(url.pathname) === path &&
    parameters.length === Object.keys(query).length &&
    parameters.every(([name, value]) => query[name] === value)
  );
}

/** Included resources by id, since their order is not defined. */
function byId(list: object): Readonly<Record<string, unknown>> {
  const entries = Object.values(list).map((item: unknown) => {
    return [String(idOf(item)), item] as const;
  });
  if (new Set(entries.map(([id]) => id)).size !== entries.length) return { "two resources with one id": list };
  return Object.fromEntries(entries);
}

function idOf(resource: unknown): unknown {
  const members = resource instanceof ObjectWith ? resource.members : resource;
  return isObject(members) ? members["id"] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
