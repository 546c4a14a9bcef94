import { isDeepStrictEqual } from "node:util";
import type { Workspace } from "../../model";
import type { AwaitedEvent, BatchOutcome, MoveBatch, Outcome } from "../events";
import { countsAsGone } from "../../reconcile/absence";
import { isOutcomeUnknown } from "../../reconcile/errors";
import { applyChange, ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import { moveAndReadBack, moveWorkspaces } from "../../reconcile/membership";
import { projectOf } from "../actions/table";
import {
  projectKey,
  type Action,
  type MoveAction,
  type ProjectTarget,
  type SetAction,
  type UnsetAction,
} from "../plan/action";
import type { Plan } from "../plan/comparison";
import { deleteProject, ensureProject } from "../../reconcile/project";
import { quote } from "../../reconcile/text";
import type { OrganizationView } from "../../reconcile/view";
import type { MoveBatches } from "./move-batches";

type Done = Omit<Extract<Outcome, { readonly kind: "done" }>, "kind" | "batches">;

export interface ExecuteOptions {
  /**
   * Called when an action or a batch starts, before its request, and when it has ended; awaited each time. Once it has
   * thrown, nothing further is started, and what is in progress is completed.
   */
  readonly onEvent?: ((event: AwaitedEvent) => void | Promise<void>) | undefined;
  /** Once aborted, no further action is started; actions in progress are completed. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The batches of the plan's moves. Each is sent while nothing else is in progress, and its workspaces are read back.
   * The first failure then ends the apply.
   *
   * @default each move is one request
   */
  readonly batches?: MoveBatches | undefined;
}

/** How the actions of a plan ended. */
export interface Execution {
  /** In the order of the actions; empty if the plan was not applied. */
  readonly outcomes: readonly Outcome[];
  /** What `onEvent` or `between` threw; nothing further was started after it. @default they threw nothing */
  readonly listenerError?: unknown;
}

/** Actions executed at the same time where the service has no rate limit. */
const CONCURRENCY = 10;

/**
 * Executes a plan with the functions that the Terraform provider uses. Actions that do not depend on each other run
 * concurrently, and those that assign an object to several projects are one request; when one fails, only those that
 * depend on it are skipped, unless moves are in batches.
 *
 * @param view - The one that the plan was made from.
 * @param plan - One that may be applied: see `applyPlans`.
 */
export async function executePlan(
  view: OrganizationView,
  plan: Plan,
  options: ExecuteOptions = {},
): Promise<Execution> {
  const running = new RunningPlan(view, plan.actions, options);
  await Promise.all(Array.from({ length: view.client.concurrency(CONCURRENCY) }, () => running.runWorker()));
  const { outcomes, listenerError } = running;
  return listenerError === undefined ? { outcomes } : { outcomes, listenerError };
}

/** The outcome of an action that is not executed. */
export function skipped(action: Action, batches: MoveBatches | undefined): Outcome {
  if (action.kind !== "move" || batches === undefined) return { kind: "skipped" };
  return { kind: "skipped", batches: batches.of(action).map((batch) => ({ ...batch, kind: "skipped" })) };
}

/**
 * Whether a request was still queued when the client was stopped. An action is one write, so nothing of it was done.
 */
function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "aborted" && !isOutcomeUnknown(error);
}

/** How work of an action ends. */
async function endOf(work: () => Promise<Done>): Promise<Outcome> {
  try {
    return { kind: "done", ...(await work()) };
  } catch (error) {
    return wasNeverSent(error) ? { kind: "skipped" } : { kind: "failed", error };
  }
}

/** An action that assigns an object, or takes it off. */
type AssignmentAction = SetAction | UnsetAction;

function isAssignment(action: Action): action is AssignmentAction {
  return action.kind === "set" || action.kind === "unset";
}

/**
 * The actions from a position on that one request makes: they assign an object to several projects in the same way.
 * None of them depends on another one, so everything that one of them depends on precedes all of them.
 */
function assignedTogether(actions: readonly Action[], position: number): readonly Action[] {
  const first = actions[position];
  if (first === undefined) return [];
  if (!isAssignment(first) || !ASSIGNMENT_KINDS[first.type].isBatched) return [first];
  const rest = actions.slice(position);
  const end = rest.findIndex((it) => !isAssignment(it) || !isDeepStrictEqual(changeIn(it), changeIn(first)));
  return end === -1 ? rest : rest.slice(0, end);
}

/** What an action changes, apart from the project. */
function changeIn(action: AssignmentAction): readonly unknown[] {
  const { kind, type, object, before, after } = { after: null, ...action };
  return [kind, type, object.id, before, after];
}

class RunningPlan {
  readonly outcomes: Outcome[] = [];
  listenerError: unknown;
  readonly #results: Promise<Outcome>[] = [];
  /** Key → id of the projects that this plan created. */
  readonly #created = new Map<string, string>();
  #next = 0;
  #hasListenerFailed = false;
  /** Whether something was not done, or the next batch was declined. */
  #isIncomplete = false;
  /** Pending while a move in batches is in progress: nothing else starts then. */
  #moving: Promise<void> | undefined;

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
      while (this.#moving !== undefined) await this.#moving;
      const position = this.#next;
      const together = assignedTogether(this.actions, position);
      const [action] = together;
      if (action === undefined) return;
      this.#next += together.length;
      const result = this.#run([action, ...together.slice(1)], position);
      for (const index of together.keys()) this.#results[position + index] = result;
      if (this.#isInBatches(action)) this.#moving = result.then(() => (this.#moving = undefined));
      const outcome = await result;
      for (const index of together.keys()) this.outcomes[position + index] = outcome;
    }
  }

  /** Runs an action, or several that one request makes. @param position - Of the first one. */
  async #run(together: readonly [Action, ...Action[]], position: number): Promise<Outcome> {
    const [action] = together;
    // While there is a question between two batches, nothing else is in progress.
    const before = this.#isInBatches(action)
      ? [...this.#results]
      : together.flatMap(({ dependsOn }) => dependsOn.flatMap((it) => this.#results[it] ?? []));
    const ended = await Promise.all(before);
    let outcome = skipped(action, this.options.batches);
    if (ended.every(({ kind }) => kind === "done") && (await this.#mayStart(together, position))) {
      outcome = this.#isInBatches(action)
        ? await this.#moveInBatches(action, position)
        : await endOf(() => this.#execute(together));
    }
    if (outcome.kind !== "done") this.#isIncomplete = true;
    for (const [index, it] of together.entries()) {
      await this.#report({ kind: "action", action: it, position: position + index, outcome });
    }
    return outcome;
  }

  #isInBatches(action: Action): action is MoveAction {
    return action.kind === "move" && this.options.batches !== undefined;
  }

  #isStopped(): boolean {
    const { batches, signal } = this.options;
    return this.#hasListenerFailed || signal?.aborted === true || (batches !== undefined && this.#isIncomplete);
  }

  async #mayStart(together: readonly Action[], position: number): Promise<boolean> {
    if (this.#isStopped()) return false;
    for (const [index, action] of together.entries()) {
      await this.#report({ kind: "action", action, position: position + index, outcome: "started" });
    }
    // An action that was reported as started is in progress: only a listener that fails still stops it.
    return !this.#hasListenerFailed;
  }

  async #report(event: AwaitedEvent): Promise<void> {
    await this.#ask(() => this.options.onEvent?.(event));
  }

  /** A listener that fails knows less than the outcomes do, so its error must not replace them. */
  async #ask<T>(question: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await question();
    } catch (error) {
      if (!this.#hasListenerFailed) this.listenerError = error;
      this.#hasListenerFailed = true;
      return undefined;
    }
  }

  async #moveInBatches(action: MoveAction, position: number): Promise<Outcome> {
    const { batches } = this.options;
    if (batches === undefined) throw new Error("The moves of the plan are not in batches.");
    let end: Outcome = { kind: "done" };
    const ended: BatchOutcome[] = [];
    for (const batch of batches.of(action)) {
      const isNext = end.kind === "done";
      if (isNext) end = await this.#moveBatch(action, position, batch, batches);
      ended.push({ ...batch, kind: isNext ? end.kind : "skipped" });
    }
    return { ...end, batches: ended };
  }

  async #moveBatch(action: MoveAction, position: number, part: MoveBatch, batches: MoveBatches): Promise<Outcome> {
    if (this.#isStopped() || (await this.#ask(() => batches.mayBegin(part))) !== true) return { kind: "skipped" };
    // It may have been interrupted during the question.
    if (this.#isStopped()) return { kind: "skipped" };
    const event = { kind: "batch", action, position, ...part, total: batches.total } as const;
    await this.#report({ ...event, outcome: "started" });
    if (this.#hasListenerFailed) return { kind: "skipped" };
    const ids = new Set(part.workspaces.map(({ id }) => id));
    const end = await endOf(async () => {
      const workspaces = this.#workspacesOf(action).filter(({ id }) => ids.has(id));
      await moveAndReadBack(this.view, workspaces, this.#idOf(action.destination));
      return {};
    });
    if (end.kind === "done") batches.recordMove(part);
    await this.#report({ ...event, outcome: end.kind });
    return end;
  }

  #idOf(project: ProjectTarget): string {
    const id = project.id ?? this.#created.get(projectKey(project));
    if (id === undefined) throw new Error(`The plan changes project ${project.name}, but does not create it.`);
    return id;
  }

  #workspacesOf({ workspaces }: MoveAction): readonly Workspace[] {
    return workspaces.map(({ id, name, from }) => ({ id, name, projectId: from.id, organization: this.view.name }));
  }

  async #execute([action, ...others]: readonly [Action, ...Action[]]): Promise<Done> {
    switch (action.kind) {
      case "create": {
        const { id } = await ensureProject(this.view, action.after);
        this.#created.set(projectKey(projectOf(action)), id);
        return { createdId: id };
      }
      case "update":
        await ensureProject(this.view, action.after, { id: action.projectId, inState: action.inState });
        return {};
      case "set":
      case "unset":
        await applyChange(
          this.view,
          ASSIGNMENT_KINDS[action.type],
          [action, ...others].map((it) => this.#idOf(projectOf(it))),
          { after: null, ...action },
        );
        return {};
      case "move":
        await moveWorkspaces(this.view, this.#workspacesOf(action), this.#idOf(action.destination));
        return {};
      case "delete":
        if (await deleteProject(this.view, action.projectId, "refuse")) return {};
        return { warning: countsAsGone(`Project ${quote(action.before.name)} (${action.projectId})`) };
    }
  }
}
