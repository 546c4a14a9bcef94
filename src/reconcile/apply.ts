import type { Workspace } from "../model";
import { isOutcomeUnknown } from "./errors";
import { moveWorkspaces } from "./membership";
import type { Action } from "./planning/action";
import type { OrganizationPlan } from "./planning/plan";
import { deleteProject, ensureProject } from "./project";
import type { OrganizationView } from "./view";

/** How an action ended. */
export type Outcome =
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly error: unknown }
  /** Because an action that comes first failed, or because it was asked to stop. */
  | { readonly kind: "not-begun" };

export interface ApplyOptions {
  /** Told of every action as it begins and ends. */
  readonly onProgress?: ((action: Action, outcome: Outcome | "begun") => void) | undefined;
  /** Once aborted, no further action is begun; those under way are finished. */
  readonly signal?: AbortSignal | undefined;
}

/** Ids of actions → how they ended. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** Actions under way at the same time; the client's limiter keeps them within what the service allows. */
const CONCURRENCY = 10;

/** A plan that has refusals was to be applied. */
export class RefusedPlanError extends Error {
  override readonly name = "RefusedPlanError";

  constructor(readonly plan: OrganizationPlan) {
    super(plan.refusals.map(({ subject, message }) => `${subject}: ${message}`).join("\n"));
  }
}

/**
 * Does what the plan says, with the functions that the Terraform provider uses; actions that need not wait for each other at the same time.
 * An action that fails stops those that wait for it, and no others.
 *
 * @param view - The one that the plan was made from.
 * @throws RefusedPlanError when the plan has refusals; nothing was done then.
 */
export async function apply(
  view: OrganizationView,
  plan: OrganizationPlan,
  options: ApplyOptions = {},
): Promise<Outcomes> {
  if (plan.refusals.length > 0) throw new RefusedPlanError(plan);
  const application = new PlanExecution(view, plan.actions, options);
  await Promise.all(Array.from({ length: CONCURRENCY }, () => application.runWorker()));
  return application.outcomes;
}

/** Whether a request was still waiting for its turn when all was to stop: its action is not begun, since it is one write. */
function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "aborted" && !isOutcomeUnknown(error);
}

class PlanExecution {
  readonly outcomes = new Map<string, Outcome>();
  readonly #ends = new Map<string, Promise<Outcome>>();
  /** Name → id of the projects that this plan created. */
  readonly #created = new Map<string, string>();
  #next = 0;

  constructor(
    private readonly view: OrganizationView,
    private readonly actions: readonly Action[],
    private readonly options: ApplyOptions,
  ) {}

  /**
   * Takes action after action, in the plan's order, until there is none. What an action waits for comes before it in that order, so it has
   * been taken already.
   */
  async runWorker(): Promise<void> {
    for (let action = this.#take(); action !== undefined; action = this.#take()) {
      const end = this.#end(action);
      this.#ends.set(action.id, end);
      this.outcomes.set(action.id, await end);
    }
  }

  #take(): Action | undefined {
    const action = this.actions[this.#next];
    this.#next += 1;
    return action;
  }

  async #end(action: Action): Promise<Outcome> {
    const { onProgress, signal: stopSignal } = this.options;
    const earlier = await Promise.all(action.dependsOn.flatMap((id) => this.#ends.get(id) ?? []));
    let outcome: Outcome = { kind: "not-begun" };
    if (stopSignal?.aborted !== true && earlier.every((end) => end.kind === "done")) {
      onProgress?.(action, "begun");
      outcome = await this.#do(action).then(
        (): Outcome => ({ kind: "done" }),
        (error: unknown): Outcome => (wasNeverSent(error) ? outcome : { kind: "failed", error }),
      );
    }
    onProgress?.(action, outcome);
    return outcome;
  }

  async #do(action: Action): Promise<void> {
    switch (action.kind) {
      case "create": {
        const { id } = await ensureProject(this.view, action.after);
        this.#created.set(action.after.name, id);
        return;
      }
      case "update":
        await ensureProject(this.view, action.after, { id: action.projectId });
        return;
      case "move": {
        const { id, name } = action.destination;
        const destination = id ?? this.#created.get(name);
        if (destination === undefined) throw new Error(`The plan moves into ${name}, and does not create it.`);
        const workspaces = action.workspaces.map(({ id, name, from }): Workspace => ({
          id,
          name,
          projectId: from.id,
          organization: this.view.name,
        }));
        await moveWorkspaces(this.view, workspaces, destination);
        return;
      }
      case "delete":
        await deleteProject(this.view, action.projectId, "refuse");
    }
  }
}
