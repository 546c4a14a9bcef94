import {
  type Attribute,
  type Block,
  computed,
  isArray,
  isRecord,
  optional,
  optionalComputed,
  required,
  type Schema,
  type ValueType,
} from "../../src/schema";
import { parseJson } from "../../src/plugin/value/json";
import type { DecodedMessage } from "../../src/plugin/wire/message";
import {
  NESTING,
  type GetProviderSchema,
  type GetResourceIdentitySchemas,
  type Schema as SchemaType,
} from "../../src/plugin/wire/protocol";

/** The schemas of a provider, as Terraform reads them. */
export interface Schemas {
  readonly provider: Schema;
  readonly resources: ReadonlyMap<string, Schema>;
  readonly dataSources: ReadonlyMap<string, Schema>;
  /** Schemas of identities, by the type of the resource; none if identities are not stored. */
  readonly identities: ReadonlyMap<string, Schema>;
}

export function readSchemas(answer: DecodedMessage<(typeof GetProviderSchema)["response"]>): Schemas {
  const all = (schemas: ReadonlyMap<string, SchemaMessage | undefined>): ReadonlyMap<string, Schema> =>
    new Map([...schemas].map(([type, schema]) => [type, readSchema(schema)]));
  return {
    provider: readSchema(answer.provider),
    resources: all(answer.resourceSchemas),
    dataSources: all(answer.dataSourceSchemas),
    identities: new Map(),
  };
}

/** Adds the schemas of identities. */
export function withIdentities(
  schemas: Schemas,
  { identitySchemas }: DecodedMessage<(typeof GetResourceIdentitySchemas)["response"]>,
): Schemas {
  const identities = [...identitySchemas].map(([type, message]): [string, Schema] => {
    const attributes = (message?.identityAttributes ?? []).map((attribute): [string, Attribute] => [
      attribute.name,
      (attribute.requiredForImport ? required : optional)(typeOf(attribute.type), { description: "" }),
    ]);
    return [type, { version: message?.version ?? 0, description: "", attributes: Object.fromEntries(attributes) }];
  });
  return { ...schemas, identities: new Map(identities) };
}

function typeOf(json: Uint8Array): ValueType {
  return readType(parseJson(Buffer.from(json).toString(), Number));
}

type SchemaMessage = DecodedMessage<typeof SchemaType>;

function readSchema(message: SchemaMessage | undefined): Schema {
  const { attributes, blocks } = readBody(message?.block);
  return { version: message?.version ?? 0, description: "", attributes, blocks };
}

interface ReadBody {
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly blocks: Readonly<Record<string, Block>>;
}

function readBody(message: NonNullable<SchemaMessage["block"]> | undefined): ReadBody {
  const attributes = (message?.attributes ?? []).map((attribute): [string, Attribute] => {
    const type = typeOf(attribute.type);
    const { description } = attribute;
    const kind = attribute.required
      ? required
      : attribute.optional
        ? attribute.computed
          ? optionalComputed
          : optional
        : computed;
    return [attribute.name, kind(type, { description })];
  });
  const blocks = (message?.blockTypes ?? []).map(({ typeName, ...nested }): [string, Block] => [
    typeName,
    readBlock(nested),
  ]);
  return { attributes: Object.fromEntries(attributes), blocks: Object.fromEntries(blocks) };
}

type NestedBlock = NonNullable<SchemaMessage["block"]>["blockTypes"][number];

function readBlock({ block, nesting, minItems, maxItems }: Omit<NestedBlock, "typeName">): Block {
  const body = { ...readBody(block), description: block?.description ?? "" };
  const single = nesting === NESTING.single;
  if (single && minItems !== maxItems) throw new Error("The limits of a single block must be equal.");
  return {
    ...body,
    // As the SDK checks before it sends them.
    attributes: body.attributes as Block["attributes"],
    nesting: single ? "single" : nesting === NESTING.list ? "list" : "set",
    minItems,
    maxItems: single ? 1 : maxItems === 0 ? undefined : maxItems,
  };
}

/** Parses a type in Terraform's JSON syntax. */
function readType(json: unknown): ValueType {
  if (json === "string" || json === "number" || json === "bool") return { kind: json };
  if (isArray(json)) {
    const [kind, inner] = json;
    if (kind === "list" || kind === "set" || kind === "map") return { kind, element: readType(inner) };
    if (kind === "object" && isRecord(inner)) {
      return {
        kind,
        fields: Object.fromEntries(Object.entries(inner).map(([name, type]) => [name, readType(type)])),
      };
    }
  }
  throw new Error(`Invalid type in the schema of the provider: ${JSON.stringify(json)}.`);
}
