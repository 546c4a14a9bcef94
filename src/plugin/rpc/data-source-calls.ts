import { isFullyKnown } from "../../schema";
import type { ReadDataSource } from "../wire/protocol";
import { withDefaults } from "./planning";
import { parseState } from "./handler-results";
import type { CallHandler } from "./session";

export const readDataSource: CallHandler<typeof ReadDataSource> = (session, { typeName, config }) => {
  const find = () => session.dataSource(typeName);
  return session.handle(`read data source ${typeName}`, find, async (scope, dataSource) => {
    const { codec, diagnostics } = scope;
    const values = withDefaults(codec.schema, codec.decode(config) ?? {});
    if (!Object.values(values).every(isFullyKnown)) throw new Error("The configuration is not known yet.");
    const found = await dataSource.read(values, scope.configuredContext);
    if (diagnostics.hasErrors) return {};
    return { state: codec.encode(parseState(typeName, "read", codec.schema, found)) };
  });
};
