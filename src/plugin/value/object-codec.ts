import type { Schema } from "../schema";
import type { DynamicValueMessage } from "../wire/protocol";
import { conformObject } from "./conform";
import { JsonNumber, parseJson } from "./json";
import { fromMsgpack, toMsgpack } from "./msgpack";
import { NumberForms } from "./numbers";
import type { ObjectValue } from "./value";

/** Values of one schema, to and from the wire, for as long as one request lasts. */
export class ObjectCodec {
  readonly #numbers = new NumberForms();

  constructor(readonly schema: Schema) {}

  /**
   * Null when there is no object: nothing before a create, nothing after a destroy.
   *
   * @throws ConversionError
   */
  decode(message: DynamicValueMessage | undefined): ObjectValue | null {
    if (message?.msgpack !== undefined && message.msgpack.length > 0) {
      const given = fromMsgpack(message.msgpack);
      return given === null ? null : conformObject(this.schema, given, (number) => this.#numbers.read(number));
    }
    return message?.json !== undefined && message.json.length > 0 ? this.decodeJson(message.json) : null;
  }

  /**
   * From a document that may be older than the schema: what it lacks is null, what the schema does not know is dropped.
   *
   * @throws ConversionError, or SyntaxError for what is no JSON
   */
  decodeJson(json: Uint8Array): ObjectValue | null {
    const given = parseJson(Buffer.from(json).toString("utf8"));
    if (given === null) return null;
    return conformObject(this.schema, given, (number) =>
      number instanceof JsonNumber ? this.#numbers.read(number.text) : undefined,
    );
  }

  encode(value: ObjectValue | null): DynamicValueMessage {
    return { msgpack: toMsgpack(value, this.#numbers) };
  }
}
