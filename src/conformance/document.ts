import { parseResource, type ResourceObject } from "../api/document";
import { asObject, type JsonObject } from "../json";
import { isId } from "../model";
import { KINDS } from "./own-objects";
import type { NewObject, ServiceResponse } from "./request";

const NONE: ResourceObject = { id: "", type: "", attributes: {}, relationships: {}, links: {} };

/** The resource of a response; one without members if there is none. */
export function resourceIn({ document }: ServiceResponse): ResourceObject {
  return parseResource(document.data) ?? NONE;
}

/** The resources of a list; undefined if the response is no list. */
export function listIn({ document: { data } }: ServiceResponse): readonly ResourceObject[] | undefined {
  return Array.isArray(data) ? data.flatMap((item) => parseResource(item) ?? []) : undefined;
}

export function paginationIn({ document }: ServiceResponse): JsonObject {
  return asObject(document.meta["pagination"]);
}

/** The ID of an object, from the response to its creation; undefined if that has none. */
export function createdId({ kind }: NewObject, response: ServiceResponse): string | undefined {
  const { id } = resourceIn(response);
  return response.status === 201 && isId(KINDS[kind].id, id) ? id : undefined;
}

/** An attribute of the resource of a response. */
export function attributeIn(response: ServiceResponse, name: string): unknown {
  return resourceIn(response).attributes[name];
}
