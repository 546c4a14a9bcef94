import type { Store } from "../../engine/kind";
import { outOfBand } from "../../engine/out-of-band";
import type { ExecutionMode } from "../execution";
import { organizations } from "../organization";
import { defaultProjectOf } from "../project";
import { TAGS_OPTION } from "../tag-binding";
import { workspaceExecution } from "./inherited";
import { tagsOf } from "./name-tags";
import type { WorkspaceRecord } from "./shape";
import { workspaceShape } from "./shape";

/** How seeds and the control API have workspaces. */
export const givenWorkspaces = outOfBand(workspaceShape, {
  name: "workspaces",
  path: "/workspaces",
  summary:
    "Creates a workspace, in the default project if `projectId` is omitted. `tags` is an object of keys and values; " +
    "`null` is a tag without a value.",
  example: ({ organization, project }) => ({
    organization,
    name: "created-out-of-band",
    projectId: project,
    tags: { team: "payments", shared: null },
  }),
  short: "name",
  attributes: ["name"],
  settings: [],
  documentOptions: {
    /** All key-value tags, at most 10; null or an empty object clears them. A tag without a value has null. */
    tags: TAGS_OPTION,
  },
  derived: {
    projectId: (_: Store, { projectId }: WorkspaceRecord): string => projectId,
    /** The execution mode that applies, own or inherited. */
    executionMode: (store: Store, workspace: WorkspaceRecord): ExecutionMode =>
      workspaceExecution(store, workspace).mode,
    /** Whether a user has locked it. */
    locked: (_: Store, { lock }: WorkspaceRecord): boolean => lock !== undefined,
    /** Its tags without values, sorted. */
    tagNames: (store: Store, workspace: WorkspaceRecord): readonly string[] =>
      tagsOf(store, workspace)
        .map(({ name }) => name)
        .sort(),
  },
  partOf: ["project"],
  defaultOwner: (store, organizationId) => defaultProjectOf(store, store.table(organizations).expect(organizationId)),
});
