import { isObject } from "../decode";
import { invalidAt } from "../errors";
import type { TagInput } from "../store/tag-bindings";
import type { RequestResource } from "./request-document";

/** JSON pointer of the items of a list document. */
export const LIST_POINTER = "/data";

/**
 * The key-value tags in a document's relationships; undefined without any.
 *
 * @throws HttpError 422 with a pointer to the first invalid one
 */
export function readTagsRelationship({ relationships }: RequestResource): readonly TagInput[] | undefined {
  const relationship = relationships["tag-bindings"];
  if (relationship === undefined) return undefined;
  const pointer = "/data/relationships/tag-bindings";
  if (!isObject(relationship)) throw invalidAt(pointer, "A relationship must be an object");
  const { data } = relationship;
  return data === undefined ? undefined : readTags(data, `${pointer}/data`);
}

/** The key-value tags of a list document. @throws HttpError 422 with a pointer to the first invalid one */
export function readTagList(body: unknown): readonly TagInput[] {
  return readTags(isObject(body) ? body["data"] : undefined, LIST_POINTER);
}

function readTags(data: unknown, pointer: string): readonly TagInput[] {
  if (!Array.isArray(data)) throw invalidAt(pointer, "Data must be an array");
  return data.map((item: unknown, index) => readTag(item, `${pointer}/${index}`));
}

function readTag(item: unknown, pointer: string): TagInput {
  if (!isObject(item) || item["type"] !== "tag-bindings")
    throw invalidAt(`${pointer}/type`, "Type must be tag-bindings");
  const attributes = item["attributes"] ?? {};
  if (!isObject(attributes)) throw invalidAt(`${pointer}/attributes`, "Attributes must be an object");
  const key = attributes["key"] ?? "";
  if (typeof key !== "string") throw invalidAt(`${pointer}/attributes/key`, "Key must be a string");
  const value = attributes["value"] ?? null;
  if (value !== null && typeof value !== "string") {
    throw invalidAt(`${pointer}/attributes/value`, "Value must be a string");
  }
  return { key, value };
}

/** A tag without a value, by ID or by name. */
export type TagReference = { readonly id: string } | { readonly name: string };

/**
 * The tags of a list document, each with an ID or a name.
 *
 * @param pointer JSON pointer of the list
 * @throws HttpError 422 with a pointer to the first that has neither
 */
export function readTagReferences(data: unknown, pointer = LIST_POINTER): readonly TagReference[] {
  if (!Array.isArray(data)) throw invalidAt(pointer, "Data must be an array");
  return data.map((item: unknown, index) => {
    if (!isObject(item) || item["type"] !== "tags") throw invalidAt(`${pointer}/${index}/type`, "Type must be tags");
    const { id, attributes } = item;
    if (typeof id === "string" && id !== "") return { id };
    const name = isObject(attributes) ? attributes["name"] : undefined;
    if (typeof name === "string" && name !== "") return { name };
    throw invalidAt(`${pointer}/${index}`, "A tag must have an id or a name");
  });
}
