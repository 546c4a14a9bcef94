import type { StateVersion } from "../runs/state-versions";
import type { Resource } from "./resource";
import { identifier } from "./resource";

/** A state version. Its content cannot be downloaded: the emulator keeps no states. */
export function stateVersionResource({ id, serial, run }: StateVersion, origin: string): Resource {
  const self = `/api/v2/state-versions/${id}`;
  const appliedAt = run.statusTimestamps["applied-at"];
  return {
    id,
    type: "state-versions",
    attributes: {
      serial,
      "created-at": new Date(appliedAt ?? run.createdAt).toISOString(),
      status: "finalized",
      "hosted-state-download-url": `${origin}${self}/download`,
    },
    relationships: { run: { data: identifier("runs", run.id) } },
    links: { self },
  };
}
