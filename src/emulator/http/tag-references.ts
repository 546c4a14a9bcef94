import { isObject } from "../decode";
import { invalidAt } from "../errors";

/** A tag without a value, by ID or by name. */
export type TagReference = { readonly id: string } | { readonly name: string };

/**
 * The tags of a list document, each with an ID or a name.
 *
 * @param pointer JSON pointer of the list
 * @throws HttpError 422 with a pointer to the first that has neither
 */
export function readTagReferences(data: unknown, pointer = "/data"): readonly TagReference[] {
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
