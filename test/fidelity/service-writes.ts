import { Emulator } from "../../src/emulator";
import type { HttpResponse } from "../emulator/http-client";
import { isReadOnlyInFact } from "./service-deviations";
import type { AttributeFacts, OperationFacts } from "./service-document";
import { itemTypeOf, optionsOf, requestTypeName, SERVICE_OPERATIONS, SERVICE_TYPES } from "./service-document";
import { compareData, described } from "./service-documents";
import type { Findings } from "./service-finding";
import { CREATIONS, DELETIONS, INLINE_TYPES, NEEDED_ATTRIBUTES } from "./service-requests";
import { isNotEmulated, ServiceWorld } from "./service-world";

/** Sends each attribute of each operation that creates or updates one resource. */
export async function compareWrites(world: ServiceWorld, findings: Findings): Promise<void> {
  for (const operation of SERVICE_OPERATIONS) {
    const { name, method, path } = operation;
    const type = SERVICE_TYPES.get(requestTypeName(operation));
    if (type?.attributes === undefined || !["POST", "PATCH"].includes(method)) continue;
    const probe = await world.http.send(method, path.replace(/:\w+/g, "unknown"), { data: {} });
    if (isNotEmulated(probe)) continue;
    if (world.path(path) === undefined || (method === "POST" && !CREATIONS.has(name))) {
      findings.add(name, name, "untested", `the test has no object or no request for it (${probe.status})`);
      continue;
    }
    // Each has a world of its own, since a wrong value that is accepted can break what comes after.
    const emulator = await Emulator.start({ documents: "full" });
    try {
      await new Writes(await ServiceWorld.create(emulator), operation, findings).compare(type.attributes);
    } finally {
      await emulator.stop();
    }
  }
}

type Attributes = Readonly<Record<string, unknown>>;

interface RequestDocument {
  readonly data: { readonly type: string; readonly attributes: Attributes };
}

/** Writes with one operation. */
class Writes {
  #count = 0;

  constructor(
    readonly world: ServiceWorld,
    readonly operation: OperationFacts,
    readonly findings: Findings,
  ) {}

  async compare(attributes: ReadonlyMap<string, AttributeFacts>): Promise<void> {
    const { name, method, path: template, responses } = this.operation;
    const path = this.world.path(template) ?? "";
    await this.#makeRoom();
    const plain = await this.#send(path, {});
    if (!responses.has(plain.status)) this.findings.add(name, name, "status", `${plain.status}`);
    if (plain.status >= 300) {
      this.findings.add(name, name, "untested", `a valid request: ${outcome(plain)}`);
      return;
    }
    const expected = responses.get(plain.status) ?? "";
    if (plain.text !== "" && expected !== "") compareData(plain.document.data, expected, name, this.findings);
    await this.#compareUnknown(path);
    if (method === "POST") await this.#compareRequired(path, attributes);
    for (const attribute of attributes.values()) {
      const top = attribute.name.replace(/[.[].*$/, "");
      const isReadOnly =
        attribute.readOnly ||
        attributes.get(top)?.readOnly === true ||
        [top, attribute.name].some((each) => isReadOnlyInFact(this.#type, each));
      if (!isReadOnly) await this.#compareWritable(path, attribute);
      else if (attribute.name === top) await this.#compareReadOnly(path, attribute, plain);
    }
  }

  get #type(): string {
    return requestTypeName(this.operation);
  }

  async #compareWritable(path: string, attribute: AttributeFacts): Promise<void> {
    for (const [what, value] of wrongValues(attribute.type)) {
      const response = await this.#send(path, nested(attribute.name, value));
      if (isRejected(response, attribute.name)) continue;
      const given = `${described(attribute)} given ${JSON.stringify(value)}: ${outcome(response)}`;
      this.findings.add(this.operation.name, `${this.#type}/attributes/${attribute.name}`, what, given);
    }
  }

  async #compareReadOnly(path: string, attribute: AttributeFacts, plain: HttpResponse): Promise<void> {
    const present = plain.text === "" ? undefined : plain.data.attributes[attribute.name];
    const value = anotherValue(attribute.type, present);
    const response = await this.#send(path, { [attribute.name]: value });
    const where = `${this.#type}/attributes/${attribute.name}`;
    if (response.status >= 300) {
      this.findings.add(this.operation.name, where, "written", `read-only, given: ${outcome(response)}`);
    } else if (response.text !== "" && isSame(response.data.attributes[attribute.name], value)) {
      this.findings.add(this.operation.name, where, "written", `read-only, returned as given`);
    }
  }

  async #compareRequired(path: string, attributes: ReadonlyMap<string, AttributeFacts>): Promise<void> {
    for (const { name, required } of attributes.values()) {
      if (!required || /[.[]/.test(name)) continue;
      const response = await this.#send(path, { [name]: undefined });
      if (isRejected(response, name)) continue;
      const where = `${this.#type}/attributes/${name}`;
      this.findings.add(this.operation.name, where, "not required", `without it: ${outcome(response)}`);
    }
  }

  async #compareUnknown(path: string): Promise<void> {
    const response = await this.#send(path, { "no-such-attribute": "given" });
    const where = `${this.#type}/attributes/*`;
    if (response.status >= 300) {
      this.findings.add(this.operation.name, where, "unknown written", `an unknown attribute: ${outcome(response)}`);
    } else if (response.text.includes("no-such-attribute")) {
      this.findings.add(this.operation.name, where, "unknown written", "an unknown attribute is returned");
    }
  }

  /** Sends a valid request with other attributes. */
  async #send(path: string, attributes: Attributes): Promise<HttpResponse> {
    const { name, method } = this.operation;
    const creation = method === "POST" ? CREATIONS.get(name) : undefined;
    // A request of the table is a document with one resource.
    const given = creation?.(this.world.ids, `write-${++this.#count}`) as RequestDocument | undefined;
    const type = given?.data.type ?? (this.operation.request === "inline" ? INLINE_TYPES.get(name) : this.#type);
    const needed = given?.data.attributes ?? NEEDED_ATTRIBUTES.get(name) ?? {};
    const data = { ...given?.data, type, attributes: merged(needed, attributes) };
    const { http, task } = this.world;
    const response = await (path.endsWith("/callback") ? task : http).send(method, path, { data });
    if (response.status === 201) await this.#makeRoom(response.data.id);
    return response;
  }

  /** Deletes the world's object, or another one, if there can be only one at a time. */
  async #makeRoom(id?: string): Promise<void> {
    const template = DELETIONS.get(this.operation.name);
    const path = template === undefined ? undefined : this.world.path(template);
    if (path !== undefined) await this.world.http.delete(id === undefined ? path : path.replace(/[^/]+$/, id));
  }
}

/** Keeps the other members of an object in which one member is replaced. */
function merged(base: Attributes, given: Attributes): Attributes {
  const all = Object.entries(given).map(([name, value]): [string, unknown] => {
    const present = base[name];
    return [name, isPlainObject(present) && isPlainObject(value) && !("" in value) ? { ...present, ...value } : value];
  });
  return { ...base, ...Object.fromEntries(all) };
}

function isPlainObject(value: unknown): value is Attributes {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `a.b` as `{ a: { b: value } }`, and `a[].b` as `{ a: [{ b: value }] }`. */
function nested(name: string, value: unknown): Attributes {
  const [, first = "", list, rest] = /^([^.[]+)(\[\])?\.?(.*)$/.exec(name) ?? [];
  const inner = rest === "" || rest === undefined ? value : nested(rest, value);
  return { [first]: list === undefined ? inner : [inner] };
}

/** Whether a response is 422 at an attribute, or at a member of it. */
function isRejected(response: HttpResponse, attribute: string): boolean {
  const pointer = `/data/attributes/${attribute.replace(/[.[].*$/, "")}`;
  return response.status === 422 && response.pointers.some((each) => `${each}/`.startsWith(`${pointer}/`));
}

/** No value of any type that is sent for another: an object with an empty name. */
const NO_SCALAR = { "": "an object" };

function wrongValues(type: string): readonly (readonly ["wrong type accepted" | "wrong option accepted", unknown])[] {
  if (optionsOf(type) !== undefined) {
    return [
      ["wrong type accepted", NO_SCALAR],
      ["wrong option accepted", "no-such-option"],
    ];
  }
  const item = itemTypeOf(type);
  if (item !== undefined) {
    return [["wrong type accepted", "no list"], ...wrongValues(item).map(([what, value]) => [what, [value]] as const)];
  }
  const wrong = { boolean: "yes", integer: "many", number: "many", "date-time": "yesterday", any: undefined }[type];
  if (type === "any") return [];
  return [["wrong type accepted", wrong ?? (type === "object" || type === "map" ? "no object" : NO_SCALAR)]];
}

/** A valid value other than the present one. */
function anotherValue(type: string, present: unknown): unknown {
  const option = optionsOf(type)?.find((each) => each !== present);
  if (option !== undefined) return option;
  const item = itemTypeOf(type);
  if (item !== undefined) return [anotherValue(item, undefined)];
  switch (type) {
    case "boolean":
      return present !== true;
    case "integer":
    case "number":
      return 987_654;
    case "date-time":
      return "2001-02-03T04:05:06.000Z";
    case "object":
    case "map":
      return { given: "given" };
    default:
      return "given";
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function outcome(response: HttpResponse): string {
  const { status, text } = response;
  if (status < 300) return "accepted";
  const errors = text === "" ? [] : response.errors;
  return [status, ...errors.map(({ source, detail }) => source?.pointer ?? detail)].join(" ");
}
