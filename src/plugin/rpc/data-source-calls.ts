import type { ReadDataSource, RequestOf, ResponseOf, ValidateDataResourceConfig } from "../wire/protocol";
import { rejectReadOnly, withDefaults } from "./planning";
import { parseState } from "./handler-results";
import type { Session } from "./session";

export function validateDataResourceConfig(
  session: Session,
  { typeName, config }: RequestOf<typeof ValidateDataResourceConfig>,
): Promise<ResponseOf<typeof ValidateDataResourceConfig>> {
  const schema = () => session.dataSource(typeName).schema;
  return session.handle(`validate data source ${typeName}`, schema, async ({ codec, context }) => {
    const values = codec.decode(config);
    if (values === null) return {};
    rejectReadOnly(codec.schema, values, context.diagnostics);
    if (!context.diagnostics.hasErrors) await session.dataSource(typeName).validate?.(values, context);
    return {};
  });
}

export function readDataSource(
  session: Session,
  { typeName, config }: RequestOf<typeof ReadDataSource>,
): Promise<ResponseOf<typeof ReadDataSource>> {
  const schema = () => session.dataSource(typeName).schema;
  return session.handle(`read data source ${typeName}`, schema, async (scope) => {
    const { codec, diagnostics } = scope;
    const values = withDefaults(codec.schema, codec.decode(config) ?? {});
    const found = await session.dataSource(typeName).read(values, scope.configuredContext);
    if (diagnostics.hasErrors) return {};
    return { state: codec.encode(parseState(typeName, "read", codec.schema, found)) };
  });
}
