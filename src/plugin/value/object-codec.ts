import { isRecord, type Schema } from "../../schema";
import type { DynamicValueMessage } from "../wire/protocol";
import { coerceObject } from "./coerce";
import type { ReadNumber } from "./coerce";
import { parseJson } from "./json";
import { fromMsgpack, toMsgpack } from "./msgpack";
import { nativeNumber, NumberCodec } from "./numbers";
import type { ObjectValue } from "./value";

/** Decodes and encodes the objects of a schema, for one request. */
export class ObjectCodec {
  readonly #numbers = new NumberCodec();

  /** @param onDecoded - Called with every decoded object. */
  constructor(
    readonly schema: Schema,
    private readonly onDecoded: (object: ObjectValue | null) => void = () => undefined,
  ) {}

  /**
   * Null if there is no object, as before a create and after a delete.
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
   * Decodes JSON that may be older than the schema: missing attributes are null, others are dropped.
   *
   * @param upgrade - Upgrades the document first.
   * @throws ConversionError, or SyntaxError if it is not JSON
   */
  decodeJson(json: Uint8Array, upgrade?: (stored: Stored) => Stored): ObjectValue | null {
    const given = this.#parse(json);
    return this.#conform(upgrade !== undefined && isRecord(given) ? upgrade(given) : given, nativeNumber);
  }

  /**
   * Decodes JSON of another schema, and converts it.
   *
   * @param convert - Its result has the types of the schema.
   * @throws SyntaxError if it is not JSON of an object, and what `convert` throws
   */
  convertJson(json: Uint8Array, convert: (stored: Stored) => ObjectValue): ObjectValue {
    const given = this.#parse(json);
    if (!isRecord(given)) throw new SyntaxError("The JSON is not an object.");
    const object = convert(given);
    this.onDecoded(object);
    return object;
  }

  #parse(json: Uint8Array): unknown {
    return parseJson(Buffer.from(json).toString("utf8"), (digits) => this.#numbers.decode(digits) ?? digits);
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

/** A stored state before it is upgraded. */
type Stored = Readonly<Record<string, unknown>>;
