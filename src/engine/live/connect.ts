import { Client, type ClientOptions } from "../../api";
import type { DesiredOrganization } from "../organization";
import { organizationKey, type Tokens } from "../tokens";

/** Makes the client of an organization. */
export type Connect = (organization: DesiredOrganization) => Client;

/** What connecting to organizations takes, besides what their code and the environment say. */
export interface Access {
  /** Those of the code. @default those of the environment */
  readonly tokens: Tokens;
  /** The address of organizations whose code has none. @default that of the environment */
  readonly address?: string | undefined;
}

/** @param options - Of all clients. */
export function connectWith({ tokens, address: fallback }: Access, options: ClientOptions): Connect {
  return (organization) => {
    const { address, hostname, requestsPerSecond } = organization.connection ?? {};
    return new Client({
      address: address ?? (hostname ? undefined : fallback),
      hostname: hostname ?? undefined,
      token: tokens.get(organizationKey(organization)),
      requestsPerSecond: requestsPerSecond ?? undefined,
      ...options,
    });
  };
}
