import { decode, encode, ExtData, type DecoderOptions } from "@msgpack/msgpack";
import { isArray, isKnown, isRecord, UNKNOWN } from "../../schema";
import type { NumberCodec } from "./numbers";
import type { Value } from "./value";

/**
 * Terraform encodes an unknown value as an extension: type 0, or type 12 with refinements ("starts with …", "is not
 * null"). Every extension is decoded as unknown.
 */
const unknownAsExtension = {
  tryToEncode: (value: unknown): ExtData | null => (isKnown(value) ? null : new ExtData(0, new Uint8Array(1))),
  decode: (): unknown => UNKNOWN,
};

/**
 * The library refuses the key `__proto__`, which a map of Terraform, such as one of tags, may have. So each key gets a
 * mark while the library decodes it, which is removed when the maps are copied.
 */
const MARK = "=";
const markedKeys: DecoderOptions["keyDecoder"] = {
  canBeCached: () => true,
  decode: ({ buffer, byteOffset }, offset, length) =>
    `${MARK}${Buffer.from(buffer, byteOffset + offset, length).toString("utf8")}`,
};

/** Integers are decoded as bigint, doubles as number. */
export function fromMsgpack(bytes: Uint8Array): unknown {
  const options = { extensionCodec: unknownAsExtension, useBigInt64: true, keyDecoder: markedKeys };
  return withoutMarks(decode(bytes, options));
}

function withoutMarks(value: unknown): unknown {
  if (isArray(value)) return value.map(withoutMarks);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key.slice(MARK.length), withoutMarks(part)]));
}

export function toMsgpack(value: Value, numbers: NumberCodec): Uint8Array {
  return encode(encodeNumbers(value, numbers), { extensionCodec: unknownAsExtension });
}

function encodeNumbers(value: unknown, numbers: NumberCodec): unknown {
  if (typeof value === "number" || typeof value === "bigint") return numbers.encode(value);
  if (isArray(value)) return value.map((element) => encodeNumbers(element, numbers));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, encodeNumbers(part, numbers)]));
}
