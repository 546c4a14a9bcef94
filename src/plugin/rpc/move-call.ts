import { DiagnosticError } from "../diagnostics";
import type { MoveSource, Provider, Resource } from "../provider";
import type { Schema } from "../../schema";
import type { ObjectValue } from "../value/value";
import type { MoveResourceState, RequestOf } from "../wire/protocol";
import { parseState } from "./handler-results";
import { upgradedIdentity } from "./identity-calls";
import { storedJsonOf, upgradedState } from "./resource-calls";
import type { CallHandler, RequestScope } from "./session";

type Request = RequestOf<typeof MoveResourceState>;

/**
 * Moves an object of another type or provider to a resource by converting its state. Terraform calls this if the type
 * or the provider changes, in an unconfigured launch; OpenTofu before 1.12 does so for each `moved` block.
 */
export const moveResourceState: CallHandler<typeof MoveResourceState> = (session, request) => {
  const { sourceTypeName, targetTypeName } = request;
  const find = () => session.resource(targetTypeName);
  return session.handle(`move ${sourceTypeName} to ${targetTypeName}`, find, (scope, resource) => {
    const isOwn = isOwnObject(session.provider, request);
    const state = isOwn
      ? upgradedState(scope.codec, resource, request.sourceSchemaVersion, request.sourceState)
      : foreignState(scope, session.provider, resource, request);
    if (state !== null && session.isConfigured) resource.stateLoaded?.(state, scope.configuredContext);
    // Private data of another provider means nothing to this one; the next read adds an identity.
    const targetPrivate = isOwn ? request.sourcePrivate : undefined;
    const targetIdentity = isOwn ? movedIdentity(resource, request) : undefined;
    return { targetState: scope.codec.encode(state), targetPrivate, targetIdentity };
  });
};

/** Whether this provider, under any address, stored the object for the same resource. */
function isOwnObject({ name }: Provider, { sourceProviderAddress, sourceTypeName, targetTypeName }: Request): boolean {
  return sourceTypeName === targetTypeName && nameOf(sourceProviderAddress) === name;
}

/** The stored identity of an object of the resource itself, if it has one. */
function movedIdentity(resource: Resource, { sourceIdentity, sourceIdentitySchemaVersion: version }: Request) {
  const { identity } = resource;
  if (identity === undefined || sourceIdentity === undefined || sourceIdentity.json.length === 0) return undefined;
  return upgradedIdentity(resource.type, identity, version, sourceIdentity);
}

function foreignState({ codec }: RequestScope, provider: Provider, resource: Resource, request: Request): ObjectValue {
  const { sourceTypeName, sourceProviderAddress, sourceSchemaVersion: version } = request;
  const sources = resource.movableFrom ?? [];
  const source = sources.find(
    ({ type, providers }) =>
      type === sourceTypeName && (has(providers, sourceProviderAddress) || isMistakenForOwn(provider, request)),
  );
  if (source === undefined) throw notMovable(provider, resource, request);
  if (!source.schemaVersions.includes(version)) {
    throw DiagnosticError.of(
      cannotMove(request),
      `The state of ${sourceTypeName} has schema version ${version}, and this version of the provider ` +
        `"${provider.name}" (${provider.version}) can move ${versions(source)}. A newer version of it may move the ` +
        `object; otherwise ${OTHER_WAY}`,
    );
  }
  return codec.convertJson(storedJsonOf(sourceTypeName, request.sourceState), (stored) =>
    parseState(resource.type, "move", codec.schema, source.move(stored)),
  );
}

/**
 * Whether the address is this provider's, although it has no such type. OpenTofu 1.12 sometimes passes the address of
 * the target when several instances of a resource move.
 */
function isMistakenForOwn({ name, resources }: Provider, { sourceProviderAddress, sourceTypeName }: Request): boolean {
  return nameOf(sourceProviderAddress) === name && resources.every(({ type }) => type !== sourceTypeName);
}

function has(providers: readonly string[], address: string): boolean {
  return address.includes("/") ? providers.includes(address) : providers.some((one) => nameOf(one) === address);
}

/** `null` of `registry.terraform.io/hashicorp/null`, and of `null`. */
function nameOf(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}

function notMovable(provider: Provider, resource: Resource, request: Request): DiagnosticError {
  const { sourceTypeName, sourceProviderAddress } = request;
  const sources = (resource.movableFrom ?? []).map(({ type, providers }) => `${type} of ${providers.join(" or ")}`);
  const own = `${resource.type} of this provider`;
  return DiagnosticError.of(
    cannotMove(request),
    `A \`moved\` block moves an object of type ${sourceTypeName} of the provider ${sourceProviderAddress}. The ` +
      `provider "${provider.name}" ${provider.version} can move objects to ${resource.type} only from ` +
      `${[...sources, own].join(", or ")}. If both types represent the same kind of object, ${OTHER_WAY} ` +
      "Otherwise correct the addresses in the `moved` block.",
  );
}

const OTHER_WAY =
  "remove the `moved` block, remove the object from the state with a `removed` block " +
  "(`lifecycle { destroy = false }`), and import it to the new address with an `import` block.";

function cannotMove({ sourceTypeName, targetTypeName }: Request): string {
  return `Cannot move ${sourceTypeName} to ${targetTypeName}`;
}

function versions({ schemaVersions }: MoveSource<Schema>): string {
  return `schema ${schemaVersions.length === 1 ? "version" : "versions"} ${schemaVersions.join(", ")}`;
}
