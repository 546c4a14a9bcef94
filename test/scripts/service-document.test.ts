import { readFileSync } from "node:fs";
import { OpenApiDocument } from "../../scripts/service-document/open-api";

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: object): object => ({ content: { "application/vnd.api+json": { schema } } });

const things = {
  type: "object",
  properties: {
    type: { type: "string", enum: ["things"] },
    attributes: {
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string", description: "Text that must not be taken over." },
        color: { type: "string", enum: ["red", "blue"], nullable: true },
        "created-at": { type: "string", format: "date-time", readOnly: true },
        secret: { type: "string", writeOnly: true, "x-vis": ["tfe"] },
        parts: { type: "array", items: { type: "object", properties: { size: { type: "integer" } } } },
        any: { type: "object", additionalProperties: true },
      },
    },
    relationships: {
      type: "object",
      properties: {
        owner: { properties: { data: { allOf: [reference("users-identifier")], nullable: true } } },
        members: reference("users-has-many"),
        log: { properties: { links: { type: "object" } } },
      },
    },
  },
};

const document = new OpenApiDocument({
  info: { version: "1a2b" },
  paths: {
    "/things/{thing_id}": {
      patch: {
        parameters: [{ in: "path", name: "thing_id", schema: { type: "string" } }],
        requestBody: content({ properties: { data: { ...things, properties: { ...things.properties } } } }),
        responses: { 200: content(reference("things-envelope")), 404: content({}), default: {} },
      },
    },
    "/things": {
      get: {
        parameters: [
          { in: "query", name: "filter[color]", schema: { type: "string" } },
          { $ref: "#/components/parameters/page" },
        ],
        responses: { 200: content({ properties: { data: { type: "array", items: reference("things") } } }) },
      },
      delete: {
        requestBody: content({ properties: { data: { type: "array", items: reference("users-identifier") } } }),
        responses: { 204: {} },
      },
    },
  },
  components: {
    parameters: { page: { in: "query", name: "page[size]", schema: { type: "integer" } } },
    schemas: {
      things,
      "things-envelope": { allOf: [{ properties: { data: reference("things") } }, { properties: { included: {} } }] },
      "users-identifier": { properties: { id: { type: "string" }, type: { enum: ["users"] } } },
      "users-has-many": { properties: { data: { type: "array", items: reference("users-identifier") } } },
    },
  },
});

test("operations are a line each, in the order of their paths", () => {
  expect(document.version).toBe("1a2b");
  expect(document.operations()).toEqual([
    { name: "GET /things", facts: "?filter[color]:string ?page[size]:integer -> 200 [things]" },
    { name: "DELETE /things", facts: "<- [ids(users)] -> 204" },
    { name: "PATCH /things/:thing_id", facts: "<- inline -> 200 things, 404" },
  ]);
});

test("attributes have their types, and objects their members", () => {
  const { things: type, ...inline } = document.types();
  expect(type).toEqual({
    attributes: {
      name: "string required",
      color: "enum(red|blue)?",
      "created-at": "date-time ro",
      secret: "string wo only(tfe)",
      parts: "[object]",
      "parts[].size": "integer",
      any: "map",
    },
    relationships: { owner: "one? users", members: "many users", log: "link" },
  });
  expect(inline).toEqual({ "PATCH /things/:thing_id": type });
});

test("the files in the repository are made of one version, and have no text of the document", () => {
  const [operations, facts] = ["src/emulator/http/service-operations.json", "test/fidelity/service-document.json"].map(
    (file) => JSON.parse(readFileSync(`${__dirname}/../../${file}`, "utf8")) as Record<string, unknown>,
  );
  expect(operations?.["source"]).toBe(facts?.["source"]);
  expect(Object.keys(facts?.["operations"] ?? {})).toEqual(operations?.["operations"]);
  expect(JSON.stringify(facts?.["types"])).not.toMatch(/[a-z] [a-z]+ [a-z]+ [a-z]+ /);
});
