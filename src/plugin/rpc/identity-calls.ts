import { DiagnosticError } from "../diagnostics";
import type { Resource, ResourceIdentity } from "../provider";
import type { Schema, StateOf } from "../../schema";
import { ObjectCodec } from "../value/object-codec";
import type { ObjectValue } from "../value/value";
import type {
  GetResourceIdentitySchemas,
  IdentityMessage,
  RequestOf,
  ResponseOf,
  UpgradeResourceIdentity,
} from "../wire/protocol";
import { parseState } from "./handler-results";
import { identitySchemaMessage } from "./schema-messages";
import { NO_SCHEMA, type CallHandler, type RequestScope, type Session } from "./session";

/*
 * An identity never changes while its object exists, so a stored identity is returned unchanged. States stored before
 * identities existed have none; the next read or change of the object adds it.
 */

export function getResourceIdentitySchemas({ provider }: Session): ResponseOf<typeof GetResourceIdentitySchemas> {
  const schemas = provider.resources.flatMap(({ type, identity }) =>
    identity === undefined ? [] : [[type, identitySchemaMessage(identity.schema)] as const],
  );
  return { identitySchemas: new Map(schemas) };
}

export const upgradeResourceIdentity: CallHandler<typeof UpgradeResourceIdentity> = (session, request) => {
  const { typeName, version, rawIdentity } = request;
  const find = (): ResourceIdentity<Schema> => {
    const { identity } = session.resource(typeName);
    if (identity === undefined) throw noIdentity(typeName, session.provider.name);
    return identity;
  };
  return session.handle(`read the stored identity of ${typeName}`, find, (_, identity) => ({
    upgradedIdentity: upgradedIdentity(typeName, identity, version, rawIdentity),
  }));
};

/** A stored identity in the current schema. @throws DiagnosticError */
export function upgradedIdentity(
  typeName: string,
  identity: ResourceIdentity<Schema>,
  version: number,
  stored: RequestOf<typeof UpgradeResourceIdentity>["rawIdentity"],
): IdentityMessage {
  const current = identity.schema.version ?? 0;
  if (version > current) {
    throw DiagnosticError.of(
      "Resource identity managed by newer provider version",
      `The identity of ${typeName} has version ${version}, and this version of the provider supports up to ` +
        `${current}. Upgrade the provider to the version that stored the identity, or a newer one.`,
    );
  }
  const codec = new ObjectCodec(identity.schema);
  const upgraded = codec.decodeJson(stored?.json ?? Buffer.from("null"), (given) =>
    version < current && identity.upgrade !== undefined ? identity.upgrade(given, version) : given,
  );
  return { identityData: codec.encode(upgraded) };
}

/**
 * The identity of an object: the stored one, or a new one if none is stored or an attribute of it is missing. Undefined
 * without an object, and if the resource has no identity.
 */
export function identityOf(
  { configuredContext }: Pick<RequestScope, "configuredContext">,
  resource: Resource,
  stored: IdentityMessage | undefined,
  state: ObjectValue | null,
): IdentityMessage | undefined {
  const { identity } = resource;
  if (identity === undefined || state === null) return undefined;
  const known = stored === undefined ? null : decodeIdentity(resource, stored);
  if (known !== null && Object.values(known).every((value) => value !== null)) return stored;
  return encodeIdentity(resource, identity.of(state, configuredContext));
}

/** An identity from a handler. @throws DiagnosticError if it does not have the types of the schema */
export function encodeIdentity({ type, identity }: Resource, values: StateOf<Schema>): IdentityMessage {
  const schema = identity?.schema ?? NO_SCHEMA;
  return { identityData: new ObjectCodec(schema).encode(parseState(type, "identity", schema, values)) };
}

/** Null if the message has none. @throws ConversionError */
function decodeIdentity({ identity }: Resource, { identityData }: IdentityMessage): ObjectValue | null {
  return identity === undefined ? null : new ObjectCodec(identity.schema).decode(identityData);
}

/** @throws DiagnosticError if the resource has no identity */
export function importByIdentity(
  scope: RequestScope,
  resource: Resource,
  message: IdentityMessage,
): Promise<StateOf<Schema>> {
  const given = decodeIdentity(resource, message);
  if (resource.identity === undefined || given === null) throw noIdentity(resource.type, scope.providerName);
  return resource.identity.import(given, scope.configuredContext);
}

function noIdentity(typeName: string, provider: string): DiagnosticError {
  return DiagnosticError.of(
    `${typeName} has no identity`,
    `The provider "${provider}" does not identify objects of type ${typeName}. Use \`id\` in the \`import\` block ` +
      "instead of `identity`.",
  );
}
