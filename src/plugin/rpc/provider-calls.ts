import type { Schema } from "../../schema";
import type { ConfigureProvider, GetFunctions, GetMetadata, GetProviderSchema, ResponseOf } from "../wire/protocol";
import { schemaMessage, type SchemaRole } from "./schema-messages";
import type { CallHandler, Session } from "./session";

/** The provider plans deletions, does not need the schema call in each launch, and can move objects. */
const serverCapabilities = { planDestroy: true, getProviderSchemaOptional: true, moveResourceState: true };

export function getMetadata({ provider }: Session): ResponseOf<typeof GetMetadata> {
  const typeName = ({ type }: { readonly type: string }) => ({ typeName: type });
  return {
    serverCapabilities,
    resources: provider.resources.map(typeName),
    dataSources: provider.dataSources.map(typeName),
    listResources: (provider.listResources ?? []).map(typeName),
  };
}

/** Without this call, OpenTofu reports a provider bug when code calls an unknown function. */
export function getFunctions(): ResponseOf<typeof GetFunctions> {
  return {};
}

export function getProviderSchema({ provider }: Session): ResponseOf<typeof GetProviderSchema> {
  const entry = (role: SchemaRole) => (item: { readonly type: string; readonly schema: Schema }) =>
    [item.type, schemaMessage(item.schema, role)] as const;
  return {
    serverCapabilities,
    provider: schemaMessage(provider.schema, "provider"),
    resourceSchemas: new Map(provider.resources.map(entry("resource"))),
    dataSourceSchemas: new Map(provider.dataSources.map(entry("data source"))),
    listResourceSchemas: new Map((provider.listResources ?? []).map(entry("list resource"))),
  };
}

export const configureProvider: CallHandler<typeof ConfigureProvider> = (session, request) => {
  const { provider } = session;
  return session.handle(
    `configure provider ${provider.name}`,
    () => provider,
    async ({ codec, context }) => {
      const config = codec.decode(request.config) ?? {};
      const { terraformVersion } = request;
      session.setProviderData(await provider.configure(config, { ...context, terraformVersion }));
      return {};
    },
  );
};
