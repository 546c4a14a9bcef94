import { DiagnosticError } from "../diagnostics";
import type { Resource } from "../provider";
import type { Schema, StateOf } from "../../schema";
import type { ObjectCodec } from "../value/object-codec";
import type { ObjectValue } from "../value/value";
import type { ImportResourceState, ReadResource, RequestOf, UpgradeResourceState } from "../wire/protocol";
import { parseState } from "./handler-results";
import { identityOf, importByIdentity } from "./identity-calls";
import { decodePrivateState, partsOf, StoredPrivateState } from "./private-state";
import type { CallHandler, RequestScope } from "./session";

/** Converts the stored JSON to the current schema. Called in every plan, even if the version is the same. */
export const upgradeResourceState: CallHandler<typeof UpgradeResourceState> = (session, request) => {
  const { typeName, version, rawState } = request;
  const find = () => session.resource(typeName);
  return session.handle(`read the stored state of ${typeName}`, find, (scope, resource) => {
    const { codec } = scope;
    const state = upgradedState(codec, resource, version, rawState);
    // Commands that only show the state do not configure the provider.
    if (state !== null && session.isConfigured) resource.stateLoaded?.(state, scope.configuredContext);
    return { upgradedState: codec.encode(state) };
  });
};

type StoredState = RequestOf<typeof UpgradeResourceState>["rawState"];

/** A stored state of the resource, in the current schema. @throws DiagnosticError */
export function upgradedState(
  codec: ObjectCodec,
  resource: Resource,
  version: number,
  rawState: StoredState,
): ObjectValue | null {
  const current = codec.schema.version ?? 0;
  if (version > current) {
    throw DiagnosticError.of(
      "Resource instance managed by newer provider version",
      `The state of ${resource.type} has schema version ${version}, and this version of the provider supports up to ` +
        `${current}. Upgrade the provider to the version that stored the state, or a newer one.`,
    );
  }
  return codec.decodeJson(storedJsonOf(resource.type, rawState), (stored) =>
    version < current && resource.upgrade !== undefined ? resource.upgrade(stored, version) : stored,
  );
}

/** The JSON of a stored state. @throws DiagnosticError if it has none */
export function storedJsonOf(typeName: string, rawState: StoredState): Uint8Array {
  if (rawState !== undefined && rawState.json.length > 0) return rawState.json;
  throw DiagnosticError.of(
    `Cannot read the state of ${typeName}`,
    "The state is not JSON, but in the format of Terraform 0.11 and earlier.",
  );
}

export const readResource: CallHandler<typeof ReadResource> = async (session, request) => {
  const { typeName } = request;
  const find = () => session.resource(typeName);
  const response = await session.handle(`read ${typeName}`, find, async (scope, resource) => {
    const { codec, configuredContext } = scope;
    const current = codec.decode(request.currentState);
    if (current === null) return { newState: codec.encode(null) };
    const stored = new StoredPrivateState(partsOf(decodePrivateState(request.private)).stored);
    const found = await resource.read(current, { ...configuredContext, ...stored.context });
    const state = found === null ? null : parseState(typeName, "read", codec.schema, found);
    return {
      newState: codec.encode(state),
      private: stored.encode(typeName, "read"),
      newIdentity: identityOf(scope, resource, request.currentIdentity, state),
    };
  });
  // After a failed read, the object must not appear to be deleted.
  const { currentState: newState, private: privateState, currentIdentity: newIdentity } = request;
  return { newState, private: privateState, newIdentity, ...response };
};

export const importResourceState: CallHandler<typeof ImportResourceState> = (session, { typeName, id, identity }) => {
  const find = () => session.resource(typeName);
  return session.handle(`import ${typeName}${id === "" ? "" : ` "${id}"`}`, find, async (scope, resource) => {
    const { codec, diagnostics } = scope;
    const stored = new StoredPrivateState(undefined);
    const imported =
      identity === undefined ? importById(scope, resource, id, stored) : importByIdentity(scope, resource, identity);
    const state = parseState(typeName, "import", codec.schema, await imported);
    if (diagnostics.hasErrors) return {};
    const found = {
      typeName,
      state: codec.encode(state),
      private: stored.encode(typeName, "import"),
      identity: identityOf(scope, resource, undefined, state),
    };
    return { importedResources: [found] };
  });
};

function importById(
  scope: RequestScope,
  resource: Resource,
  id: string,
  { context }: StoredPrivateState,
): Promise<StateOf<Schema>> {
  if (resource.import !== undefined) return resource.import(id, { ...scope.configuredContext, ...context });
  throw DiagnosticError.of(
    `${resource.type} cannot be imported`,
    `The provider "${scope.providerName}" does not support import for ${resource.type}.`,
  );
}
