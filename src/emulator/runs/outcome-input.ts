import { isObject } from "../decode";
import { invalidAt } from "../errors";
import { TAG_LEVELS } from "../kinds/task-result-outcome";
import type { NewOutcome } from "./task-results";

/** Documented limit of an outcome's body, in bytes. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

type Tags = NewOutcome["labels"];

/**
 * The outcomes in a run task's report. They are resources under `outcomes`, as documented, or under
 * `task-result-outcomes`, as in the OpenAPI description.
 *
 * @throws HttpError 422 with a pointer to the first invalid part
 */
export function readOutcomes(relationships: Readonly<Record<string, unknown>>): readonly NewOutcome[] {
  const name = relationships["outcomes"] === undefined ? "task-result-outcomes" : "outcomes";
  const relationship = relationships[name];
  if (relationship === undefined) return [];
  const pointer = `/data/relationships/${name}`;
  const data = isObject(relationship) ? relationship["data"] : undefined;
  if (!Array.isArray(data)) throw invalidAt(`${pointer}/data`, "Outcomes must be an array of resources");
  return data.map((item: unknown, index) => readOutcome(item, `${pointer}/data/${index}`));
}

function readOutcome(item: unknown, pointer: string): NewOutcome {
  if (!isObject(item) || item["type"] !== "task-result-outcomes") {
    throw invalidAt(`${pointer}/type`, "Type must be task-result-outcomes");
  }
  const attributes = item["attributes"];
  if (!isObject(attributes)) throw invalidAt(`${pointer}/attributes`, "Attributes must be an object");
  const at = (name: string): string => `${pointer}/attributes/${name}`;
  const outcomeId = textAt(attributes["outcome-id"], at("outcome-id"));
  if (outcomeId === null) throw invalidAt(at("outcome-id"), "Outcome can't be blank");
  const description = textAt(attributes["description"], at("description"));
  if (description === null) throw invalidAt(at("description"), "Description can't be blank");
  const body = textAt(attributes["body"], at("body"));
  if (body !== null && Buffer.byteLength(body) > MAX_BODY_BYTES) {
    throw invalidAt(at("body"), "Body is too long (maximum is 5 MB)");
  }
  const url = textAt(attributes["url"], at("url"));
  return { outcomeId, description, body, url, labels: readTags(attributes["tags"], at("tags")) };
}

/** A string; null when absent or empty. */
function textAt(value: unknown, pointer: string): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string") throw invalidAt(pointer, "Must be a string");
  return value;
}

function readTags(value: unknown, pointer: string): Tags {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw invalidAt(pointer, "Tags must be an object of arrays");
  return Object.fromEntries(
    Object.entries(value).map(([name, tags]) => {
      if (!Array.isArray(tags)) throw invalidAt(`${pointer}/${name}`, "Tags must be an array");
      return [name, tags.map((tag: unknown, index) => readTag(tag, `${pointer}/${name}/${index}`))];
    }),
  );
}

function readTag(value: unknown, pointer: string): Tags[string][number] {
  const label = isObject(value) ? value["label"] : undefined;
  if (!isObject(value) || typeof label !== "string" || label === "") {
    throw invalidAt(`${pointer}/label`, "Label can't be blank");
  }
  const given = value["level"] ?? "none";
  const level = TAG_LEVELS.find((known) => known === given);
  if (level === undefined) throw invalidAt(`${pointer}/level`, `Level must be among ${TAG_LEVELS.join(", ")}`);
  return { label, level };
}
