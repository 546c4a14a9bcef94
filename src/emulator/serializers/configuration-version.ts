import type { ConfigurationVersionRecord } from "../store/records";
import type { Resource } from "./resource";

/**
 * A configuration version. Without version control it has no ingress attributes.
 *
 * @param uploadUrl only in the response to its creation
 */
export function configurationVersionResource(version: ConfigurationVersionRecord, uploadUrl?: string): Resource {
  const self = `/api/v2/configuration-versions/${version.id}`;
  return {
    id: version.id,
    type: "configuration-versions",
    attributes: {
      "auto-queue-runs": version.autoQueueRuns,
      error: null,
      "error-message": null,
      provisional: version.provisional,
      source: "tfe-api",
      speculative: version.speculative,
      status: version.status,
      "status-timestamps": version.statusTimestamps,
      "changed-files": [],
      ...(uploadUrl === undefined ? {} : { "upload-url": uploadUrl }),
    },
    relationships: { "ingress-attributes": { data: null } },
    links: { self },
  };
}
