import type { Client } from "../../../src/api";

/** What the resources of the stand-in are given. */
export interface Tfe {
  readonly client: Client;
  /** That of the provider; empty if it has none. */
  readonly organization: string;
}

/** A document of the service. The client of this package does not read all of it, and does not write workspaces. */
export async function request(method: string, path: string, data?: object): Promise<Document | undefined> {
  const response = await fetch(`${process.env["TFE_ADDRESS"] ?? ""}/api/v2/${path}`, {
    method,
    headers: { authorization: `Bearer ${process.env["TFE_TOKEN"] ?? ""}`, "content-type": "application/vnd.api+json" },
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
  });
  if (response.status === 404 && method === "GET") return undefined;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : ((await response.json()) as { readonly data: Document }).data;
}

export interface Document {
  readonly id: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a stand-in reads what the emulator sends
  readonly attributes: Readonly<Record<string, any>>;
  readonly relationships: Readonly<Record<string, { readonly data: { readonly id: string } | null }>>;
}
