import type { EnforcementLevel, RunStage } from "../../model";
import { attachRunTask, findOrCreateRunTask } from "../store/run-tasks";
import type { ControlContext } from "./context";

/** A new run task of an organization. */
export interface CreateRunTaskOptions {
  readonly organization: string;
  readonly name: string;
  /**
   * URL of the run task. The emulator sends requests to it if it is on the loopback interface (see `callRunTasks`).
   * @default one derived from the name, to which no request is ever sent
   */
  readonly url?: string | undefined;
  /** Key that signs the requests to a new run task. @default none: the signature is empty */
  readonly hmacKey?: string | undefined;
}

/** The association of a run task with a workspace. */
export interface AttachRunTaskOptions {
  readonly workspaceId: string;
  readonly taskId: string;
  /** @default ["post_plan"] */
  readonly stages?: readonly RunStage[] | undefined;
  /** @default "mandatory" */
  readonly enforcementLevel?: EnforcementLevel | undefined;
}

/** Run tasks of organizations and workspaces, changed out of band. */
export class RunTaskControl {
  readonly #context: ControlContext;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /** Creates a run task in an organization; if the name is taken, returns the existing one. */
  create({ organization, name, url, hmacKey }: CreateRunTaskOptions): { readonly id: string } {
    const { store, commit } = this.#context;
    const { id } = findOrCreateRunTask(store, this.#context.organization(organization), name, url, hmacKey);
    commit();
    return { id };
  }

  /** Attaches a run task to a workspace: each new run of the workspace has a result of the task in each stage. */
  attach(options: AttachRunTaskOptions): { readonly id: string } {
    const { store, commit } = this.#context;
    const task = this.#context.runTask(options.taskId);
    const workspace = this.#context.workspace(options.workspaceId);
    const { stages = ["post_plan"], enforcementLevel = "mandatory" } = options;
    const { id } = attachRunTask(store, workspace, task, stages, enforcementLevel);
    commit();
    return { id };
  }
}
