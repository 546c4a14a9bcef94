import { documentedElsewhere } from "../../src/emulator/http/service-operations.json";
import type { Resource } from "../emulator/http-client";
import type { AttributeFacts, OperationFacts } from "./service-document";
import { itemTypeOf, optionsOf, SERVICE_OPERATIONS, SERVICE_TYPES } from "./service-document";
import type { Findings } from "./service-finding";
import { NEEDED_PARAMETERS } from "./service-requests";
import type { ServiceWorld } from "./service-world";
import { isNotEmulated } from "./service-world";

/** Parts of the service that an emulator of HCP Terraform may leave out: the document says that not all have them. */
const OPTIONAL = ["tfe", "public-beta"];

function isOptional(only: readonly string[]): boolean {
  return only.some((where) => OPTIONAL.includes(where));
}

/** Reads all that the emulator offers of the document's GET operations, and compares each resource in the responses. */
export async function compareDocuments(world: ServiceWorld, findings: Findings): Promise<void> {
  const reads = SERVICE_OPERATIONS.filter(({ method }) => method === "GET");
  // Once to find the identifiers of all that there is, whatever the order of the operations.
  for (const operation of [...reads, ...reads]) await discover(world, operation);
  for (const operation of reads) await compareRead(world, operation, findings);
  for (const name of documentedElsewhere) await compareElsewhere(world, name, findings);
}

/** Compares the resources of an operation that the document lacks, if it has their type. */
async function compareElsewhere(world: ServiceWorld, name: string, findings: Findings): Promise<void> {
  const [method, template = ""] = name.split(" ");
  const path = method === "GET" ? world.path(template) : undefined;
  const response = path === undefined ? undefined : await world.http.get(path);
  if (response?.status !== 200 || !isJson(response.text)) return;
  const { data } = response.document;
  for (const each of Array.isArray(data) ? (data as Resource[]) : [response.data]) {
    if (SERVICE_TYPES.has(each.type)) compareResource(each, name, findings);
  }
}

async function discover(world: ServiceWorld, operation: OperationFacts): Promise<void> {
  const path = world.path(operation.path);
  const needed = NEEDED_PARAMETERS.get(operation.name)?.(world.ids) ?? {};
  const response = path === undefined ? undefined : await world.http.get(path, needed);
  if (path !== undefined && response?.status === 200 && isJson(response.text)) world.learn(response, path);
}

async function compareRead(world: ServiceWorld, operation: OperationFacts, findings: Findings): Promise<void> {
  const { name, query } = operation;
  const expected = operation.responses.get(200);
  const path = world.path(operation.path);
  if (path === undefined) {
    const probe = await world.http.get(operation.path.replace(/:\w+/g, "unknown"));
    if (!isNotEmulated(probe)) findings.add(name, name, "untested", `the test's world has no object (${probe.status})`);
    return;
  }
  const needed = NEEDED_PARAMETERS.get(name)?.(world.ids) ?? {};
  const response = await world.http.get(path, needed);
  if (isNotEmulated(response)) return;
  if (!operation.responses.has(response.status)) {
    findings.add(name, name, "status", `${response.status}: ${response.errors[0]?.detail ?? ""}`);
  }
  if (response.status !== 200 || expected === undefined || !isJson(response.text)) return;
  compareData(response.document.data, expected, name, findings);
  for (const include of optionsOf(itemTypeOf(query.get("include") ?? "") ?? "") ?? []) {
    const included = await world.http.get(path, { ...needed, include });
    if (isNotEmulated(included)) continue;
    if (included.status !== 200) findings.add(name, `${name} ?include=${include}`, "parameter", `${included.status}`);
    else for (const each of included.document.included ?? []) compareResource(each, name, findings);
  }
  for (const [parameter, type] of query) {
    if (parameter === "include" || parameter.startsWith("page[")) continue;
    const value = optionsOf(type)?.[0] ?? { boolean: "true", integer: "1" }[type] ?? "name";
    const filtered = await world.http.get(path, { ...needed, [parameter]: value });
    const isUnknown = filtered.status === 400 && filtered.errors[0]?.detail?.includes("unknown") === true;
    if (isUnknown && !isNotEmulated(filtered)) findings.add(name, `${name} ?${parameter}`, "parameter", "unknown");
  }
}

/** Compares the `data` of a response. @param expected its type as in the file */
export function compareData(data: unknown, expected: string, operation: string, findings: Findings): void {
  const item = itemTypeOf(expected);
  const resources = Array.isArray(data) ? (data as Resource[]) : [data as Resource];
  if ((item !== undefined) !== Array.isArray(data)) {
    findings.add(operation, operation, "value", `data is ${Array.isArray(data) ? "a list" : "one resource"}`);
    return;
  }
  if (expected === "other" || item === "other") return;
  if (resources.length === 0) findings.add(operation, operation, "untested", "the list is empty");
  const types = (item ?? expected).replace(/^ids\((.*)\)$/, "$1").split("|");
  for (const each of resources) {
    if (!types.includes(each.type)) findings.add(operation, operation, "value", `the type is ${each.type}`);
    if ("attributes" in each || !/^\[?ids/.test(expected)) compareResource(each, operation, findings);
  }
}

/** Compares the attributes and the relationships of a resource with those of its type. */
function compareResource(resource: Resource, operation: string, findings: Findings): void {
  const { type, attributes } = resource;
  const relationships = "relationships" in resource ? resource.relationships : {};
  const facts = SERVICE_TYPES.get(type);
  if (facts === undefined) {
    findings.add(operation, type, "unknown", "the type");
    return;
  }
  if (facts.attributes !== undefined) {
    compareMembers(attributes, "", { type, facts: facts.attributes, operation, findings });
  }
  for (const name of Object.keys(relationships)) {
    const where = `${type}/relationships/${name}`;
    const known = facts.relationships.get(name);
    if (known === undefined) findings.add(operation, where, "unknown", "a relationship");
    else compareRelationship(relationships[name]?.data, known.kind, known.types, { operation, where, findings });
  }
  for (const [name, { kind, types, only }] of facts.relationships) {
    if (!(name in relationships) && !isOptional(only)) {
      findings.add(operation, `${type}/relationships/${name}`, "missing", `${kind} ${types.join("|")}`.trim());
    }
  }
}

interface Place {
  readonly type: string;
  readonly facts: ReadonlyMap<string, AttributeFacts>;
  readonly operation: string;
  readonly findings: Findings;
}

/** Compares attributes, or with a prefix such as `permissions.` the members of one. */
function compareMembers(members: Readonly<Record<string, unknown>>, prefix: string, place: Place): void {
  const { type, facts, operation, findings } = place;
  for (const [name, value] of Object.entries(members)) {
    const known = facts.get(prefix + name);
    if (known !== undefined) compareValue(value, known, place);
    else findings.add(operation, `${type}/attributes/${prefix}${name}`, "unknown", typeName(value));
  }
  for (const [name, known] of facts) {
    const isMember = name.startsWith(prefix) && !/[.[]/.test(name.slice(prefix.length));
    // The times of states that have not been reached are absent.
    if (!isMember || name.slice(prefix.length) in members || prefix === "status-timestamps.") continue;
    if (known.writeOnly || isOptional(known.only)) continue;
    findings.add(operation, `${type}/attributes/${name}`, "missing", described(known));
  }
}

function compareValue(value: unknown, known: AttributeFacts, place: Place): void {
  const { type, operation, findings } = place;
  const where = `${type}/attributes/${known.name}`;
  if (value === null) {
    if (!known.nullable) findings.add(operation, where, "null", described(known));
  } else if (!isOfType(value, known.type)) {
    findings.add(
      operation,
      where,
      "value",
      `${typeof value === "string" ? JSON.stringify(value) : typeName(value)} is not ${described(known)}`,
    );
  } else if (known.type === "object") {
    compareMembers(value as Readonly<Record<string, unknown>>, `${known.name}.`, place);
  } else if (known.type === "[object]") {
    for (const item of value as Readonly<Record<string, unknown>>[]) compareMembers(item, `${known.name}[].`, place);
  }
}

/** The type of an attribute as in the file. */
export function described({ type, nullable, readOnly }: AttributeFacts): string {
  return `${type}${nullable ? "?" : ""}${readOnly ? " ro" : ""}`;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? `a list of ${value.length}` : typeof value;
}

/** Whether a value that is not null has a type of the document. */
function isOfType(value: unknown, type: string): boolean {
  const options = optionsOf(type);
  if (options !== undefined) return typeof value === "string" && options.includes(value);
  const item = itemTypeOf(type);
  if (item !== undefined) return Array.isArray(value) && value.every((each) => isOfType(each, item));
  switch (type) {
    case "date-time":
      return typeof value === "string" && !Number.isNaN(Date.parse(value)) && /^\d{4}-\d\d-\d\dT/.test(value);
    case "integer":
      return Number.isInteger(value);
    case "object":
    case "map":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "any":
      return true;
    default:
      return typeof value === type;
  }
}

function compareRelationship(
  data: unknown,
  kind: "one" | "many" | "link",
  types: readonly string[],
  { operation, where, findings }: { operation: string; where: string; findings: Findings },
): void {
  if (data === undefined || data === null || kind === "link") return;
  if (Array.isArray(data) !== (kind === "many")) {
    findings.add(operation, where, "value", `data is ${Array.isArray(data) ? "a list" : "one identifier"}`);
    return;
  }
  const identifiers = (Array.isArray(data) ? data : [data]) as Resource[];
  for (const { type } of identifiers) {
    if (types.length > 0 && !types.includes("any") && !types.includes(type)) {
      findings.add(operation, where, "value", `the type is ${type}, not ${types.join("|")}`);
    }
  }
}

function isJson(text: string): boolean {
  return text.startsWith("{");
}
