import type { Context, Store } from "../engine/kind";
import type { Resource } from "../engine/resource";
import type { BaseRecord } from "../engine/table";
import { memberOf } from "../engine/table";
import { settingOf } from "../engine/write";
import { RESOURCE } from "./plan";

/**
 * The state version of a workspace: the emulator keeps no states, and the last applied run stands for its version.
 */
export function currentStateVersion({ store, address }: Context, workspaceId: string): readonly Resource[] {
  const applied = store.of("runs").index("applied", workspaceId);
  const run = applied.last;
  if (run === undefined) return [];
  const id = run.id.replace(/^run-/, "sv-");
  const self = `/api/v2/state-versions/${id}`;
  return [
    {
      id,
      type: "state-versions",
      attributes: {
        serial: applied.size,
        "created-at": appliedAt(run),
        status: "finalized",
        "hosted-state-download-url": new URL(`${self}/download`, address).href,
        ...NOT_KEPT,
        resources: Array<object>(resourceCount(store, workspaceId)).fill({
          ...STATE_RESOURCE,
          count: 1,
          module: "root",
        }),
      },
      relationships: {
        run: { data: { id: run.id, type: "runs" } },
        workspace: { data: { id: workspaceId, type: "workspaces" } },
        outputs: { data: [] },
      },
      links: { self },
    },
  ];
}

/** Whether a workspace has a state version. */
export function hasState(store: Store, workspaceId: string): boolean {
  return store.of("runs").index("applied", workspaceId).size > 0;
}

/**
 * The resources of a workspace: one since a run was applied, none since one was that destroys. The emulator reads no
 * configuration (our choice: undocumented).
 */
export function resourceCount(store: Store, workspaceId: string): 0 | 1 {
  const runs = store.kind("runs");
  const applied = store.of("runs").index("applied", workspaceId).all();
  const last = applied.findLast((run) => settingOf(runs, run, "refreshOnly") !== true);
  return last === undefined || memberOf(last, "isDestroy") === true ? 0 : 1;
}

/** The state after a run, as `terraform state pull` shows it. */
export function stateOf(store: Store, run: BaseRecord): object {
  const workspaceId = String(memberOf(run, "workspaceId"));
  const attributes = { id: run.id, input: null, output: null, triggers_replace: null };
  const instances = [{ schema_version: 0, attributes, sensitive_attributes: [] }];
  return {
    version: 4,
    terraform_version: "1.0.0",
    serial: store.of("runs").index("applied", workspaceId).size,
    lineage: workspaceId,
    outputs: {},
    resources: Array<object>(resourceCount(store, workspaceId)).fill({
      mode: "managed",
      ...STATE_RESOURCE,
      instances,
    }),
  };
}

/** The resource, with its provider as states have it. */
const STATE_RESOURCE = { ...RESOURCE, provider: `provider["${RESOURCE.provider}"]` };

function appliedAt(run: object): string | null {
  const timestamps = memberOf(run, "statusTimestamps");
  const time = typeof timestamps === "object" && timestamps !== null ? memberOf(timestamps, "applied-at") : undefined;
  return typeof time === "string" ? new Date(time).toISOString() : null;
}

/** What only the content of a state says. */
const NOT_KEPT = {
  size: 0,
  modules: {},
  providers: {},
  "resources-processed": true,
  "state-version": 4,
  "terraform-version": null,
  "vcs-commit-url": null,
  "vcs-commit-sha": null,
  intermediate: false,
  "billable-rum-count": 0,
};
