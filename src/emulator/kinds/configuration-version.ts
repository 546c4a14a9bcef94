import { boolean, oneOf, optional, record, string } from "../decode";
import { attribute } from "../engine/attribute";
import { newSecret } from "../engine/id";
import type { Kind, RecordOf, Store } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { toOne } from "../engine/relation";
import { memberOf } from "../engine/table";
import { OUT_OF_BAND } from "./user";

const CONFIGURATION_STATUSES = ["pending", "uploaded", "archived"] as const;

const given = (initial: boolean) => attribute(boolean, { initial, writable: "create" });

const definition = shape({
  type: "configuration-versions",
  label: "Configuration version",
  prefix: "cv-",
  parameter: "configurationVersion",
  parent: "workspace",
  attributes: {
    /** Whether the upload queues a run. */
    autoQueueRuns: given(true),
    /** Whether its runs are plan-only. */
    speculative: given(false),
    /** Whether it becomes the current version only once a run has applied it. */
    provisional: given(false),
    status: attribute(oneOf(CONFIGURATION_STATUSES), { initial: "pending", writable: "never" }),
    statusTimestamps: attribute(record(string), { initial: {}, writable: "never" }),
  },
  relations: { workspace: toOne("workspaces", { hidden: true }) },
  members: {
    /** The secret in the upload URL. */
    uploadKey: string,
    createdBy: string,
    /** Whether a run has applied it. */
    applied: optional(boolean),
  },
});

export type ConfigurationVersionRecord = RecordOf<typeof definition>;

const UPLOAD = "/configuration-versions/upload";
/** The operation of an upload, without a token. */
export const UPLOAD_PATH = `${UPLOAD}/:uploadKey`;

/**
 * Configuration versions: clients create one before they create a run. Their content is not kept. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/configuration-versions
 */
export const configurationVersions: Kind<ConfigurationVersionRecord> = kind(definition, {
  access: { read: "read", create: "plan" },
  items: ["/configuration-versions/:configurationVersion"],
  collection: "/workspaces/:workspace/configuration-versions",
  // Newest first, as the service lists them.
  list: { order: "-creation" },
  computed: {
    error: { constant: null },
    errorMessage: { constant: null },
    source: { constant: "tfe-api" },
    changedFiles: { constant: [] },
    /** Only the response to the creation has the address, which is a secret. */
    uploadUrl: {
      value: ({ address }, { uploadKey }, view) =>
        view === "create" ? new URL(`/api/v2${UPLOAD}/${uploadKey}`, address).href : undefined,
    },
  },
  related: { ingressAttributes: { constant: { data: null } } },
  includesNothing: ["ingress-attributes"],
  includesNotEmulated: ["run"],
  read: (_resource, _scope, { principal }) => ({
    change: { uploadKey: newSecret(), createdBy: principal?.account().username ?? OUT_OF_BAND },
    problems: [],
  }),
  indexes: {
    uploadKey: { keys: ({ uploadKey }) => uploadKey },
    /** The version that runs of a workspace use by default comes last. */
    current: {
      keys: ({ provisional, applied, workspaceId }) => (provisional && applied !== true ? undefined : workspaceId),
    },
  },
});

/** The newest configuration version of a workspace; a provisional one counts once a run has applied it. */
export function currentConfigurationVersion(store: Store, workspaceId: string): ConfigurationVersionRecord | undefined {
  return store.table(configurationVersions).index("current", workspaceId).last;
}

/** Whether a run that has not completed uses the version. */
export function isInUse(store: Store, { id, workspaceId }: ConfigurationVersionRecord): boolean {
  const underway = store.of("runs").index("underway", workspaceId).all();
  return underway.some((run) => memberOf(run, "configurationVersionId") === id);
}

/** Marks it as uploaded or archived. */
export function setConfigurationStatus(
  store: Store,
  version: ConfigurationVersionRecord,
  status: "uploaded" | "archived",
): ConfigurationVersionRecord {
  // The service's key for the end of an upload.
  const key = status === "uploaded" ? "finished-at" : "archived-at";
  const statusTimestamps = { ...version.statusTimestamps, [key]: store.clock.statusTimestamp() };
  return store.table(configurationVersions).put({ ...version, status, statusTimestamps });
}
