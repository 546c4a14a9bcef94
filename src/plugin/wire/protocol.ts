import {
  bytes,
  uint32,
  oneofUint32,
  bool,
  mapOf,
  message,
  nested,
  recursive,
  repeated,
  string,
  oneofString,
} from "./message";
import type { Decoded, DecodedMessage, Encodable, EncodableMessage, MessageType } from "./message";

/**
 * The messages that this SDK uses of Terraform's plugin protocol, version 6, and of go-plugin. Other fields are skipped
 * when read, and never sent.
 *
 * @see https://developer.hashicorp.com/terraform/plugin/terraform-plugin-protocol
 */

/** A value in one of two encodings. Terraform reads both and writes msgpack. */
const DynamicValue = message({ msgpack: bytes(1), json: bytes(2) });

const AttributePathStep = message({
  attributeName: oneofString(1),
  elementKeyString: oneofString(2),
  elementKeyInt: oneofUint32(3),
});
export const AttributePath = message({ steps: repeated(1, AttributePathStep) });

export const Severity = { error: 1, warning: 2 } as const;
export const Diagnostic = message({
  severity: uint32(1),
  summary: string(2),
  detail: string(3),
  attribute: nested(4, AttributePath),
});

export const MARKDOWN = 1;
const SchemaAttribute = message({
  name: string(1),
  type: bytes(2),
  description: string(3),
  required: bool(4),
  optional: bool(5),
  computed: bool(6),
  sensitive: bool(7),
  descriptionKind: uint32(8),
  deprecated: bool(9),
});
const BLOCK_FIELDS = {
  version: uint32(1),
  attributes: repeated(2, SchemaAttribute),
  description: string(4),
  descriptionKind: uint32(5),
};
export const NESTING = { single: 1, list: 2, set: 3 } as const;
const NESTED_BLOCK_FIELDS = { typeName: string(1), nesting: uint32(3), minItems: uint32(4), maxItems: uint32(5) };

// Blocks contain blocks, so the types of the two messages cannot be inferred.
interface DecodedBlock extends Decoded<typeof BLOCK_FIELDS> {
  readonly blockTypes: readonly DecodedNestedBlock[];
}
interface DecodedNestedBlock extends Decoded<typeof NESTED_BLOCK_FIELDS> {
  readonly block: DecodedBlock | undefined;
}
export interface BlockMessage extends Encodable<typeof BLOCK_FIELDS> {
  readonly blockTypes?: readonly NestedBlockMessage[] | undefined;
}
interface NestedBlockMessage extends Encodable<typeof NESTED_BLOCK_FIELDS> {
  readonly block?: BlockMessage | undefined;
}
const SchemaBlock: MessageType<DecodedBlock, BlockMessage> = message({
  ...BLOCK_FIELDS,
  blockTypes: repeated(
    3,
    recursive(() => SchemaNestedBlock),
  ),
});
const SchemaNestedBlock: MessageType<DecodedNestedBlock, NestedBlockMessage> = message({
  ...NESTED_BLOCK_FIELDS,
  block: nested(2, SchemaBlock),
});
export const Schema = message({ version: uint32(1), block: nested(2, SchemaBlock) });

const ServerCapabilities = message({
  planDestroy: bool(1),
  getProviderSchemaOptional: bool(2),
  moveResourceState: bool(3),
});
const ClientCapabilities = message({ storePlannedPrivate: bool(3) });
/** The attributes that permanently identify a resource: protocol 6.9, Terraform 1.12. */
const ResourceIdentityData = message({ identityData: nested(1, DynamicValue) });
const identity = (number: number) => nested(number, ResourceIdentityData);
const Empty = message({});
const diagnostics = (number: number) => repeated(number, Diagnostic);
const value = (number: number) => nested(number, DynamicValue);

const TypeName = message({ typeName: string(1) });
export const GetMetadata = {
  request: Empty,
  response: message({
    serverCapabilities: nested(1, ServerCapabilities),
    diagnostics: diagnostics(2),
    dataSources: repeated(3, TypeName),
    resources: repeated(4, TypeName),
    listResources: repeated(7, TypeName),
  }),
};
export const GetProviderSchema = {
  request: Empty,
  response: message({
    provider: nested(1, Schema),
    resourceSchemas: mapOf(2, Schema),
    dataSourceSchemas: mapOf(3, Schema),
    diagnostics: diagnostics(4),
    serverCapabilities: nested(6, ServerCapabilities),
    listResourceSchemas: mapOf(9, Schema),
  }),
};
/** The provider has no functions; OpenTofu requests them when code calls one. */
export const GetFunctions = { request: Empty, response: message({ diagnostics: diagnostics(2) }) };
const IdentityAttribute = message({
  name: string(1),
  type: bytes(2),
  requiredForImport: bool(3),
  optionalForImport: bool(4),
  description: string(5),
});
const IdentitySchema = message({ version: uint32(1), identityAttributes: repeated(2, IdentityAttribute) });
export const GetResourceIdentitySchemas = {
  request: Empty,
  response: message({ identitySchemas: mapOf(1, IdentitySchema), diagnostics: diagnostics(2) }),
};
export const ValidateProviderConfig = {
  request: message({ config: value(1) }),
  response: message({ diagnostics: diagnostics(2) }),
};
export const ConfigureProvider = {
  request: message({ terraformVersion: string(1), config: value(2) }),
  response: message({ diagnostics: diagnostics(1) }),
};
export const ValidateResourceConfig = {
  request: message({ typeName: string(1), config: value(2) }),
  response: message({ diagnostics: diagnostics(1) }),
};
export const ValidateDataResourceConfig = ValidateResourceConfig;
const RawState = message({ json: bytes(1) });
export const UpgradeResourceState = {
  request: message({ typeName: string(1), version: uint32(2), rawState: nested(3, RawState) }),
  response: message({ upgradedState: value(1), diagnostics: diagnostics(2) }),
};
export const UpgradeResourceIdentity = {
  request: message({ typeName: string(1), version: uint32(2), rawIdentity: nested(3, RawState) }),
  response: message({ upgradedIdentity: identity(1), diagnostics: diagnostics(2) }),
};
export const ReadResource = {
  request: message({ typeName: string(1), currentState: value(2), private: bytes(3), currentIdentity: identity(6) }),
  response: message({
    newState: value(1),
    diagnostics: diagnostics(2),
    private: bytes(3),
    newIdentity: identity(5),
  }),
};
export const PlanResourceChange = {
  request: message({
    typeName: string(1),
    priorState: value(2),
    proposedNewState: value(3),
    config: value(4),
    priorPrivate: bytes(5),
    clientCapabilities: nested(7, ClientCapabilities),
    priorIdentity: identity(8),
    plannedPrivate: bytes(9),
  }),
  response: message({
    plannedState: value(1),
    requiresReplace: repeated(2, AttributePath),
    plannedPrivate: bytes(3),
    diagnostics: diagnostics(4),
    plannedIdentity: identity(7),
  }),
};
export const ApplyResourceChange = {
  request: message({
    typeName: string(1),
    priorState: value(2),
    plannedState: value(3),
    config: value(4),
    plannedPrivate: bytes(5),
    plannedIdentity: identity(7),
  }),
  response: message({
    newState: value(1),
    private: bytes(2),
    diagnostics: diagnostics(3),
    newIdentity: identity(5),
  }),
};
const ImportedResource = message({ typeName: string(1), state: value(2), private: bytes(3), identity: identity(4) });
export const ImportResourceState = {
  request: message({ typeName: string(1), id: string(2), identity: identity(4) }),
  response: message({ importedResources: repeated(1, ImportedResource), diagnostics: diagnostics(2) }),
};
export const MoveResourceState = {
  request: message({
    sourceProviderAddress: string(1),
    sourceTypeName: string(2),
    sourceSchemaVersion: uint32(3),
    sourceState: nested(4, RawState),
    targetTypeName: string(5),
    sourcePrivate: bytes(6),
    sourceIdentity: nested(7, RawState),
    sourceIdentitySchemaVersion: uint32(8),
  }),
  response: message({
    targetState: value(1),
    diagnostics: diagnostics(2),
    targetPrivate: bytes(3),
    targetIdentity: identity(4),
  }),
};
export const ReadDataSource = {
  request: message({ typeName: string(1), config: value(2) }),
  response: message({ state: value(1), diagnostics: diagnostics(2) }),
};
export const ValidateListResourceConfig = ValidateResourceConfig;
/** The response is a stream of events: protocol 6.10, Terraform 1.14. */
export const ListResource = {
  request: message({ typeName: string(1), config: value(2), includeResourceObject: bool(3), limit: uint32(4) }),
  response: message({
    identity: identity(1),
    displayName: string(2),
    resourceObject: value(3),
    diagnostics: diagnostics(4),
  }),
};
export const StopProvider = { request: Empty, response: message({ error: string(1) }) };

/** go-plugin: shuts down the process. */
export const Shutdown = { request: Empty, response: Empty };
/** The health check of gRPC. */
export const HealthCheck = { request: message({ service: string(1) }), response: message({ status: uint32(1) }) };
export const SERVING = 1;

export type RequestOf<P extends { readonly request: unknown }> = DecodedMessage<P["request"]>;
export type ResponseOf<P extends { readonly response: unknown }> = EncodableMessage<P["response"]>;
export type DynamicValueMessage = EncodableMessage<typeof DynamicValue>;
export type IdentityMessage = EncodableMessage<typeof ResourceIdentityData>;
export type DiagnosticMessage = EncodableMessage<typeof Diagnostic>;
export type AttributePathMessage = EncodableMessage<typeof AttributePath>;
export type IdentitySchemaMessage = EncodableMessage<typeof IdentitySchema>;
export type SchemaMessage = EncodableMessage<typeof Schema>;
