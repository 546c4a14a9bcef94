import type { Client } from "../../src/api";
import type { Session } from "../../src/engine/session";

/** A session of the engine that knows one client, and neither folder nor environment. */
export function sessionOf(client: Client): Session {
  return { connect: () => client, context: { env: {}, cwd: undefined }, host: { notify: () => undefined } };
}
