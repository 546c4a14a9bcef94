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
