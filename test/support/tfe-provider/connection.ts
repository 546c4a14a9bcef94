import type { Client } from "../../../src/api";

/** What the resources of the stand-in are given. */
export interface Tfe {
  readonly client: Client;
  readonly organization: string;
}
