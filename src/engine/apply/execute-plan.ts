import type { Workspace } from "../../model";
import { countsAsGone } from "../../reconcile/absence";
import { isOutcomeUnknown } from "../../reconcile/errors";
import { BlockedPlanError } from "../plan/blocked-plan-error";
import { moveWorkspaces } from "../../reconcile/membership";
import { projectKey, projectOf, type Action } from "../plan/action";
import type { Plan } from "../plan/comparison";
import { deleteProject, ensureProject } from "../../reconcile/project";
import { quote } from "../../reconcile/text";
import type { OrganizationView } from "../../reconcile/view";

/** How an action ended. */
export type Outcome =
  | {
      readonly kind: "done";
      /** Of the project that was created. */
      readonly createdId?: string;
      /** What to know about it: a project that was not found counts as deleted. */
      readonly warning?: string;
    }
  | { readonly kind: "failed"; readonly error: unknown }
  /** A dependency was not done, or the apply was interrupted. */
  | { readonly kind: "skipped" };

/** An action starts, or has ended. */
export interface ActionEvent {
  readonly kind: "action";
  readonly action: Action;
  /** The action's position in the plan. */
  readonly position: number;
  readonly outcome: Outcome | "started";
}

export interface ExecuteOptions {
  /**
   * Called when an action starts, before its request, and when it has ended; awaited each time. Once it has thrown, no
   * further action is started, and those in progress are completed.
   */
  readonly onEvent?: ((event: ActionEvent) => void | Promise<void>) | undefined;
  /** Once aborted, no further action is started; actions in progress are completed. */
  readonly signal?: AbortSignal | undefined;
}

/** How the actions of a plan ended. */
export interface Execution {
  /** In the order of the actions. */
  readonly outcomes: readonly Outcome[];
  /** What `onEvent` threw, first of all. @default it threw nothing */
  readonly listenerError?: unknown;
}

/** Actions executed at the same time where the service has no rate limit. */
const CONCURRENCY = 10;

/**
 * Executes a plan with the functions that the Terraform provider uses. Actions that do not depend on each other run
 * concurrently; when one fails, only those that depend on it are skipped.
 *
 * @param view - The one that the plan was made from.
 * @throws UserError when the plan is blocked; nothing is changed.
 */
export async function executePlan(
  view: OrganizationView,
  plan: Plan,
  options: ExecuteOptions = {},
): Promise<Execution> {
  if (plan.refusals.length > 0) throw new BlockedPlanError(plan);
  const running = new RunningPlan(view, plan.actions, options);
  await Promise.all(Array.from({ length: view.client.concurrency(CONCURRENCY) }, () => running.runWorker()));
  return running;
}

/** The outcomes of a plan that is not executed. */
export function skipped({ actions }: Plan): readonly Outcome[] {
  return actions.map(() => ({ kind: "skipped" }));
}

/**
 * Whether a request was still queued when the client was stopped. An action is one write, so nothing of it was done.
 */
function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "aborted" && !isOutcomeUnknown(error);
}

class RunningPlan implements Execution {
  readonly outcomes: Outcome[] = [];
  listenerError: unknown;
  readonly #results: Promise<Outcome>[] = [];
  /** Key → id of the projects that this plan created. */
  readonly #created = new Map<string, string>();
  #next = 0;
  #hasListenerFailed = false;

  constructor(
    private readonly view: OrganizationView,
    private readonly actions: readonly Action[],
    private readonly options: ExecuteOptions,
  ) {}

  /**
   * Runs one action after the other until none is left. An action's dependencies precede it in the plan, so they have
   * been started already.
   */
  async runWorker(): Promise<void> {
    for (;;) {
      const position = this.#next;
      const action = this.actions[position];
      if (action === undefined) return;
      this.#next += 1;
      const result = this.#run(action, position);
      this.#results[position] = result;
      this.outcomes[position] = await result;
    }
  }

  async #run(action: Action, position: number): Promise<Outcome> {
    const dependencies = await Promise.all(action.dependsOn.flatMap((it) => this.#results[it] ?? []));
    let outcome: Outcome = { kind: "skipped" };
    if (dependencies.every(({ kind }) => kind === "done") && (await this.#mayStart(action, position))) {
      outcome = await this.#execute(action).then(
        (done): Outcome => ({ kind: "done", ...done }),
        (error: unknown): Outcome => (wasNeverSent(error) ? outcome : { kind: "failed", error }),
      );
    }
    await this.#report({ kind: "action", action, position, outcome });
    return outcome;
  }

  get #isStopped(): boolean {
    return this.#hasListenerFailed || this.options.signal?.aborted === true;
  }

  async #mayStart(action: Action, position: number): Promise<boolean> {
    if (this.#isStopped) return false;
    await this.#report({ kind: "action", action, position, outcome: "started" });
    // An action that was reported as started is in progress: only a listener that fails still stops it.
    return !this.#hasListenerFailed;
  }

  /** A listener that fails knows less than the outcomes do, so its error must not replace them. */
  async #report(event: ActionEvent): Promise<void> {
    try {
      await this.options.onEvent?.(event);
    } catch (error) {
      if (!this.#hasListenerFailed) this.listenerError = error;
      this.#hasListenerFailed = true;
    }
  }

  async #execute(action: Action): Promise<Omit<Extract<Outcome, { readonly kind: "done" }>, "kind">> {
    switch (action.kind) {
      case "create": {
        const { id } = await ensureProject(this.view, action.after);
        this.#created.set(projectKey(projectOf(action)), id);
        return { createdId: id };
      }
      case "update":
        await ensureProject(this.view, action.after, { id: action.projectId, recorded: action.recorded });
        return {};
      case "move": {
        const { id, name } = action.destination;
        const destination = id ?? this.#created.get(projectKey(action.destination));
        if (destination === undefined) throw new Error(`The plan moves workspaces to ${name}, but does not create it.`);
        const workspaces = action.workspaces.map(({ id, name, from }): Workspace => ({
          id,
          name,
          projectId: from.id,
          organization: this.view.name,
        }));
        await moveWorkspaces(this.view, workspaces, destination);
        return {};
      }
      case "delete":
        if (await deleteProject(this.view, action.projectId, "refuse")) return {};
        return { warning: countsAsGone(`Project ${quote(action.before.name)} (${action.projectId})`) };
    }
  }
}
