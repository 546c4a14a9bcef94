import { ENFORCEMENT_LEVELS, RUN_STAGES } from "../../model";
import { arrayOf, objectOf, oneOf, optional, string } from "../decode";
import { ControlError } from "../errors";
import { newRunTask, runTasks } from "../kinds/run-task";
import { workspaces } from "../kinds/workspace";
import { workspaceTasks } from "../kinds/workspace-task";
import type { AttachRunTaskOptions, CreateRunTaskOptions } from "./emulator-control";
import { decoded, operation } from "./operation";

/** Run tasks of organizations and workspaces, changed out of band. */
export const runTaskOperations = {
  create: operation({
    method: "POST",
    path: "/run-tasks",
    summary: "Creates a run task in an organization, to attach it to workspaces. Returns its ID.",
    example: ({ organization }) => ({
      organization,
      name: "license-check",
      url: "https://run-tasks.example.com/licenses",
    }),
    parameters: decoded(
      objectOf<CreateRunTaskOptions>()({
        organization: string,
        name: string,
        url: optional(string),
        hmacKey: optional(string),
      }),
      (it) => [it],
    ),
    run: (context, { organization, name, url, hmacKey }: CreateRunTaskOptions): { readonly id: string } => {
      const parent = context.organization(organization);
      const { id } = context.create(`runTasks.create(${name})`, runTasks, newRunTask(parent.id, name, url, hmacKey), {
        organizationId: parent.id,
        parent,
      });
      return { id };
    },
  }),
  attach: operation({
    method: "POST",
    path: "/workspaces/:workspace/run-tasks",
    summary:
      'Attaches a run task to a workspace. By default `stages` is `["post_plan"]` and ' +
      "`enforcementLevel` is `mandatory`.",
    example: ({ runTask }) => ({ taskId: runTask, stages: ["pre_plan", "post_plan"], enforcementLevel: "advisory" }),
    parameters: decoded(
      objectOf<Omit<AttachRunTaskOptions, "workspaceId">>()({
        taskId: string,
        stages: optional(arrayOf(oneOf(RUN_STAGES))),
        enforcementLevel: optional(oneOf(ENFORCEMENT_LEVELS)),
      }),
      (attached, workspaceId) => [{ ...attached, workspaceId }],
    ),
    run: (context, options: AttachRunTaskOptions): { readonly id: string } => {
      const task = context.find(runTasks, options.taskId);
      const workspace = context.find(workspaces, options.workspaceId);
      if (task.organizationId !== workspace.organizationId) {
        throw new ControlError(`Run task ${task.id} and workspace ${workspace.id} are in different organizations.`);
      }
      const { stages, enforcementLevel = "mandatory" } = options;
      const attached = { taskId: task.id, workspaceId: workspace.id, stages, enforcementLevel };
      const scope = { organizationId: workspace.organizationId, parent: workspace };
      const { id } = context.create(`runTasks.attach(${task.id})`, workspaceTasks, attached, scope);
      return { id };
    },
  }),
};
