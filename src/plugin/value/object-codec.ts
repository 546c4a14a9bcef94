import type { Schema } from "../../schema";
import type { DynamicValueMessage } from "../wire/protocol";
import { coerceObject } from "./coerce";
import type { ReadNumber } from "./coerce";
import { parseJson } from "./json";
import { fromMsgpack, toMsgpack } from "./msgpack";
import { nativeNumber, NumberCodec } from "./numbers";
import { isRecord } from "./shape";
import type { ObjectValue } from "./value";

/** Values of one schema, to and from the wire, for as long as one request lasts. */
export class ObjectCodec {
  readonly #numbers = new NumberCodec();

  /** @param onDecoded is told of every object that comes in */
  constructor(
    readonly schema: Schema,
    private readonly onDecoded: (object: ObjectValue | null) => void = () => undefined,
  ) {}

  /**
   * Null when there is no object: nothing before a create, nothing after a destroy.
   *
   * @throws ConversionError
   */
  decode(message: DynamicValueMessage | undefined): ObjectValue | null {
    if (message?.msgpack !== undefined && message.msgpack.length > 0) {
      return this.#conform(fromMsgpack(message.msgpack), (number) => this.#numbers.decode(number));
    }
    return message?.json !== undefined && message.json.length > 0 ? this.decodeJson(message.json) : null;
  }

  /**
   * From a document that may be older than the schema: what it lacks is null, what the schema does not know is dropped.
   *
   * @param upgrade what to do with the document first; it sees numbers as handlers do
   * @throws ConversionError, or SyntaxError for what is no JSON
   */
  decodeJson(json: Uint8Array, upgrade?: (stored: Stored) => Stored): ObjectValue | null {
    const given = parseJson(Buffer.from(json).toString("utf8"), (digits) => this.#numbers.decode(digits) ?? digits);
    return this.#conform(upgrade !== undefined && isRecord(given) ? upgrade(given) : given, nativeNumber);
  }

  encode(value: ObjectValue | null): DynamicValueMessage {
    return { msgpack: toMsgpack(value, this.#numbers) };
  }

  #conform(given: unknown, readNumber: ReadNumber): ObjectValue | null {
    const object = given === null ? null : coerceObject(this.schema, given, readNumber);
    this.onDecoded(object);
    return object;
  }
}

/** A stored document before it was brought to the schema. */
type Stored = Readonly<Record<string, unknown>>;
