import { redact } from "../../redact";
import type { Schema } from "../../schema";
import type { ObjectValue, Value } from "../value/value";

/** Shorter texts are not redacted, because they may be part of ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Texts to redact: values of sensitive attributes, and the secrets of the provider. */
export class Secrets {
  readonly #texts = new Set<string>();

  add(...texts: readonly string[]): void {
    for (const text of texts) if (text.length >= MIN_SECRET_LENGTH) this.#texts.add(text);
  }

  /** Adds every string in the sensitive attributes of the object. */
  addSensitive(schema: Schema, object: ObjectValue | null): void {
    if (object === null) return;
    for (const [name, { sensitive }] of Object.entries(schema.attributes)) {
      const value = object[name];
      if (sensitive && value !== undefined) this.add(...stringsIn(value));
    }
  }

  /** Replaces every secret in the text. */
  redact(text: string): string {
    return redact(text, this.#texts, "(sensitive value)");
  }
}

function stringsIn(value: Value): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values<Value>(value).flatMap(stringsIn) : [];
}
