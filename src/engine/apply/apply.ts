import type { Workspace } from "../../model";
import { countsAsGone } from "../../reconcile/absence";
import { isOutcomeUnknown } from "../../reconcile/errors";
import { RefusedPlanError } from "../plan/refused-plan-error";
import { moveWorkspaces } from "../../reconcile/membership";
import { projectKey, projectOf, type Action } from "../plan/action";
import type { OrganizationPlan } from "../plan/plan";
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

export interface ApplyOptions {
  /**
   * Called when an action starts and when it ends. Once it has thrown, no further action is started; the outcomes of
   * those in progress are returned.
   */
  readonly onProgress?: ((action: Action, outcome: Outcome | "started") => void) | undefined;
  /** Once aborted, no further action is started; actions in progress are completed. */
  readonly signal?: AbortSignal | undefined;
}

/** Actions → how they ended. */
export type Outcomes = ReadonlyMap<Action, Outcome>;

/** Actions executed at the same time where the service has no rate limit. */
const CONCURRENCY = 10;

/**
 * Executes a plan with the functions that the Terraform provider uses. Actions that do not depend on each other run
 * concurrently; when one fails, only those that depend on it are skipped.
 *
 * @param view - The one that the plan was made from.
 * @throws RefusedPlanError when the plan has refusals; nothing is changed.
 */
export async function apply(
  view: OrganizationView,
  plan: OrganizationPlan,
  options: ApplyOptions = {},
): Promise<Outcomes> {
  if (plan.refusals.length > 0) throw new RefusedPlanError(plan);
  const execution = new PlanExecution(view, plan.actions, options);
  await Promise.all(Array.from({ length: view.client.concurrency(CONCURRENCY) }, () => execution.runWorker()));
  return execution.outcomes;
}

/**
 * Whether a request was still queued when the client was stopped. An action is one write, so nothing of it was done.
 */
function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "aborted" && !isOutcomeUnknown(error);
}

class PlanExecution {
  readonly outcomes = new Map<Action, Outcome>();
  readonly #results = new Map<Action, Promise<Outcome>>();
  /** Key → id of the projects that this plan created. */
  readonly #created = new Map<string, string>();
  #nextIndex = 0;
  #isStopped = false;

  constructor(
    private readonly view: OrganizationView,
    private readonly actions: readonly Action[],
    private readonly options: ApplyOptions,
  ) {}

  /**
   * Runs one action after the other until none is left. An action's dependencies precede it in the plan, so they have
   * been started already.
   */
  async runWorker(): Promise<void> {
    for (let action = this.#next(); action !== undefined; action = this.#next()) {
      const result = this.#run(action);
      this.#results.set(action, result);
      this.outcomes.set(action, await result);
    }
  }

  #next(): Action | undefined {
    const action = this.actions[this.#nextIndex];
    this.#nextIndex += 1;
    return action;
  }

  async #run(action: Action): Promise<Outcome> {
    const dependencies = await Promise.all(action.dependsOn.flatMap((it) => this.#results.get(it) ?? []));
    let outcome: Outcome = { kind: "skipped" };
    if (dependencies.every(({ kind }) => kind === "done") && this.#mayStart(action)) {
      outcome = await this.#execute(action).then(
        (done): Outcome => ({ kind: "done", ...done }),
        (error: unknown): Outcome => (wasNeverSent(error) ? outcome : { kind: "failed", error }),
      );
    }
    this.#report(action, outcome);
    return outcome;
  }

  #mayStart(action: Action): boolean {
    if (this.#isStopped || this.options.signal?.aborted === true) return false;
    this.#report(action, "started");
    return !this.#isStopped;
  }

  /** What a failing listener knows of the apply is less than the outcomes, so its error must not replace them. */
  #report(action: Action, outcome: Outcome | "started"): void {
    try {
      this.options.onProgress?.(action, outcome);
    } catch {
      this.#isStopped = true;
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
