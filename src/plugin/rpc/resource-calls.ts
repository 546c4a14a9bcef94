import { DiagnosticError } from "../diagnostics";
import type { Resource } from "../provider";
import type { Schema, StateOf } from "../../schema";
import type { ObjectCodec } from "../value/object-codec";
import type { ObjectValue } from "../value/value";
import type {
  ImportResourceState,
  ReadResource,
  RequestOf,
  ResponseOf,
  UpgradeResourceState,
  ValidateResourceConfig,
} from "../wire/protocol";
import { parseState } from "./handler-results";
import { identityOf, importByIdentity } from "./identity-calls";
import { rejectReadOnly } from "./planning";
import type { RequestScope, Session } from "./session";

export function validateResourceConfig(
  session: Session,
  { typeName, config }: RequestOf<typeof ValidateResourceConfig>,
): Promise<ResponseOf<typeof ValidateResourceConfig>> {
  const schema = () => session.resource(typeName).schema;
  return session.handle(`validate ${typeName}`, schema, async ({ codec, context }) => {
    const values = codec.decode(config);
    if (values === null) return {};
    rejectReadOnly(codec.schema, values, context.diagnostics);
    if (!context.diagnostics.hasErrors) await session.resource(typeName).validate?.(values, context);
    return {};
  });
}

/** Called at every plan, also if the version is the same: the stored JSON is brought to the current schema. */
export function upgradeResourceState(
  session: Session,
  { typeName, version, rawState }: RequestOf<typeof UpgradeResourceState>,
): Promise<ResponseOf<typeof UpgradeResourceState>> {
  const schema = () => session.resource(typeName).schema;
  return session.handle(`read the stored state of ${typeName}`, schema, (scope) => {
    const { codec } = scope;
    const resource = session.resource(typeName);
    const state = upgradedState(codec, resource, version, rawState);
    // Commands that only show the state do not configure the provider.
    if (state !== null && session.isConfigured) resource.stateLoaded?.(state, scope.configuredContext);
    return Promise.resolve({ upgradedState: codec.encode(state) });
  });
}

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

export async function readResource(
  session: Session,
  request: RequestOf<typeof ReadResource>,
): Promise<ResponseOf<typeof ReadResource>> {
  const { typeName } = request;
  const schema = () => session.resource(typeName).schema;
  const response = await session.handle(`read ${typeName}`, schema, async (scope) => {
    const { codec, configuredContext } = scope;
    const current = codec.decode(request.currentState);
    if (current === null) return { newState: codec.encode(null) };
    const resource = session.resource(typeName);
    const found = await resource.read(current, configuredContext);
    const state = found === null ? null : parseState(typeName, "read", codec.schema, found);
    return { newState: codec.encode(state), newIdentity: identityOf(scope, resource, request.currentIdentity, state) };
  });
  // After a failed read, the object must not appear to be deleted.
  const { currentState: newState, private: privateState, currentIdentity: newIdentity } = request;
  return { newState, private: privateState, newIdentity, ...response };
}

export function importResourceState(
  session: Session,
  { typeName, id, identity }: RequestOf<typeof ImportResourceState>,
): Promise<ResponseOf<typeof ImportResourceState>> {
  const schema = () => session.resource(typeName).schema;
  return session.handle(`import ${typeName}${id === "" ? "" : ` "${id}"`}`, schema, async (scope) => {
    const { codec, diagnostics } = scope;
    const resource = session.resource(typeName);
    const imported =
      identity === undefined ? importById(scope, resource, id) : importByIdentity(scope, resource, identity);
    const state = parseState(typeName, "import", codec.schema, await imported);
    if (diagnostics.hasErrors) return {};
    const found = { typeName, state: codec.encode(state), identity: identityOf(scope, resource, undefined, state) };
    return { importedResources: [found] };
  });
}

function importById(scope: RequestScope, resource: Resource, id: string): Promise<StateOf<Schema>> {
  if (resource.import !== undefined) return resource.import(id, scope.configuredContext);
  throw DiagnosticError.of(
    `${resource.type} cannot be imported`,
    `The provider "${scope.providerName}" does not support import for ${resource.type}.`,
  );
}
