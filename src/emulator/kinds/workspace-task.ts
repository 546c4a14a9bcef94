import { ENFORCEMENT_LEVELS, idPrefix, RUN_STAGES } from "../../model";
import { arrayOrString, oneOf, string } from "../decode";
import { managedWith } from "../engine/access";
import { attribute } from "../engine/attribute";
import type { Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { outOfBand } from "../engine/out-of-band";
import { toOne } from "../engine/relation";

/** At least one stage. Older clients send one `stage`, newer ones `stages`. */
const stages = arrayOrString(oneOf(RUN_STAGES));

const definition = shape({
  type: "workspace-tasks",
  label: "Workspace run task",
  prefix: idPrefix("workspaceTask"),
  parameter: "workspaceTask",
  parent: "workspace",
  attributes: {
    enforcementLevel: attribute(oneOf(ENFORCEMENT_LEVELS)),
    stages: attribute(stages, {
      initial: ["post_plan"],
      aliases: ["stage"],
      check: (given) => (given.length === 0 ? [`Stages must be one of ${RUN_STAGES.join(", ")}`] : []),
    }),
    createdAt: attribute(string, { stamp: "created", documented: false }),
    updatedAt: attribute(string, { stamp: "updated", documented: false }),
  },
  relations: {
    task: toOne("tasks", { writable: "create", onDelete: "cascade", isNotFound: true }),
    workspace: toOne("workspaces"),
  },
});

export type WorkspaceTaskRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "workspaces",
  path: "/workspace-tasks",
  summary:
    "Attaches a run task to a workspace, or changes how: each new run of the workspace has a result of the task in " +
    'each stage. By default, `stages` is `["post_plan"]` and `enforcementLevel` is `mandatory`.',
  example: ({ task, workspace }) => ({
    taskId: task,
    workspaceId: workspace,
    stages: ["pre_plan", "post_plan"],
    enforcementLevel: "advisory",
  }),
  defaults: { enforcementLevel: () => "mandatory" },
  partOf: ["task"],
  pair: {
    with: "workspace",
    short: "enforcementLevel",
    set: "attach",
    unset: "detach",
    unsetSummary: "Detaches a run task from a workspace, if it is attached.",
  },
});

/** Run tasks that are attached to workspaces: new runs have a result of the task in each stage. */
export const workspaceTasks: Kind<WorkspaceTaskRecord, typeof made> = kind(definition, {
  access: managedWith("attach-run-tasks", "read"),
  items: ["/workspaces/:workspace/tasks/:workspaceTask"],
  collection: "/workspaces/:workspace/tasks",
  outOfBand: made,
  list: {},
  lists: [{ path: "/tasks/:task/relationships/workspace-tasks" }],
  computed: {
    // Deprecated in favor of `stages`; clients still read it.
    stage: { value: (_, it) => it.stages[0] ?? null },
  },
});
