import { Client } from "../../src/api";
import type { EmulatorOptions } from "../../src/emulator";
import { Emulator } from "../../src/emulator";

/** The client and the emulator, with real HTTP between them. */
export interface ClientAndEmulator {
  readonly emulator: Emulator;
  /** With the token that owns everything. */
  readonly client: Client;
  /** A client with another token. */
  clientWith(token: string): Client;
  stop(): Promise<void>;
}

/** What the contract holds with: tests run with each, unless they are about one of them. */
export const DOCUMENTS = ["documented", "full"] as const;

export async function startClientAndEmulator(options?: EmulatorOptions): Promise<ClientAndEmulator> {
  const emulator = await Emulator.start(options);
  const clients: Client[] = [];
  const as = (token: string): Client => {
    const client = new Client({ address: emulator.address, token, env: {} });
    clients.push(client);
    return client;
  };
  return {
    emulator,
    client: as(emulator.token),
    clientWith: as,
    stop: async () => {
      for (const client of clients) client.close();
      await emulator.stop();
    },
  };
}

/** All that an iterator gives. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
