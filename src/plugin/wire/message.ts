import { Reader, Writer } from "protobufjs/minimal";

/**
 * A field of a protobuf message. `D` is its decoded type and `E` its encodable type: every field is decoded, and fields
 * with the default value are not encoded.
 */
export interface Field<D = unknown, E = D> {
  readonly number: number;
  readonly wireType: typeof VARINT | typeof LENGTH_DELIMITED;
  /** The value of a field that was not sent. */
  readonly defaultValue: D;
  write(writer: Writer, value: E): void;
  /** @param before - The value so far, which repeated fields extend. */
  read(reader: Reader, before: D): D;
}

type Fields = Readonly<Record<string, Field>>;

/** A decoded message, with every field. */
export type Decoded<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer D, unknown> ? D : never;
};
/** A message to encode. Omitted fields are not sent. */
export type Encodable<F extends Fields> = {
  readonly [K in keyof F]?: (F[K] extends Field<unknown, infer E> ? E : never) | undefined;
};

/** A message type. Types and wire format come from the same table of fields. */
export interface MessageType<D = unknown, E = unknown> {
  encode(value: E): Buffer;
  decode(bytes: Uint8Array): D;
  write(writer: Writer, value: E): void;
  read(reader: Reader, end: number): D;
}

export type DecodedMessage<M> = M extends MessageType<infer D> ? D : never;
export type EncodableMessage<M> = M extends MessageType<unknown, infer E> ? E : never;

/** Wire types of protobuf; the protocols need only these two. */
const VARINT = 0;
const LENGTH_DELIMITED = 2;

export function message<F extends Fields>(fields: F): MessageType<Decoded<F>, Encodable<F>> {
  const named = Object.entries<Field>(fields);
  const byNumber = new Map(named.map(([name, field]) => [field.number, { name, field }]));

  const type: MessageType<Decoded<F>, Encodable<F>> = {
    encode(value) {
      const writer = Writer.create();
      type.write(writer, value);
      return Buffer.from(writer.finish());
    },
    decode(bytes) {
      const reader = Reader.create(bytes);
      return type.read(reader, reader.len);
    },
    write(writer, value) {
      const given: Readonly<Record<string, unknown>> = value;
      for (const [name, field] of named) {
        if (given[name] !== undefined) field.write(writer, given[name]);
      }
    },
    read(reader, end) {
      const result: Record<string, unknown> = {};
      for (const [name, field] of named) result[name] = field.defaultValue;
      while (reader.pos < end) {
        const tag = reader.uint32();
        const wireType = tag & 7;
        const known = byNumber.get(tag >>> 3);
        // Unknown fields, of newer versions of the protocol, are skipped.
        if (known?.field.wireType !== wireType) reader.skipType(wireType);
        else result[known.name] = known.field.read(reader, result[known.name]);
      }
      if (!isComplete(fields, result)) throw new Error("A protobuf message was read without all of its fields.");
      return result;
    },
  };
  return type;
}

/** A message type that contains itself: it is looked up when a message is read or written. */
export function recursive<D, E>(type: () => MessageType<D, E>): MessageType<D, E> {
  return {
    encode: (value) => type().encode(value),
    decode: (bytes) => type().decode(bytes),
    write: (writer, value) => type().write(writer, value),
    read: (reader, end) => type().read(reader, end),
  };
}

function isComplete<F extends Fields>(fields: F, value: object): value is Decoded<F> {
  return Object.keys(fields).every((name) => Object.hasOwn(value, name));
}

export function string(number: number): Field<string> {
  return {
    number,
    wireType: LENGTH_DELIMITED,
    defaultValue: "",
    write: (writer, value) => {
      if (value !== "") writer.uint32(tag(number, LENGTH_DELIMITED)).string(value);
    },
    read: (reader) => reader.string(),
  };
}

export function bytes(number: number): Field<Uint8Array> {
  return {
    number,
    wireType: LENGTH_DELIMITED,
    defaultValue: new Uint8Array(),
    write: (writer, value) => {
      if (value.length > 0) writer.uint32(tag(number, LENGTH_DELIMITED)).bytes(value);
    },
    read: (reader) => reader.bytes(),
  };
}

export function bool(number: number): Field<boolean> {
  return {
    number,
    wireType: VARINT,
    defaultValue: false,
    write: (writer, value) => {
      if (value) writer.uint32(tag(number, VARINT)).bool(true);
    },
    read: (reader) => reader.bool(),
  };
}

/** Integers of any protobuf type, also int64: versions and indexes are below 2^31. */
export function uint32(number: number): Field<number> {
  return {
    number,
    wireType: VARINT,
    defaultValue: 0,
    write: (writer, value) => {
      if (value !== 0) writer.uint32(tag(number, VARINT)).uint32(value);
    },
    read: (reader) => reader.uint32(),
  };
}

/** An integer in a `oneof`: sent even if it is 0, because its presence selects the alternative. */
export function oneofUint32(number: number): Field<number | undefined> {
  return {
    ...uint32(number),
    defaultValue: undefined,
    write: (writer, value) => {
      if (value !== undefined) writer.uint32(tag(number, VARINT)).uint32(value);
    },
  };
}

/** A string in a `oneof`: sent even if it is empty. */
export function oneofString(number: number): Field<string | undefined> {
  return {
    ...string(number),
    defaultValue: undefined,
    write: (writer, value) => {
      if (value !== undefined) writer.uint32(tag(number, LENGTH_DELIMITED)).string(value);
    },
  };
}

export function nested<D, E>(number: number, type: MessageType<D, E>): Field<D | undefined, E> {
  return {
    number,
    wireType: LENGTH_DELIMITED,
    defaultValue: undefined,
    write: (writer, value) => {
      writer.uint32(tag(number, LENGTH_DELIMITED)).fork();
      type.write(writer, value);
      writer.ldelim();
    },
    read: (reader) => readNested(reader, type),
  };
}

export function repeated<D, E>(number: number, type: MessageType<D, E>): Field<readonly D[], readonly E[]> {
  const one = nested(number, type);
  return {
    number,
    wireType: LENGTH_DELIMITED,
    defaultValue: [],
    write: (writer, values) => {
      for (const value of values) one.write(writer, value);
    },
    read: (reader, before) => [...before, readNested(reader, type)],
  };
}

/** A protobuf map from strings to messages. */
export function mapOf<D, E>(
  number: number,
  type: MessageType<D, E>,
): Field<ReadonlyMap<string, D | undefined>, ReadonlyMap<string, E>> {
  const entryType = message({ key: string(1), value: nested(2, type) });
  const entry = nested(number, entryType);
  return {
    number,
    wireType: LENGTH_DELIMITED,
    defaultValue: new Map(),
    write: (writer, values) => {
      for (const [key, value] of values) entry.write(writer, { key, value });
    },
    read: (reader, before) => {
      const { key, value } = readNested(reader, entryType);
      return new Map([...before, [key, value]]);
    },
  };
}

function readNested<D, E>(reader: Reader, type: MessageType<D, E>): D {
  const length = reader.uint32();
  return type.read(reader, reader.pos + length);
}

function tag(number: number, wireType: number): number {
  return (number << 3) | wireType;
}
