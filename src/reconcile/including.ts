import { BadRequestError, type Client } from "../api";

/** Collections whose reads include related resources. */
type Collection = "projects" | "workspaces";

/** Clients of services that reject includes in reads of a collection. */
const withoutInclude: Readonly<Record<Collection, WeakSet<Client>>> = {
  projects: new WeakSet(),
  workspaces: new WeakSet(),
};

/**
 * Reads with related resources. Older releases reject unknown includes; the read is then sent without them.
 */
export async function including<O extends { readonly include?: readonly string[] | undefined }, T>(
  client: Client,
  collection: Collection,
  options: O,
  read: (options: O) => Promise<T>,
): Promise<T> {
  const { include = [] } = options;
  const without = { ...options, include: undefined };
  if (include.length === 0 || withoutInclude[collection].has(client)) return read(without);
  try {
    return await read(options);
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    const result = await read(without);
    withoutInclude[collection].add(client);
    return result;
  }
}
