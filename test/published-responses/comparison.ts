import { SERVICE_TYPES } from "../fidelity/service-document";
import type { Findings } from "../fidelity/service-finding";
import type { Recording } from "./recording";

/** A response of the emulator. */
export interface Emulated {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * Adds the differences between a recorded response and that of the emulator to the same request, in an organization
 * with the same content: statuses, members, types, null, links, and the texts of errors. Values are not compared.
 */
export function compare(recording: Recording, emulated: Emulated, findings: Findings): void {
  const { name: operation, request, response, recorded, trust } = recording;
  const place: Place = { operation, findings, isWhole: trust === "recorded", isOld: recorded < "2025" };
  if (emulated.status !== response.status) {
    const where = `${request.method} ${anonymous(request.path.replace("/api/v2", "").replace(/\?.*/, ""))}`;
    findings.add(operation, where, "status", `${emulated.status}, not ${response.status}`);
    return;
  }
  if (response.headers !== undefined) compareHeaders(response.headers, emulated.headers, place);
  compareDocument(response.body, emulated.body, place);
}

interface Place {
  /** The name of the recording. */
  readonly operation: string;
  readonly findings: Findings;
  /** Whether the recording has all members that the service sent. */
  readonly isWhole: boolean;
  /** Whether members that the service's document has can be newer than the recording. */
  readonly isOld: boolean;
}

type Members = Readonly<Record<string, unknown>>;

function compareHeaders(recorded: Readonly<Record<string, string>>, emulated: Headers, place: Place): void {
  const { operation, findings } = place;
  for (const [name, value] of Object.entries(recorded)) {
    const sent = emulated.get(name);
    const where = `headers/${name}`;
    if (sent === null) findings.add(operation, where, "missing", value);
    else if (formatOf(sent) !== formatOf(value)) findings.add(operation, where, "value", `${sent} is not ${value}`);
  }
}

/** Hashes, numbers and UUIDs differ; the rest of a header does not. */
function formatOf(header: string): string {
  return header.replace(/[0-9a-f]{32,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "#").replace(/\d+/g, "0");
}

function compareDocument(recorded: unknown, emulated: unknown, place: Place): void {
  if (!isObject(recorded) || !isObject(emulated)) return;
  const type = typeOf(recorded);
  if (type === undefined) {
    compareMembers(recorded, emulated, "document", place);
    return;
  }
  const document = Array.isArray(recorded["data"]) ? `list of ${type}` : `document of ${type}`;
  const { data, ...rest } = recorded;
  const { data: sent, ...restSent } = emulated;
  compareMembers(rest, restSent, document, place);
  compareResources(data, sent, place);
}

/** The type of the resources of a document; undefined if it has none. */
function typeOf({ data }: Members): string | undefined {
  const first: unknown = Array.isArray(data) ? data[0] : data;
  return isObject(first) && typeof first["type"] === "string" ? first["type"] : undefined;
}

/** Compares each recorded resource with the one of the same type and name, or else the first one of the type. */
function compareResources(recorded: unknown, emulated: unknown, place: Place): void {
  for (const resource of listOf(recorded)) {
    const type = String(resource["type"]);
    const sent = listOf(emulated).filter((it) => it["type"] === type);
    const other = sent.find((it) => nameOf(it) === nameOf(resource)) ?? sent[0];
    if (other === undefined) place.findings.add(place.operation, type, "missing", "no resource of the type");
    else compareMembers(resource, other, type, place);
  }
}

function nameOf({ attributes }: Members): unknown {
  return isObject(attributes) ? attributes["name"] : undefined;
}

function listOf(value: unknown): readonly Members[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

function compareMembers(recorded: Members, emulated: Members, path: string, place: Place): void {
  const { operation, findings, isWhole, isOld } = place;
  for (const [name, value] of Object.entries(recorded)) {
    const where = `${path}/${name}`;
    if (Object.hasOwn(emulated, name)) compareValues(value, emulated[name], where, place);
    else findings.add(operation, where, "missing", kindOf(value, where));
  }
  if (!isWhole) return;
  for (const name of Object.keys(emulated)) {
    const where = `${path}/${name}`;
    if (Object.hasOwn(recorded, name) || (isOld && isDocumented(where))) continue;
    findings.add(operation, where, "unknown", kindOf(emulated[name], where));
  }
}

/** Whether the service's document has the attribute or relationship. */
function isDocumented(where: string): boolean {
  const [type = "", kind, ...names] = where.split("/");
  const facts = SERVICE_TYPES.get(type);
  const name = names.join(".");
  if (kind === "attributes") return facts?.attributes?.has(name) === true;
  return kind === "relationships" && facts?.relationships.has(name) === true;
}

function compareValues(recorded: unknown, emulated: unknown, where: string, place: Place): void {
  if (where.endsWith("/included")) {
    compareResources(recorded, emulated, place);
  } else if (Array.isArray(recorded) && Array.isArray(emulated) && recorded.length > 0 && emulated.length > 0) {
    compareValues(recorded[0], emulated[0], where, place);
  } else if (isObject(recorded) && isObject(emulated)) {
    compareMembers(recorded, emulated, where, place);
  } else {
    compareKinds(kindOf(recorded, where), kindOf(emulated, where), where, place);
  }
}

function compareKinds(recorded: string, emulated: string, where: string, { operation, findings }: Place): void {
  if (recorded === emulated) return;
  const what = emulated === "null" ? "null" : "value";
  findings.add(operation, where, what, `${emulated}, not ${recorded}`);
}

/** What must be the same of two values. */
function kindOf(value: unknown, where: string): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value !== "string") return isExact(where) ? JSON.stringify(value) : typeof value;
  if (isExact(where)) return value;
  if (/\/links\/[\w-]+$|\/related$/.test(where)) return anonymous(value);
  if (/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/.test(value)) return "a time in UTC with milliseconds";
  if (/^\d{4}-\d\d-\d\dT[\d:]+[+-]\d\d:\d\d$/.test(value)) return "a time with an offset";
  return where.endsWith("/id") ? anonymous(value) : "a text";
}

/** Pages follow from the content, which is the same; errors have the service's texts. */
function isExact(where: string): boolean {
  return /\/meta\/pagination\/|^document\/errors\//.test(where);
}

/** A text without IDs and the address of the service. */
function anonymous(text: string): string {
  return text.replace(/^https?:\/\/[^/]+/, "").replace(/\b([a-z]+)-[A-Za-z0-9]{16}\b/g, "$1-…");
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
