import {
  documentationOf,
  type Attribute,
  type Body,
  type IdentitySchema,
  type Schema,
  type ValueType,
} from "../../schema";
import { MARKDOWN, NESTING } from "../wire/protocol";
import type { BlockMessage, IdentitySchemaMessage, SchemaMessage } from "../wire/protocol";

/** The owner of the schema. Attributes of a provider and of a list are never computed. */
export type SchemaRole = "provider" | "resource" | "data source" | "list resource";

export function schemaMessage(schema: Schema, role: SchemaRole): SchemaMessage {
  const version = schema.version ?? 0;
  return { version, block: { ...bodyMessage(schema, schema.description, role), version } };
}

function bodyMessage({ attributes, blocks = {} }: Body, description: string, role: SchemaRole): BlockMessage {
  return {
    description,
    descriptionKind: MARKDOWN,
    attributes: Object.entries(attributes).map(([name, attribute]) => ({
      name,
      type: Buffer.from(JSON.stringify(typeJson(attribute.type))),
      description: documentationOf(attribute),
      descriptionKind: MARKDOWN,
      sensitive: attribute.sensitive,
      deprecated: attribute.deprecated,
      ...modeFlags(attribute, role),
    })),
    blockTypes: Object.entries(blocks).map(([typeName, block]) => ({
      typeName,
      block: bodyMessage(block, block.description, role),
      nesting: NESTING[block.nesting],
      minItems: block.minItems,
      // Terraform knows that a single block is one: the limits say whether it has to be there.
      maxItems: block.nesting === "single" ? block.minItems : block.maxItems,
    })),
  };
}

function modeFlags(
  { mode }: Attribute,
  role: SchemaRole,
): { readonly required?: boolean; readonly optional?: boolean; readonly computed?: boolean } {
  switch (mode) {
    case "required":
      return { required: true };
    case "optional":
      return { optional: true };
    // Terraform accepts planned values for unset attributes only if they are computed, too.
    case "defaulted":
    case "optional-computed":
      return { optional: true, computed: role === "resource" || role === "data source" };
    case "computed":
      return { computed: true };
  }
}

/** The schema of an identity. */
export function identitySchemaMessage({ version, attributes }: IdentitySchema): IdentitySchemaMessage {
  return {
    version,
    identityAttributes: Object.entries(attributes).map(([name, attribute]) => ({
      name,
      type: Buffer.from(JSON.stringify(typeJson(attribute.type))),
      requiredForImport: attribute.mode === "required",
      optionalForImport: attribute.mode !== "required",
      description: documentationOf(attribute),
    })),
  };
}

/** A type in Terraform's JSON syntax: `"string"`, `["list","string"]`, `["object",{"name":"string"}]`. */
export function typeJson(type: ValueType): unknown {
  switch (type.kind) {
    case "string":
    case "number":
    case "bool":
      return type.kind;
    case "nullable":
      return typeJson(type.of);
    case "list":
    case "set":
    case "map":
      return [type.kind, typeJson(type.element)];
    case "object":
      return [
        "object",
        Object.fromEntries(Object.entries(type.fields).map(([name, field]) => [name, typeJson(field)])),
      ];
  }
}
