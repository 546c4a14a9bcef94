import {
  bytes,
  count,
  countAlternative,
  flag,
  mapped,
  message,
  nested,
  repeated,
  text,
  textAlternative,
} from "./message";
import type { DecodedMessage, EncodableMessage } from "./message";

/**
 * Terraform's plugin protocol, version 6, as far as this SDK speaks it: the names of its messages and the numbers of
 * their fields. Fields that are not listed are passed over when read, and never sent.
 */

/** A value in one of two encodings; Terraform reads both and writes msgpack. */
export const DynamicValue = message({ msgpack: bytes(1), json: bytes(2) });

const AttributePathStep = message({
  attributeName: textAlternative(1),
  elementKeyString: textAlternative(2),
  elementKeyInt: countAlternative(3),
});
export const AttributePath = message({ steps: repeated(1, AttributePathStep) });

export const Severity = { error: 1, warning: 2 } as const;
export const Diagnostic = message({
  severity: count(1),
  summary: text(2),
  detail: text(3),
  attribute: nested(4, AttributePath),
});

export const MARKDOWN = 1;
const SchemaAttribute = message({
  name: text(1),
  type: bytes(2),
  description: text(3),
  required: flag(4),
  optional: flag(5),
  computed: flag(6),
  sensitive: flag(7),
  descriptionKind: count(8),
  deprecated: flag(9),
});
const SchemaBlock = message({
  version: count(1),
  attributes: repeated(2, SchemaAttribute),
  description: text(4),
  descriptionKind: count(5),
});
export const Schema = message({ version: count(1), block: nested(2, SchemaBlock) });

const ServerCapabilities = message({ planDestroy: flag(1), getProviderSchemaOptional: flag(2) });
/** What Terraform can do, as far as this SDK asks. */
const ClientCapabilities = message({ storePlannedPrivate: flag(3) });
const Empty = message({});
const diagnostics = (number: number) => repeated(number, Diagnostic);
const value = (number: number) => nested(number, DynamicValue);

const TypeName = message({ typeName: text(1) });
export const GetMetadata = {
  request: Empty,
  response: message({
    serverCapabilities: nested(1, ServerCapabilities),
    diagnostics: diagnostics(2),
    dataSources: repeated(3, TypeName),
    resources: repeated(4, TypeName),
  }),
};
export const GetProviderSchema = {
  request: Empty,
  response: message({
    provider: nested(1, Schema),
    resourceSchemas: mapped(2, Schema),
    dataSourceSchemas: mapped(3, Schema),
    diagnostics: diagnostics(4),
    serverCapabilities: nested(6, ServerCapabilities),
  }),
};
export const ValidateProviderConfig = {
  request: message({ config: value(1) }),
  response: message({ diagnostics: diagnostics(2) }),
};
export const ConfigureProvider = {
  request: message({ terraformVersion: text(1), config: value(2) }),
  response: message({ diagnostics: diagnostics(1) }),
};
export const ValidateResourceConfig = {
  request: message({ typeName: text(1), config: value(2) }),
  response: message({ diagnostics: diagnostics(1) }),
};
export const ValidateDataResourceConfig = ValidateResourceConfig;
const RawState = message({ json: bytes(1) });
export const UpgradeResourceState = {
  request: message({ typeName: text(1), version: count(2), rawState: nested(3, RawState) }),
  response: message({ upgradedState: value(1), diagnostics: diagnostics(2) }),
};
export const ReadResource = {
  request: message({ typeName: text(1), currentState: value(2), private: bytes(3) }),
  response: message({ newState: value(1), diagnostics: diagnostics(2), private: bytes(3) }),
};
export const PlanResourceChange = {
  request: message({
    typeName: text(1),
    priorState: value(2),
    proposedNewState: value(3),
    config: value(4),
    priorPrivate: bytes(5),
    clientCapabilities: nested(7, ClientCapabilities),
    plannedPrivate: bytes(9),
  }),
  response: message({
    plannedState: value(1),
    requiresReplace: repeated(2, AttributePath),
    plannedPrivate: bytes(3),
    diagnostics: diagnostics(4),
  }),
};
export const ApplyResourceChange = {
  request: message({
    typeName: text(1),
    priorState: value(2),
    plannedState: value(3),
    config: value(4),
    plannedPrivate: bytes(5),
  }),
  response: message({ newState: value(1), private: bytes(2), diagnostics: diagnostics(3) }),
};
const ImportedResource = message({ typeName: text(1), state: value(2) });
export const ImportResourceState = {
  request: message({ typeName: text(1), id: text(2) }),
  response: message({ importedResources: repeated(1, ImportedResource), diagnostics: diagnostics(2) }),
};
export const ReadDataSource = {
  request: message({ typeName: text(1), config: value(2) }),
  response: message({ state: value(1), diagnostics: diagnostics(2) }),
};
export const StopProvider = { request: Empty, response: message({ error: text(1) }) };

export type RequestOf<P extends { readonly request: unknown }> = DecodedMessage<P["request"]>;
export type ResponseOf<P extends { readonly response: unknown }> = EncodableMessage<P["response"]>;
export type DynamicValueMessage = EncodableMessage<typeof DynamicValue>;
export type DiagnosticMessage = EncodableMessage<typeof Diagnostic>;
export type AttributePathMessage = EncodableMessage<typeof AttributePath>;
export type SchemaMessage = EncodableMessage<typeof Schema>;
