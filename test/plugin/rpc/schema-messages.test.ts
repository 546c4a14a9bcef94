import {
  computed,
  defaulted,
  list,
  map,
  nullable,
  number,
  object,
  optional,
  optionalComputed,
  required,
  set,
  sensitive,
  string,
} from "../../../src/plugin";
import { identitySchemaMessage, schemaMessage, typeJson } from "../../../src/plugin/rpc/schema-messages";
import type { DecodedMessage } from "../../../src/plugin/wire/message";
import { NESTING, Schema } from "../../../src/plugin/wire/protocol";
import { routeSchema } from "../sample-provider/route";

type DecodedBlock = NonNullable<DecodedMessage<typeof Schema>["block"]>;

const about = { description: "**Text**" };
const schema = {
  version: 3,
  description: "All.",
  attributes: {
    a: sensitive(required(string, about)),
    b: optional(string, { ...about, deprecated: true }),
    c: defaulted(string, { ...about, default: "x" }),
    d: optionalComputed(string, about),
    e: computed(string, about),
  },
};

describe("schemas", () => {
  it("have types in Terraform's JSON syntax", () => {
    const type = object({ l: list(set(number)), m: nullable(map(string)) });
    expect(typeJson(type)).toEqual(["object", { l: ["list", ["set", "number"]], m: ["map", "string"] }]);
  });

  it("say which attributes are required, optional and computed", () => {
    expect(schemaMessage(schema, "resource")).toMatchObject({
      version: 3,
      block: {
        version: 3,
        description: "All.",
        attributes: [
          { name: "a", required: true, sensitive: true, description: "**Text**", descriptionKind: 1 },
          { name: "b", optional: true, deprecated: true },
          { name: "c", optional: true, computed: true },
          { name: "d", optional: true, computed: true },
          { name: "e", computed: true },
        ],
      },
    });
  });

  it("have blocks in blocks, with what Terraform checks of their number", () => {
    const sent = Schema.encode(schemaMessage(routeSchema, "resource"));
    const tree = (block: DecodedBlock | undefined): object =>
      Object.fromEntries(
        (block?.blockTypes ?? []).map(({ typeName, nesting, minItems, maxItems, block: inner }) => [
          typeName,
          [nesting, minItems, maxItems, inner?.attributes.map(({ name }) => name), tree(inner)],
        ]),
      );
    expect(tree(Schema.decode(sent).block)).toEqual({
      rule: [
        NESTING.list,
        1,
        3,
        ["target", "names", "tags", "weight"],
        {
          limits: [NESTING.single, 0, 0, ["max"], { window: [NESTING.list, 0, 0, ["days"], {}] }],
          team: [NESTING.set, 0, 0, ["name", "admin"], { note: [NESTING.set, 0, 0, ["text"], {}] }],
        },
      ],
      settings: [NESTING.single, 0, 0, ["mode"], { extra: [NESTING.set, 0, 2, ["key"], {}] }],
      only: [NESTING.single, 1, 1, ["value"], {}],
    });
    expect(schemaMessage(routeSchema, "resource").block?.blockTypes?.[0]).toMatchObject({
      block: {
        description: "In order.",
        descriptionKind: 1,
        attributes: [
          { name: "target", required: true, description: "No blanks.", descriptionKind: 1 },
          { name: "names", optional: true, type: Buffer.from('["set","string"]') },
          { name: "tags" },
          { name: "weight" },
        ],
      },
    });
  });

  it("say which attributes of an identity an import needs", () => {
    const { a, b } = schema.attributes;
    expect(identitySchemaMessage({ version: 1, description: "", attributes: { a, b } })).toMatchObject({
      version: 1,
      identityAttributes: [
        { name: "a", requiredForImport: true, optionalForImport: false, description: "**Text**" },
        { name: "b", requiredForImport: false, optionalForImport: true },
      ],
    });
  });

  it("have no computed attributes for a provider's configuration", () => {
    const flags = schemaMessage(schema, "provider").block?.attributes?.map(({ computed }) => computed ?? false);
    expect(flags?.slice(0, 4)).toEqual([false, false, false, false]);
  });
});
