import { decode, encode, ExtData } from "@msgpack/msgpack";
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

/** Integers are decoded as bigint, doubles as number. */
export function fromMsgpack(bytes: Uint8Array): unknown {
  return decode(bytes, { extensionCodec: unknownAsExtension, useBigInt64: true });
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
