import { DiagnosticError } from "../diagnostics";
import type {
  ImportResourceState,
  ReadResource,
  RequestOf,
  ResponseOf,
  UpgradeResourceState,
  ValidateResourceConfig,
} from "../wire/protocol";
import { rejectReadOnly } from "./read-only";
import { parseState } from "./handler-results";
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

/** Terraform asks at every plan, also when the version is the same: its stored JSON has to meet the present schema. */
export function upgradeResourceState(
  session: Session,
  { typeName, version, rawState }: RequestOf<typeof UpgradeResourceState>,
): Promise<ResponseOf<typeof UpgradeResourceState>> {
  const schema = () => session.resource(typeName).schema;
  return session.handle(`read the stored state of ${typeName}`, schema, (exchange) => {
    const present = exchange.schema.version ?? 0;
    if (version > present) {
      throw DiagnosticError.of(
        `State of ${typeName} is newer than the provider`,
        `It was stored with schema version ${version}; this version of the provider knows up to ${present}. Use the ` +
          "version of the provider that stored it, or a newer one.",
      );
    }
    if (rawState === undefined || rawState.json.length === 0) {
      throw DiagnosticError.of(
        `State of ${typeName} is not JSON`,
        "It was stored by a version of Terraform before 0.12, which no provider of this age can have worked with.",
      );
    }
    const { codec } = exchange;
    const resource = session.resource(typeName);
    const state = codec.decodeJson(rawState.json, (stored) =>
      version < present && resource.upgrade !== undefined ? resource.upgrade(stored, version) : stored,
    );
    // Commands that only look at the state do not configure the provider.
    if (state !== null && session.isConfigured) resource.stateLoaded?.(state, exchange.configuredContext);
    return Promise.resolve({ upgradedState: codec.encode(state) });
  });
}

export async function readResource(
  session: Session,
  request: RequestOf<typeof ReadResource>,
): Promise<ResponseOf<typeof ReadResource>> {
  const { typeName } = request;
  const schema = () => session.resource(typeName).schema;
  const answer = await session.handle(`read ${typeName}`, schema, async ({ codec, configuredContext }) => {
    const current = codec.decode(request.currentState);
    if (current === null) return { newState: codec.encode(null) };
    const found = await session.resource(typeName).read(current, configuredContext);
    const state = found === null ? null : parseState(typeName, "read", codec.schema, found);
    return { newState: codec.encode(state) };
  });
  // Whatever happened, a failed read must not look like an object that is gone.
  return { newState: request.currentState, private: request.private, ...answer };
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
        `The provider "${session.provider.name}" has no way to find an existing ${typeName} by an identifier.`,
      );
    }
    const imported = await resource.import(id, configuredContext);
    if (diagnostics.hasErrors) return {};
    const state = parseState(typeName, "import", codec.schema, imported);
    return { importedResources: [{ typeName, state: codec.encode(state) }] };
  });
}
