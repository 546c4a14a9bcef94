import type { DataSource, Provider, Resource } from "../provider";
import type { ObjectValue } from "../value/value";
import type {
  ValidateDataResourceConfig,
  ValidateListResourceConfig,
  ValidateProviderConfig,
  ValidateResourceConfig,
} from "../wire/protocol";
import { rejectReadOnly, withDefaults } from "./planning";
import type { CallHandler, RequestScope } from "./session";

export const validateProviderConfig: CallHandler<typeof ValidateProviderConfig> = (session, request) => {
  const { provider } = session;
  const find = () => provider;
  return session.handle(`validate the configuration of provider ${provider.name}`, find, (scope) =>
    validate(scope, provider, scope.codec.decode(request.config)),
  );
};

export const validateResourceConfig: CallHandler<typeof ValidateResourceConfig> = (session, { typeName, config }) =>
  session.handle(
    `validate ${typeName}`,
    () => session.resource(typeName),
    (scope, resource) => validate(scope, resource, scope.codec.decode(config)),
  );

export const validateDataResourceConfig: CallHandler<typeof ValidateDataResourceConfig> = (session, request) =>
  session.handle(
    `validate data source ${request.typeName}`,
    () => session.dataSource(request.typeName),
    (scope, dataSource) => validate(scope, dataSource, scope.codec.decode(request.config)),
  );

export const validateListResourceConfig: CallHandler<typeof ValidateListResourceConfig> = (session, request) =>
  session.handle(
    `validate list resource ${request.typeName}`,
    () => session.listResource(request.typeName),
    // Without a `config` block there is no object.
    (scope, list) => validate(scope, list, scope.codec.decode(request.config) ?? withDefaults(scope.schema, {})),
  );

async function validate(
  { schema, context, diagnostics }: RequestScope,
  block: Pick<Provider | Resource | DataSource, "validate">,
  config: ObjectValue | null,
): Promise<object> {
  if (config === null) return {};
  rejectReadOnly(schema, config, diagnostics);
  if (!diagnostics.hasErrors) await block.validate?.(config, context);
  return {};
}
