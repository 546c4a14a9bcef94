import protobuf from "protobufjs/light";
import * as wire from "../../../src/plugin/wire/message";
import { AttributePath, GetProviderSchema } from "../../../src/plugin/wire/protocol";

const Part = wire.message({ name: wire.string(1) });
const Sample = wire.message({
  text: wire.string(1),
  bytes: wire.bytes(2),
  flag: wire.bool(3),
  count: wire.uint32(4),
  part: wire.nested(5, Part),
  parts: wire.repeated(16, Part),
  map: wire.mapOf(200, Part),
});

/** The same message in the words of an independent implementation. */
const root = protobuf.Root.fromJSON({
  nested: {
    Part: { fields: { name: { id: 1, type: "string" } } },
    Sample: {
      fields: {
        text: { id: 1, type: "string" },
        bytes: { id: 2, type: "bytes" },
        flag: { id: 3, type: "bool" },
        count: { id: 4, type: "int64" },
        part: { id: 5, type: "Part" },
        parts: { id: 16, type: "Part", rule: "repeated" },
        map: { id: 200, type: "Part", keyType: "string" } as protobuf.IMapField,
        newer: { id: 300, type: "fixed64" },
      },
    },
  },
});
const reference = root.lookupType("Sample");

const full = {
  text: "ünï",
  bytes: Buffer.from([0, 255]),
  flag: true,
  count: 300,
  part: { name: "one" },
  parts: [{ name: "" }, { name: "two" }],
};

describe("protobuf messages", () => {
  it("are encoded as the reference decodes them", () => {
    const read = reference.toObject(
      reference.decode(Sample.encode({ ...full, map: new Map([["key", { name: "x" }]]) })),
      {
        longs: Number,
      },
    );
    expect(read).toMatchObject({ ...full, parts: [{}, { name: "two" }], map: { key: { name: "x" } } });
  });

  it("are decoded as the reference encodes them, without unknown fields", () => {
    const bytes = reference.encode(reference.fromObject({ ...full, map: { key: { name: "x" } }, newer: 7 })).finish();
    expect(Sample.decode(bytes)).toEqual({ ...full, map: new Map([["key", { name: "x" }]]) });
  });

  it("omit default values, and decode them", () => {
    expect(Sample.encode({ text: "", bytes: new Uint8Array(), flag: false, count: 0, parts: [] })).toHaveLength(0);
    expect(Sample.decode(new Uint8Array())).toEqual({
      text: "",
      bytes: new Uint8Array(),
      flag: false,
      count: 0,
      part: undefined,
      parts: [],
      map: new Map(),
    });
  });

  it("encode alternatives of a oneof with their default value", () => {
    const path = { steps: [{ attributeName: "list" }, { elementKeyInt: 0 }, { elementKeyString: "" }] };
    expect(AttributePath.decode(AttributePath.encode(path)).steps).toEqual([
      { attributeName: "list", elementKeyString: undefined, elementKeyInt: undefined },
      { attributeName: undefined, elementKeyString: undefined, elementKeyInt: 0 },
      { attributeName: undefined, elementKeyString: "", elementKeyInt: undefined },
    ]);
  });

  it("reject truncated messages", () => {
    const bytes = GetProviderSchema.response.encode({ provider: { block: { description: "text" } } });
    expect(() => GetProviderSchema.response.decode(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
  });
});
