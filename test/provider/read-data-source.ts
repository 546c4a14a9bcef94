import { Client } from "../../src/api";
import { Diagnostics } from "../../src/plugin/diagnostics";
import { ProviderData } from "../../src/provider/provider-data";
import type { Acme } from "../support/acme";

interface Readable {
  readonly schema: { readonly attributes: object };
  read(config: never, context: never): Promise<object>;
}

/**
 * Reads a data source of the organization `acme` with these arguments, the others being null. Directly, because data
 * sources are not in the state of Terraform in process.
 */
export function readDataSource(
  acme: Acme,
  source: Readable,
  config: Readonly<Record<string, unknown>>,
  token = acme.emulator.token,
): Promise<Readonly<Record<string, unknown>>> {
  return readDataSourceWith(new Client({ address: acme.emulator.address, token, env: {} }), source, config);
}

/** As {@link readDataSource}, from any service. */
export async function readDataSourceWith(
  client: Client,
  source: Readable,
  config: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const unset = Object.keys(source.schema.attributes).map((name) => [name, null] as const);
  const diagnostics = new Diagnostics();
  const values = await source.read(
    { ...Object.fromEntries(unset), ...config } as never,
    {
      provider: new ProviderData(client, "acme"),
      signal: new AbortController().signal,
      diagnostics,
    } as never,
  );
  expect(diagnostics.entries).toEqual([]);
  return { ...values };
}
