import type { ServiceProblem } from "../api";
import { relatedId } from "../api/document";
import { isObject } from "../json";
import type { Finding } from "./check";
import { attributeIn, listIn, paginationIn, resourceIn } from "./document";
import type { ServiceResponse } from "./request";

/*
 * Each returns what was seen if it is not what is expected, and undefined otherwise: `a(…) ?? b(…)` is the first of
 * several differences.
 */

export function hasStatus(response: ServiceResponse, ...expected: readonly number[]): string | undefined {
  return expected.includes(response.status) ? undefined : describe(response);
}

/** Rejected with this status, and an error at this member of the request. */
export function isRejectedAt(response: ServiceResponse, status: number, pointer: string): string | undefined {
  const isThere = response.problems.some((problem) => problem.pointer === pointer);
  return response.status === status && isThere ? undefined : describe(response);
}

/** Rejected with this status, and an error whose title or detail contains the text. */
export function isRejectedWith(response: ServiceResponse, status: number, text: string): string | undefined {
  const says = response.problems.some(({ title, detail }) => [title, detail].some((it) => it?.includes(text)));
  return response.status === status && says ? undefined : describe(response);
}

export function hasAttribute(response: ServiceResponse, name: string, expected: unknown): string | undefined {
  const value = attributeIn(response, name);
  return value === expected ? undefined : `${name} is ${shown(value)}`;
}

/** A resource whose ID begins with the prefix. */
export function isResource(response: ServiceResponse, type: string, prefix: string): string | undefined {
  const resource = resourceIn(response);
  if (resource.type !== type) return `the type is ${shown(resource.type)}`;
  return resource.id.startsWith(prefix) ? undefined : `the ID does not begin with ${prefix}`;
}

/** A workspace that is in this project. */
export function isIn(response: ServiceResponse, projectId: string): string | undefined {
  const seen = relatedId(resourceIn(response), "project");
  return seen === projectId ? undefined : `the workspace is in ${seen === undefined ? "no" : "another"} project`;
}

/** A list that is one page of these, with this size. */
export function isPage(response: ServiceResponse, size: number): string | undefined {
  const seen = paginationIn(response)["page-size"];
  if (listIn(response) === undefined) return `no list: ${describe(response)}`;
  return seen === size ? undefined : `meta.pagination.page-size is ${shown(seen)}`;
}

/** Whether the list has resources with these IDs. */
export function lists(response: ServiceResponse, ...ids: readonly string[]): string | undefined {
  const listed = listIn(response)?.map(({ id }) => id);
  if (listed === undefined) return `no list: ${describe(response)}`;
  const missing = ids.filter((id) => !listed.includes(id)).length;
  return missing === 0 ? undefined : `the list lacks ${missing} of ${ids.length}`;
}

export function isEmptyList(response: ServiceResponse): string | undefined {
  const listed = listIn(response);
  if (response.status !== 200 || listed === undefined) return describe(response);
  return listed.length === 0 ? undefined : `a list of ${listed.length}`;
}

/** What may be missing without rights: skipped then, and otherwise what follows. */
export function ifVisible(response: ServiceResponse, what: string, finding: () => Finding): Finding {
  return response.status === 404 || response.status === 403
    ? { skipped: `the token may not list ${what} (${response.status})` }
    : finding();
}

const MAX_TEXT_LENGTH = 120;

/** The status and the errors of a response: `422 "Name has already been taken" at /data/attributes/name`. */
export function describe({ status, problems }: ServiceResponse): string {
  return [String(status), ...problems.map(problemText)].join(" ");
}

function problemText({ title, detail, pointer }: ServiceProblem): string {
  const text = detail ?? title;
  return [...(text === undefined ? [] : [shown(text)]), ...(pointer === undefined ? [] : [`at ${pointer}`])].join(" ");
}

/** A value for display: of objects and lists only the shape. */
export function shown(value: unknown): string {
  if (value === undefined) return "absent";
  if (typeof value === "string")
    return JSON.stringify(value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return `an object with ${Object.keys(value).join(", ") || "no members"}`;
  return JSON.stringify(value);
}
