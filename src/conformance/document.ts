import { parseResource, type ResourceObject } from "../api/document";
import { asObject, type JsonObject } from "../json";
import type { ServiceResponse } from "./request";

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

/** An attribute of the resource of a response. */
export function attributeIn(response: ServiceResponse, name: string): unknown {
  return resourceIn(response).attributes[name];
}
