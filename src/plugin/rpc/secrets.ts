import type { Schema } from "../../schema";
import type { ObjectValue, Value } from "../value/value";

/** What is shorter is no secret worth the name, and taking it out would spoil ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Texts that must never be shown: values of sensitive attributes, and what the provider names. */
export class Secrets {
  readonly #texts = new Set<string>();

  add(...texts: readonly string[]): void {
    for (const text of texts) if (text.length >= MIN_SECRET_LENGTH) this.#texts.add(text);
  }

  /** Every text inside the object's sensitive attributes. */
  addSensitive(schema: Schema, object: ObjectValue | null): void {
    if (object === null) return;
    for (const [name, { sensitive }] of Object.entries(schema.attributes)) {
      const value = object[name];
      if (sensitive && value !== undefined) this.add(...stringsIn(value));
    }
  }

  /** The text with every secret taken out. */
  redact(text: string): string {
    let result = text;
    for (const secret of this.#texts) result = result.replaceAll(secret, "(sensitive value)");
    return result;
  }
}

function stringsIn(value: Value): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values<Value>(value).flatMap(stringsIn) : [];
}
