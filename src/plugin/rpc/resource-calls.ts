import { DiagnosticError } from "../diagnostics";
import type { Resource } from "../provider";
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
import { rejectReadOnly } from "./planning";
import type { Session } from "./session";

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
  const response = await session.handle(`read ${typeName}`, schema, async ({ codec, configuredContext }) => {
    const current = codec.decode(request.currentState);
    if (current === null) return { newState: codec.encode(null) };
    const found = await session.resource(typeName).read(current, configuredContext);
    const state = found === null ? null : parseState(typeName, "read", codec.schema, found);
    return { newState: codec.encode(state) };
  });
  // After a failed read, the object must not appear to be deleted.
  return { newState: request.currentState, private: request.private, ...response };
}

export function importResourceState(
  session: Session,
  { typeName, id }: RequestOf<typeof ImportResourceState>,
): Promise<ResponseOf<typeof ImportResourceState>> {
  const schema = () => session.resource(typeName).schema;
  return session.handle(`import ${typeName} "${id}"`, schema, async ({ codec, configuredContext, diagnostics }) => {
    const resource = session.resource(typeName);
    if (resource.import === undefined) {
      throw DiagnosticError.of(
        `${typeName} cannot be imported`,
        `The provider "${session.provider.name}" does not support import for ${typeName}.`,
      );
    }
    const imported = await resource.import(id, configuredContext);
    if (diagnostics.hasErrors) return {};
    const state = parseState(typeName, "import", codec.schema, imported);
    return { importedResources: [{ typeName, state: codec.encode(state) }] };
  });
}
