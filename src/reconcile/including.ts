import { BadRequestError, type Client } from "../api";

/** Clients of services that reject includes in reads. */
const withoutInclude = new WeakSet<Client>();

/**
 * Reads with related resources. Older releases reject includes that they do not know; then the read is sent without
 * them.
 */
export async function including<O extends { readonly include?: readonly string[] | undefined }, T>(
  client: Client,
  options: O,
  read: (options: O) => Promise<T>,
): Promise<T> {
  const { include = [] } = options;
  const without = { ...options, include: undefined };
  if (include.length === 0 || withoutInclude.has(client)) return read(without);
  try {
    return await read(options);
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    const result = await read(without);
    withoutInclude.add(client);
    return result;
  }
}
